import { readSubscription, type Subscription } from '#lambdas/accounts/subscription-store.ts';
import { stripeAccount } from '#lambdas/runtime/stripe.ts';
import { type Billing, claimCheck, readBilling } from './billing-store.ts';
import { syncSubscription } from './sync-subscription.ts';

/** Milliseconds after which the subscription is read from Stripe again, in case an event was lost. */
const freshFor = 10 * 60_000;

/** The same while the user is probably on one of Stripe's pages. */
const freshWhileWatched = 5_000;

/** Milliseconds for which other checks wait for the one that asks Stripe, and answer with the stored subscription. */
const askedFor = 5_000;

/**
 * Returns the stored subscription, or Stripe's if the stored one is too old (readings 7). Of many checks at once, one
 * asks Stripe, so that no user can use up the rate limit of all.
 */
export async function refreshSubscription(userId: string): Promise<Subscription> {
  const [billing, subscription] = await Promise.all([readBilling(userId), readSubscription(userId)]);
  if (billing.customerId === null || isFresh(billing)) return subscription;
  if (!(await claimCheck(userId, billing))) return subscription;
  return syncSubscription(await stripeAccount(), userId, billing.customerId, billing);
}

function isFresh({ syncedAt, askedAt, watchUntil }: Billing): boolean {
  const now = Date.now();
  const isWithin = (time: string, milliseconds: number) =>
    time !== '' && now - Date.parse(time) < milliseconds;
  const isWatched = watchUntil !== '' && now < Date.parse(watchUntil);
  return isWithin(askedAt, askedFor) || isWithin(syncedAt, isWatched ? freshWhileWatched : freshFor);
}
