import type { PlanId } from '#shared/domain/plans.ts';

/** Views of the studio shell, as the address bar names them (customer-product.md section 2). */
export const studioViews = ['creative', 'menu-enhancer', 'gallery'] as const;

export type StudioView = (typeof studioViews)[number];

/** Used in place of a menu's id while the menu is put together. */
export const newMenu = 'new';

/** Every page of the site, in one place. */
export const paths = {
  home: '/',
  landing: '/landing',
  menuPack: '/menu-pack',
  resources: '/resources',
  terms: '/terms',
  privacy: '/privacy',
  cookies: '/cookies',
  labels: '/labels',
  auth: '/auth',
  signUp: '/auth?tab=sign-up',
  signIn: '/auth?tab=sign-in',
  /** Sign-in page for visitors who pressed a plan's button; it stores the plan. */
  signInToSubscribe: (plan: PlanId) => `/auth?tab=sign-in&reason=subscribe&plan=${plan}`,
  credits: '/credits',
  account: '/account',
  admin: {
    overview: '/admin',
    users: '/admin/users',
    content: '/admin/content',
    landingImages: '/admin/landing-images',
    menuPackImages: '/admin/menu-pack-images',
    promptTesting: '/admin/prompt-testing',
    financial: '/admin/financial',
    analytics: '/admin/analytics',
    settings: '/admin/settings',
  },
  studio: (view: StudioView = 'creative') => `/studio?view=${view}`,
  /** The studio with a running generation. */
  studioGeneration: (id: string) => `/studio?view=creative&generation=${id}`,
  /**
   * The screen for putting a whole menu together, or the screen of one menu, optionally with one of its dishes open.
   */
  wholeMenu: (id = newMenu, dish?: number) =>
    `/studio?view=menu-enhancer&menu=${id}${dish === undefined ? '' : `&dish=${dish}`}`,
} as const;

/** Reads `?view=`; anything unknown is the creative studio. */
export function studioViewOf(search: URLSearchParams): StudioView {
  const view = search.get('view');
  return studioViews.find((known) => known === view) ?? 'creative';
}

/** Reads `?menu=` of the Menu Enhancer Pack: a menu's id, or `newMenu`; null for the screen of single photos. */
export function wholeMenuOf(search: URLSearchParams): string | null {
  return studioViewOf(search) === 'menu-enhancer' ? search.get('menu') || null : null;
}
