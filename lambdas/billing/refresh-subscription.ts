import { readSubscription, type Subscription } from '#lambdas/accounts/subscription-store.ts';
import { stripeAccount } from '#lambdas/runtime/stripe.ts';
import { type Billing, readBilling } from './billing-store.ts';
import { syncSubscription } from './sync-subscription.ts';

/** What Stripe's events keep current is asked again after this time, should one have been lost. Milliseconds. */
const freshFor = 10 * 60_000;

/** The same while the user is probably at a page of Stripe's, whose outcome they want to see. */
const freshWhileWatched = 5_000;

/** The subscription from our table; from Stripe when what we know is older than it may be (readings 7). */
export async function refreshSubscription(userId: string): Promise<Subscription> {
  const [billing, subscription] = await Promise.all([readBilling(userId), readSubscription(userId)]);
  if (billing.customerId === null || isFresh(billing)) return subscription;
  return syncSubscription(await stripeAccount(), userId, billing.customerId, billing);
}

function isFresh({ syncedAt, watchUntil }: Billing): boolean {
  if (syncedAt === '') return false;
  const now = Date.now();
  const isWatched = watchUntil !== '' && now < Date.parse(watchUntil);
  return now - Date.parse(syncedAt) < (isWatched ? freshWhileWatched : freshFor);
}
