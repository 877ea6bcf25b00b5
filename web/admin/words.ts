import { brand } from '#shared/brand.ts';

/** Texts of the back office's frame; those of back-office-and-public-pages.md sections 2 and 8 stand as given. */
export const words = {
  home: `${brand.name}, to the studio`,
  navigation: 'Back office',
  openMenu: 'Open the menu',
  superAdmin: 'Super Admin',
  admin: 'Admin',
  toStudio: 'Back to studio',
  signOut: 'Sign Out',
  signedOut: 'Signed out successfully',
  failed: 'Couldn’t load this',
  unknown: 'Unknown',
  /** The highest value of a chart. */
  most: (value: string) => `Peak ${value}`,
  showFigures: 'Show the figures',
  exportCsv: 'Export CSV',
  exportFailed: 'Failed to export',
  secondFactor: {
    title: 'One more step for the back office',
    text: 'The back office needs an authenticator app. Sign in with your password, set the app up in your account, and sign in again with a code. Signing in with Google or Apple does not ask for one.',
    action: 'Open my account',
  },
  health: {
    noAnswer: 'No answer',
    api: {
      name: 'API Status',
      states: { ok: 'Operational', warning: 'Slow', down: 'Unavailable' },
    },
    database: {
      name: 'Database',
      states: { ok: 'Healthy', warning: 'Slow', down: 'Unavailable' },
    },
    storage: {
      name: 'Storage',
      states: { ok: 'Available', warning: 'Slow', down: 'Unavailable' },
    },
    queue: {
      name: 'Queue',
      states: { ok: 'Moving', warning: 'Slow', down: 'Stuck' },
    },
    generations: {
      name: 'Generations',
      states: { ok: 'Succeeding', warning: 'Some fail', down: 'Most fail' },
    },
    models: {
      name: 'Image models',
      states: { ok: 'Answering', warning: 'Some calls fail', down: 'Most calls fail' },
    },
    modelAccess: {
      name: 'Model access',
      states: { ok: 'Granted', warning: 'Ends soon', down: 'Denied' },
    },
    budgets: {
      name: 'Model budgets',
      states: { ok: 'Within limits', warning: 'Nearly used up', down: 'Used up' },
    },
  },
  screens: {
    overview: 'Overview',
    users: 'Users',
    content: 'Content',
    landingImages: 'Landing Page Images',
    menuPackImages: 'Menu Pack Images',
    promptTesting: 'Prompt A/B Testing',
    financial: 'Financial Management',
    analytics: 'System Analytics',
    settings: 'Admin Settings',
  },
  redos: 'Not My Dish',
  redosText: 'Free redos that customers asked for, by reason. All time.',
  redoNotes: 'In their words',
} as const;
