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
  lastSuper: 'The only super admin cannot be removed. Add another one first.',
  removeTitle: 'Remove admin role',
  removeText: (email: string) => `${email} loses access to the back office immediately.`,
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
  showDetails: 'Log entry',
  /** By the log's names of actions; unknown ones are shown as logged. */
  actions: {
    ADJUST_CREDITS: 'Adjusted credits',
    DELETE_USER: 'Deleted a user',
    ASSIGN_ADMIN_ROLE: 'Gave an admin role',
    REMOVE_ADMIN_ROLE: 'Removed an admin role',
    CHANGE_SETTINGS: 'Changed settings',
    EXPORT_USERS: 'Exported users',
    EXPORT_CONTENT: 'Exported content',
    DELETE_IMAGE: 'Deleted a customer’s image',
    ADD_LANDING_IMAGE: 'Added a landing page image',
    UPDATE_LANDING_IMAGE: 'Changed a landing page image',
    DELETE_LANDING_IMAGE: 'Deleted a landing page image',
    REORDER_LANDING_IMAGES: 'Reordered landing page images',
    ADD_MENU_PACK_IMAGE: 'Added a menu pack image',
    UPDATE_MENU_PACK_IMAGE: 'Changed a menu pack image',
    DELETE_MENU_PACK_IMAGE: 'Deleted a menu pack image',
    REORDER_MENU_PACK_IMAGES: 'Reordered menu pack images',
    START_PROMPT_TEST: 'Started a prompt test',
    JUDGE_PROMPT_TEST: 'Judged a prompt test',
    DELETE_PROMPT_TEST: 'Deleted a prompt test',
  } as Readonly<Record<string, string>>,
  /** Who took an action that no admin took, by the log's name of the command. */
  commands: {
    'make-admin': 'the make-admin command',
    maintenance: 'the maintenance command',
    seed: 'the sample data',
  } as Readonly<Record<string, string>>,
  doneBy: (by: string, target: string | null) => (target === null ? `by ${by}` : `${target} · by ${by}`),

  configuration: 'System Configuration',
  freeCredits: 'Default Free Credits',
  perSignUp: 'Per new user signup',
  adminAccounts: 'Admin Accounts',
  status: 'System Status',
  statuses: { ok: 'Operational', warning: 'Degraded', down: 'Unavailable' },

  settings: 'Business Settings',
  settingsText: 'They take effect immediately. Only super admins can change them.',
  freeCreditsSetting: 'Free credits for new users',
  freeCreditsHint: 'From 0 to 100. Existing users keep theirs.',
  wholeNumber: 'Please enter a whole number from 0 to 100',
  packLabel: 'Label of the pack of 50 credits',
  packLabelHint: 'Shown beside its price per credit, which is the highest of the packs. Empty: no label.',
  labelTooLong: 'Please use at most 30 characters',
  chargeForFallback: 'Charge when the photo comes back unchanged',
  chargeHint:
    'When no model can make a picture, the customer gets their own photo back. On: this still costs a credit. Off: the credit is refunded.',
  dishReadings: 'Look at photos when they are chosen',
  dishReadingsHint:
    'A vision model looks for people, writing and several dishes, and suggests a name; about a tenth of a cent a photo. Off: photos are used without this advice.',
  maintenance: 'Maintenance',
  maintenanceModes: {
    off: 'Off',
    generation: 'No new pictures',
    all: 'Nothing can be changed',
  },
  maintenanceHint:
    'Customers see a notice within a minute. Pictures that were ordered wait and are made when it is over.',
  stoppedAdapters: 'Image models out of service',
  stoppedHint: 'While a model is out of service, the next one that can make the same picture is used.',
  save: 'Save Changes',
  saved: 'Settings saved successfully',
  saveFailed: 'Failed to save settings',
  changedBy: (email: string, time: string) => `Last changed by ${email}, ${time}`,
} as const;
