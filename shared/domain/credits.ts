import * as z from 'zod/mini';

const wholeCredits = 'Credit amount must be a whole number of at least 1';

/** The credits of one spend. Limit and message are those of the specification (customer-product.md section 5). */
export const creditAmountSchema = z
  .int(wholeCredits)
  .check(z.positive(wholeCredits), z.maximum(1000, 'Credit amount too large'));

/** A user's credits as stored: whole numbers, never negative. */
export interface Balances {
  /** Purchased top-up credits. */
  readonly creditsBalance: number;
  /** Monthly plan credits; they roll over. */
  readonly subscriptionCreditsBalance: number;
  /** Free credits spent so far. */
  readonly freeCreditsUsed: number;
  /** Free credits ever given. */
  readonly freeCreditsLimit: number;
}

/** An amount of credits, split by bucket: whole numbers, never negative. */
export interface CreditBuckets {
  readonly free: number;
  readonly subscription: number;
  readonly purchased: number;
}

/** The credits left in each bucket. */
export function bucketsOf(balances: Balances): CreditBuckets {
  return {
    free: Math.max(0, balances.freeCreditsLimit - balances.freeCreditsUsed),
    subscription: balances.subscriptionCreditsBalance,
    purchased: balances.creditsBalance,
  };
}

/** The sum of the three buckets. */
export function totalOf(buckets: CreditBuckets): number {
  return buckets.free + buckets.subscription + buckets.purchased;
}

/** Credits that can be spent: remaining free ones, monthly and purchased ones together. */
export function available(balances: Balances): number {
  return totalOf(bucketsOf(balances));
}

/** Whether `n` credits can be spent. */
export function hasCredits(balances: Balances, n = 1): boolean {
  return available(balances) >= n;
}

/**
 * Splits a spend over the buckets: free first, then monthly, then purchased. Undefined if there are too few credits.
 * Throws a RangeError if `amount` is not a whole number of at least 1.
 */
export function splitSpend(balances: Balances, amount: number): CreditBuckets | undefined {
  if (!Number.isSafeInteger(amount) || amount < 1) {
    throw new RangeError(`A spend is a whole number of at least 1, not ${amount}`);
  }
  if (!hasCredits(balances, amount)) return undefined;
  const left = bucketsOf(balances);
  const free = Math.min(amount, left.free);
  const subscription = Math.min(amount - free, left.subscription);
  return { free, subscription, purchased: amount - free - subscription };
}

/** Subtracts a spend. Throws a RangeError if a bucket holds fewer credits. */
export function spend(balances: Balances, buckets: CreditBuckets): Balances {
  requireWhole(buckets);
  const left = bucketsOf(balances);
  if (
    buckets.free > left.free ||
    buckets.subscription > left.subscription ||
    buckets.purchased > left.purchased
  ) {
    throw new RangeError('A bucket holds fewer credits than the spend takes');
  }
  return {
    ...balances,
    creditsBalance: balances.creditsBalance - buckets.purchased,
    subscriptionCreditsBalance: balances.subscriptionCreditsBalance - buckets.subscription,
    freeCreditsUsed: balances.freeCreditsUsed + buckets.free,
  };
}

/**
 * Returns a spend to its buckets. Throws a RangeError if it returns more free credits than were used, because no spend
 * can have taken them.
 */
export function refund(balances: Balances, buckets: CreditBuckets): Balances {
  requireWhole(buckets);
  if (buckets.free > balances.freeCreditsUsed) {
    throw new RangeError('A refund cannot return more free credits than were used');
  }
  return {
    ...balances,
    creditsBalance: balances.creditsBalance + buckets.purchased,
    subscriptionCreditsBalance: balances.subscriptionCreditsBalance + buckets.subscription,
    freeCreditsUsed: balances.freeCreditsUsed - buckets.free,
  };
}

/** Adds credits: a plan's month, a top-up, free ones at sign-up, or an upward adjustment. */
export function grant(balances: Balances, buckets: CreditBuckets): Balances {
  requireWhole(buckets);
  return {
    ...balances,
    creditsBalance: balances.creditsBalance + buckets.purchased,
    subscriptionCreditsBalance: balances.subscriptionCreditsBalance + buckets.subscription,
    freeCreditsLimit: balances.freeCreditsLimit + buckets.free,
  };
}

/**
 * Withdraws granted credits after a refund, a dispute or a downward adjustment, at most the credits left in each
 * bucket. `taken` and `shortfall` add up to `buckets`.
 */
export function takeBack(
  balances: Balances,
  buckets: CreditBuckets,
): { balances: Balances; taken: CreditBuckets; shortfall: CreditBuckets } {
  requireWhole(buckets);
  const left = bucketsOf(balances);
  const taken: CreditBuckets = {
    free: Math.min(buckets.free, left.free),
    subscription: Math.min(buckets.subscription, left.subscription),
    purchased: Math.min(buckets.purchased, left.purchased),
  };
  return {
    balances: {
      ...balances,
      creditsBalance: balances.creditsBalance - taken.purchased,
      subscriptionCreditsBalance: balances.subscriptionCreditsBalance - taken.subscription,
      freeCreditsLimit: balances.freeCreditsLimit - taken.free,
    },
    taken,
    shortfall: {
      free: buckets.free - taken.free,
      subscription: buckets.subscription - taken.subscription,
      purchased: buckets.purchased - taken.purchased,
    },
  };
}

function requireWhole(buckets: CreditBuckets): void {
  for (const amount of [buckets.free, buckets.subscription, buckets.purchased]) {
    if (!Number.isSafeInteger(amount) || amount < 0) {
      throw new RangeError(`Credits are whole numbers of at least 0, not ${amount}`);
    }
  }
}
