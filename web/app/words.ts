import { brand } from '#shared/brand.ts';

/** Texts of the shell; those of customer-product.md sections 2 and 8 stand as given. */
export const words = {
  unreachable: 'Couldn’t open your studio',
  checkoutFailed: 'Failed to start checkout. Please try again.',
  checkConnection: 'Check your connection and try again.',
  home: `${brand.name}, to the landing page`,
  studio: 'Studio',
  menuPack: 'Menu Pack',
  menuEnhancerPack: 'Menu Enhancer Pack',
  gallery: 'Gallery',
  views: 'Views',
  credits: 'Credits',
  /** Follow the number of credits. */
  creditUnit: (credits: number) => (credits === 1 ? 'credit' : 'credits'),
  available: 'available',
  creditsAndBilling: 'Credits & Billing',
  myAccount: 'My Account',
  adminDashboard: 'Admin Dashboard',
  logOut: 'Log out',
  loggedOut: 'Logged out successfully!',
  userMenu: 'Account menu',
  menuPackLocked: 'Menu Enhancer Pack is Pro only',
  menuPackLockedText: 'Upgrade to Pro to unlock bulk menu transformations',
  maintenancePage:
    'No pictures can be made or downloaded for the moment. You can look at yours. Nothing is lost: what you ordered will be made when we are done, and this page opens by itself.',
  openGallery: 'Open the gallery',
  shortcuts: 'Keyboard shortcuts',
  shortcutsText: 'They work wherever you are not typing.',
  shortcutsOn: 'Use keyboard shortcuts',
  shortcutGroups: { go: 'Go to', studio: 'In the studio', help: 'Help' },
  searchGallery: 'Search the gallery',
  newPicture: 'New picture',
  goOn: 'Go on, without spending a credit',
  nextStep: 'Next step',
  previousStep: 'Previous step',
  showShortcuts: 'Show this list',
  undoChoice: 'Undo the last choice',
  keyNames: { Ctrl: 'Ctrl', Enter: 'Enter', ArrowRight: '→', ArrowLeft: '←' } as Readonly<
    Record<string, string>
  >,
} as const;
