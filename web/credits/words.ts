import { brand } from '#shared/brand.ts';
import type { Tier } from '#shared/domain/plans.ts';
import { count, numberOf, penceOf } from '#web/lib/format.ts';

/** Texts of the credits page; those of customer-product.md sections 4 and 8 stand as given. */
export const words = {
  title: 'Credits & Billing',
  documentTitle: 'Credits',
  failed: 'Couldn’t load your credits',
  historyFailed: 'Couldn’t load your history',

  activated: 'Subscription activated! Your credits will be updated shortly.',
  canceled: 'Subscription cancelled',
  canceledText: 'Nothing was charged; your plan is unchanged.',
  paymentCanceled: 'Payment cancelled',
  paymentCanceledText: 'Nothing was charged.',
  unverified: 'Your payment couldn’t be checked yet',
  unverifiedText: 'If you paid, your credits will appear here automatically. Nothing is lost.',
  loggedOut: 'You must be logged in',

  available: (n: number) => (n === 1 ? 'credit available' : 'credits available'),
  price: '1 credit makes 2 variations',
  free: 'Free credits',
  monthly: 'Monthly plan credits',
  purchased: 'Purchased credits',
  /** Remaining part of granted credits; if more remain, only their number. */
  of: (balance: number, given: number) =>
    balance < given ? `${numberOf(balance)} of ${numberOf(given)}` : numberOf(balance),
  rolledOver: (n: number) => (n > 0 ? `${numberOf(n)} rolled over` : undefined),

  yourPlan: 'Your plan',
  planName: { free: 'Free', starter: 'Starter', pro: 'Pro' } satisfies Record<Tier, string>,
  keepsStarter: 'Your purchased credits keep the features of Starter.',
  perMonth: 'per month',
  renews: (date: string) => `Renews on ${date}`,
  ends: (date: string) => `Ends on ${date}`,
  paidUntil: (date: string) => `Paid until ${date}`,
  paymentDue: 'A payment is due',
  changes: (plan: string, date: string) => `Changes to ${plan} on ${date}`,
  changesText: (plan: string) => `Until then you keep ${plan}. Your credits stay yours.`,
  startsOn: (date: string) => `Starts on ${date}`,
  endsText: 'It will not renew. Remaining credits stay yours.',
  becomesFree: 'Pictures then have the Free plan’s limits: a watermark and random looks.',
  activating: 'Your plan is being activated…',
  manage: 'Manage Subscription',
  manageText: 'Change plan or card, cancel, or find your invoices.',
  pastDue: 'Your last payment failed',
  pastDueText: (isEnding: boolean) =>
    `Nothing is lost: you keep your ${isEnding ? 'credits' : 'plan and credits'} while we try the payment again. Please check your card.`,
  updateCard: 'Update card',
  opening: 'Opening…',

  plans: 'Plans',
  plansText: 'Unused plan credits roll over to the next month.',
  currentPlan: 'Current plan',
  subscribed: (name: string) => `You already have ${name}`,
  subscribedText: 'Nothing was charged; your plan is unchanged.',
  choose: (name: string) => `Choose ${name}`,
  switchTo: (name: string) => `Switch to ${name}`,

  topUps: 'Buy Credits',
  topUpsText: 'Paid once. Purchased credits do not expire.',
  credits: (n: number) => count(n, 'credit'),
  penceEach: (pence: number) => `${penceOf(pence)} per credit`,
  buy: 'Buy',
  buyCredits: (n: number) => `Buy ${count(n, 'credit')}`,
  packsFailed: 'Couldn’t load the packs',

  closed: 'Nothing can be bought for the moment',
  closedText: `We are working on ${brand.name}. Your plan and your credits stay as they are. Plans and credits come back here by themselves when we are done.`,

  history: 'History',
  invoices: 'Invoices',
  empty: 'Nothing yet',
  emptyText: 'Each credit you get or spend is listed here. Free credits are given once per person.',
  /** A credit makes two variations. */
  pictures: (credits: number) => `${numberOf(2 * credits)} variations`,
  showEach: 'Show each',
  hideEach: 'Hide',
  left: (n: number) => `${numberOf(n)} left`,
} as const;
