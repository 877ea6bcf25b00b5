import { brand } from './brand.ts';

/** Public pages, each built as one HTML file that needs no script (back office, section 2). */
export const publicPages = [
  { path: '/landing', file: 'landing.html' },
  { path: '/menu-pack', file: 'menu-pack.html' },
  { path: '/resources', file: 'resources.html' },
  { path: '/terms', file: 'terms.html' },
  { path: '/privacy', file: 'privacy.html' },
  { path: '/cookies', file: 'cookies.html' },
  { path: '/labels', file: 'labels.html' },
] as const;

/**
 * Addresses of the app, all served as the file `index.html`. One that ends with a slash includes all addresses below
 * it. CloudFront answers any other address without a file with the status 404.
 */
export const appAddresses = [
  '/',
  '/studio',
  '/credits',
  '/account',
  '/auth',
  '/signed-out',
  '/admin',
  '/admin/',
];

/** The file of the app. */
export const appFile = 'index.html';

/** The app again, for unknown addresses: the same as `index.html`, but excluded from search engines. */
export const missingPageFile = '404.html';

export type PublicPath = (typeof publicPages)[number]['path'];

/** Placeholder in the built pages for `https://` and the site's host, which only the deployment knows. */
export const siteOriginPlaceholder = 'https://site-origin.invalid';

/**
 * Settings that every page holds in `meta` elements of these names, with the values of a deployment that sets nothing;
 * the deployment writes its own.
 */
export const pageSettings = {
  'support-email': brand.supportEmail,
  'password-min-length': '6',
} as const;

/** The element of one setting; the deployment looks for exactly this text. */
export function settingMeta(name: keyof typeof pageSettings, content: string = pageSettings[name]): string {
  return `<meta name="${name}" content="${content}">`;
}

/** The elements of all settings in a page as it is built. */
export function settingMetas(): string[] {
  return Object.keys(pageSettings).map((name) => settingMeta(name as keyof typeof pageSettings));
}

/**
 * Name of the cookie that says that this browser has a session, with the value 1. It only chooses which page `/`
 * shows first; with a forged cookie, the app shows the sign-in page.
 */
export const sessionHintCookie = 'platepost.session';
