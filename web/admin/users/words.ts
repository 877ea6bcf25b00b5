import { maxAdjustedBalance } from '#shared/api/admin.ts';
import type { CreditBuckets } from '#shared/domain/credits.ts';
import { count, numberOf } from '#web/lib/format.ts';

/** Texts of the users screen; those of back-office-and-public-pages.md sections 2 and 8 stand as given. */
export const words = {
  title: 'Users',
  search: 'Search by email',
  searchHint: 'Start of email',
  sort: 'Order',
  newest: 'Newest first',
  oldest: 'Oldest first',
  byEmail: 'By email',
  user: 'User',
  created: 'Created',
  /** Labels for screens without room for a column. */
  createdOn: (date: string) => `Created ${date}`,
  account: (plan: string, credits: CreditBuckets | null) =>
    credits
      ? `${plan} · ${numberOf(credits.purchased)} purchased · ${numberOf(credits.subscription)} monthly · ${numberOf(credits.free)} free`
      : plan,
  plan: 'Plan',
  purchased: 'Purchased',
  monthly: 'Monthly',
  free: 'Free left',
  actions: 'Actions',
  emailUnavailable: 'Email unavailable',
  deleting: 'Being deleted',
  found: (users: number, isAll: boolean) => `${count(users, 'user')} found${isAll ? '' : ' so far'}`,
  noUsers: 'No users yet',
  noUsersText: 'Everyone who signs up is listed here.',
  noMatch: 'No user found',
  noMatchText: 'No email starts with these letters. Check the spelling or type fewer of them.',

  adjust: 'Adjust credits',
  adjustText: 'Purchased credits of',
  balance: 'New balance of purchased credits',
  balanceHint: (now: number) => `${now} now. The difference appears in the user’s credit history.`,
  wholeNumber: 'Please enter a whole number of at least 0',
  tooMuch: `Please enter at most ${numberOf(maxAdjustedBalance)}`,
  sameBalance: 'This is their balance already',
  reason: 'Reason',
  reasonHint: 'The user sees it in their credit history.',
  save: 'Save',

  remove: 'Delete user',
  removeText: (email: string) =>
    `${email} loses access immediately. Images, files and personal data are deleted, and a subscription ends. Records of payments stay, without a name. This cannot be undone.`,

  fetchFailed: 'Failed to fetch users',
  emailsFailed: 'Unable to fetch user email data',
  authUnavailable: 'Authentication service unavailable',
  adjusted: 'Credits adjusted successfully',
  adjustFailed: 'Failed to adjust credits',
  deleted: (email: string) => `User ${email} deleted successfully`,
  deleteFailed: 'Failed to delete user',
} as const;
