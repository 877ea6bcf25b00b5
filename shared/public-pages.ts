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

/** The app again, for unknown addresses: the same as `index.html`, but excluded from search engines. */
export const missingPageFile = '404.html';

export type PublicPath = (typeof publicPages)[number]['path'];

/** Placeholder in the built pages for `https://` and the site's host, which only the deployment knows. */
export const siteOriginPlaceholder = 'https://site-origin.invalid';

/**
 * Name of the cookie that says that this browser has a session, with the value 1. It only chooses which page `/`
 * shows first; with a forged cookie, the app shows the sign-in page.
 */
export const sessionHintCookie = 'platepost.session';
