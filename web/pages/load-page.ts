import type { ComponentType } from 'react';
import type { PublicPath } from '#shared/public-pages.ts';

/** Each public page by its path, loaded on demand. The build finds the files by these names. */
export const loadPage: Readonly<Record<PublicPath, () => Promise<ComponentType>>> = {
  '/landing': async () => (await import('./landing/landing-page.tsx')).LandingPage,
  '/menu-pack': async () => (await import('./guides/menu-pack-page.tsx')).MenuPackPage,
  '/resources': async () => (await import('./guides/resources-page.tsx')).ResourcesPage,
  '/terms': async () => (await import('./legal/terms-page.tsx')).TermsPage,
  '/privacy': async () => (await import('./legal/privacy-page.tsx')).PrivacyPage,
  '/cookies': async () => (await import('./legal/cookies-page.tsx')).CookiesPage,
  '/labels': async () => (await import('./legal/labels-page.tsx')).LabelsPage,
};
