import { readSubscription, type Subscription } from '#lambdas/accounts/subscription-store.ts';
import { stripeAccount } from '#lambdas/runtime/stripe.ts';
import { type Billing, readBilling } from './billing-store.ts';
import { syncSubscription } from './sync-subscription.ts';

/** Milliseconds after which the subscription is read from Stripe again, in case an event was lost. */
const freshFor = 10 * 60_000;

/** The same while the user is probably on one of Stripe's pages. */
const freshWhileWatched = 5_000;

/** Returns the stored subscription, or Stripe's if the stored one is too old (readings 7). */
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
