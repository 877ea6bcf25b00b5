import type { LedgerEntry } from '#shared/api/account.ts';

/** Texts of the credits page. */
export const words = {
  title: 'Credits & Billing',
  available: 'credits to spend',
  price: '1 credit makes 2 variations',
  free: 'Free credits',
  monthly: 'Monthly plan credits',
  purchased: 'Purchased credits',
  plan: { free: 'Free plan', starter: 'Starter', pro: 'Pro' },
  perMonth: (n: number) => `${n} credits every month`,
  freePlan: '2 credits to try everything once',
  until: (date: string) => `Paid until ${date}`,
  history: 'History',
  empty: 'Nothing yet',
  emptyText: 'Each credit you get or spend is listed here.',
  failed: 'This could not be read',
  tryAgain: 'Try again',
  more: 'Show more',
  left: (n: number) => `${n} left`,
} as const;

/** What an entry of the ledger is called. */
export const entryNames: Readonly<Record<LedgerEntry['kind'], string>> = {
  free: 'Free credits',
  spend: 'Picture',
  refund: 'Returned',
  plan: 'Monthly plan',
  topup: 'Top-up',
  'stripe-refund': 'Payment refunded',
  dispute: 'Payment disputed',
  adjust: 'Adjusted by our team',
};
