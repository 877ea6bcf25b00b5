import type { AdminAccount } from '#shared/api/admin.ts';

const roleNames = { admin: 'Admin', super_admin: 'Super Admin' } satisfies Record<
  AdminAccount['role'],
  string
>;

/** Texts of Admin Settings; those of back-office-and-public-pages.md sections 2, 5 and 8 stand as given. */
export const words = {
  title: 'Admin Settings',
  roleNames,

  admins: 'Admin Users',
  adminsText: 'Only super admins can add and remove admins.',
  email: 'Email of an existing user',
  role: 'Role',
  add: 'Add Admin',
  remove: 'Remove',
  removeOf: (email: string) => `Remove the role of ${email}`,
  removeTitle: 'Remove admin role',
  removeText: (email: string) => `${email} loses access to the back office at once.`,
  emailMissing: 'Please enter an email address',
  searchFailed: 'Unable to search for user',
  notFound: 'User not found with that email address',
  hasRole: 'User already has an admin role',
  assignFailed: 'Failed to assign admin role',
  assigned: (role: AdminAccount['role']) => `${roleNames[role]} role assigned successfully`,
  removed: 'Admin role removed successfully',
  removeFailed: 'Failed to remove admin role',
  fetchFailed: 'Failed to fetch admin data',
  emailsFailed: 'Unable to fetch admin user email data',
  since: (date: string) => `Since ${date}`,
  you: 'You',

  activity: 'Recent Admin Activity',
  noActivity: 'No admin activity recorded yet',
  details: 'Details',

  configuration: 'System Configuration',
  freeCredits: 'Default Free Credits',
  perSignUp: 'Per new user signup',
  adminAccounts: 'Admin Accounts',
  status: 'System Status',
  statuses: { ok: 'Operational', warning: 'Degraded', down: 'Unavailable' },

  settings: 'Runtime Settings',
  settingsText: 'They take effect at once. Only super admins can change them.',
  freeCreditsSetting: 'Free credits for new users',
  freeCreditsHint: 'From 0 to 100. Users who have signed up already keep theirs.',
  wholeNumber: 'Please enter a whole number from 0 to 100',
  chargeForFallback: 'Charge for fallback results',
  chargeHint:
    'A generation that no model could make returns the customer’s own photo. Off: its credit goes back.',
  save: 'Save Changes',
  saved: 'Settings saved successfully',
  saveFailed: 'Failed to save settings',
  changedBy: (email: string, time: string) => `Last changed by ${email}, ${time}`,
} as const;
