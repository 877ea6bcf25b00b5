/** Pages that anyone can read, each built as one file of HTML that needs no script (back office, section 2). */
export const publicPages = [
  { path: '/landing', file: 'landing.html' },
  { path: '/menu-pack', file: 'menu-pack.html' },
  { path: '/resources', file: 'resources.html' },
  { path: '/terms', file: 'terms.html' },
  { path: '/privacy', file: 'privacy.html' },
  { path: '/cookies', file: 'cookies.html' },
] as const;

export type PublicPath = (typeof publicPages)[number]['path'];

/** Stands in the built pages for the address that only the deployment knows: `https://` and the site's host. */
export const siteOriginPlaceholder = 'https://site-origin.invalid';

/**
 * Name of the cookie that says that this browser has a session, with the value 1. It only chooses which page `/`
 * shows first; with a forged cookie, the app shows the sign-in page.
 */
export const sessionHintCookie = 'platepost.session';
