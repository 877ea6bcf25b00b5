/** A user's credits as the table holds them: whole numbers, never negative. */
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

/** An amount of credits by where it comes from or goes to: whole numbers, never negative. */
export interface Pockets {
  readonly free: number;
  readonly subscription: number;
  readonly purchased: number;
}

/** What is left in each pocket. */
export function pocketsOf(balances: Balances): Pockets {
  return {
    free: Math.max(0, balances.freeCreditsLimit - balances.freeCreditsUsed),
    subscription: balances.subscriptionCreditsBalance,
    purchased: balances.creditsBalance,
  };
}

/** The sum over the three pockets. */
export function totalOf(pockets: Pockets): number {
  return pockets.free + pockets.subscription + pockets.purchased;
}

/** Credits that can be spent: what is left of the free ones, monthly and purchased ones together. */
export function available(balances: Balances): number {
  return totalOf(pocketsOf(balances));
}

/** Whether `n` credits can be spent. */
export function hasCredits(balances: Balances, n = 1): boolean {
  return available(balances) >= n;
}

/**
 * Divides a spend over the pockets: free first, then monthly, then purchased. Undefined if there are too few.
 * Throws a RangeError if `amount` is not a whole number of at least 1.
 */
export function splitSpend(balances: Balances, amount: number): Pockets | undefined {
  if (!Number.isSafeInteger(amount) || amount < 1) {
    throw new RangeError(`A spend is a whole number of at least 1, not ${amount}`);
  }
  if (!hasCredits(balances, amount)) return undefined;
  const left = pocketsOf(balances);
  const free = Math.min(amount, left.free);
  const subscription = Math.min(amount - free, left.subscription);
  return { free, subscription, purchased: amount - free - subscription };
}

/** Takes these credits out. Throws a RangeError if a pocket holds fewer. */
export function spend(balances: Balances, pockets: Pockets): Balances {
  requireWhole(pockets);
  const left = pocketsOf(balances);
  if (
    pockets.free > left.free ||
    pockets.subscription > left.subscription ||
    pockets.purchased > left.purchased
  ) {
    throw new RangeError('A pocket holds fewer credits than the spend takes');
  }
  return {
    ...balances,
    creditsBalance: balances.creditsBalance - pockets.purchased,
    subscriptionCreditsBalance: balances.subscriptionCreditsBalance - pockets.subscription,
    freeCreditsUsed: balances.freeCreditsUsed + pockets.free,
  };
}

/**
 * Undoes a spend, into the same pockets. Throws a RangeError if more free credits come back than were used,
 * which no spend can have caused.
 */
export function refund(balances: Balances, pockets: Pockets): Balances {
  requireWhole(pockets);
  if (pockets.free > balances.freeCreditsUsed) {
    throw new RangeError('A refund cannot return more free credits than were used');
  }
  return {
    ...balances,
    creditsBalance: balances.creditsBalance + pockets.purchased,
    subscriptionCreditsBalance: balances.subscriptionCreditsBalance + pockets.subscription,
    freeCreditsUsed: balances.freeCreditsUsed - pockets.free,
  };
}

/** Adds new credits: a plan's month, a top-up, free ones at sign-up, or an adjustment upwards. */
export function grant(balances: Balances, pockets: Pockets): Balances {
  requireWhole(pockets);
  return {
    ...balances,
    creditsBalance: balances.creditsBalance + pockets.purchased,
    subscriptionCreditsBalance: balances.subscriptionCreditsBalance + pockets.subscription,
    freeCreditsLimit: balances.freeCreditsLimit + pockets.free,
  };
}

/**
 * Withdraws granted credits (a payment was refunded or disputed, or an adjustment downwards), from each pocket
 * at most what is left in it. `taken` and `shortfall` add up to what was asked for.
 */
export function takeBack(
  balances: Balances,
  pockets: Pockets,
): { balances: Balances; taken: Pockets; shortfall: Pockets } {
  requireWhole(pockets);
  const left = pocketsOf(balances);
  const taken: Pockets = {
    free: Math.min(pockets.free, left.free),
    subscription: Math.min(pockets.subscription, left.subscription),
    purchased: Math.min(pockets.purchased, left.purchased),
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
      free: pockets.free - taken.free,
      subscription: pockets.subscription - taken.subscription,
      purchased: pockets.purchased - taken.purchased,
    },
  };
}

function requireWhole(pockets: Pockets): void {
  for (const amount of [pockets.free, pockets.subscription, pockets.purchased]) {
    if (!Number.isSafeInteger(amount) || amount < 0) {
      throw new RangeError(`Credits are whole numbers of at least 0, not ${amount}`);
    }
  }
}
