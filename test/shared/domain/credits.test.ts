import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  available,
  type Balances,
  bucketsOf,
  type CreditBuckets,
  creditAmountSchema,
  grant,
  hasCredits,
  refund,
  spend,
  splitSpend,
  takeBack,
  totalOf,
} from '#shared/domain/credits.ts';

const newcomer: Balances = {
  creditsBalance: 0,
  subscriptionCreditsBalance: 0,
  freeCreditsUsed: 0,
  freeCreditsLimit: 2,
};

const mixed: Balances = {
  creditsBalance: 50,
  subscriptionCreditsBalance: 3,
  freeCreditsUsed: 1,
  freeCreditsLimit: 2,
};

describe('available credits', () => {
  // C1.22
  it('are what is left of the free ones, monthly and purchased ones together', () => {
    expect(available(newcomer)).toBe(2);
    expect(available(mixed)).toBe(54);
  });

  it('never count free credits below zero', () => {
    expect(available({ ...mixed, freeCreditsUsed: 5 })).toBe(53);
  });

  // C1.23
  it('are asked for one at a time by default', () => {
    expect(hasCredits(newcomer)).toBe(true);
    expect(hasCredits({ ...newcomer, freeCreditsUsed: 2 })).toBe(false);
    expect(hasCredits(mixed, 54)).toBe(true);
    expect(hasCredits(mixed, 55)).toBe(false);
  });
});

describe('a spend', () => {
  it.each([
    [1, { free: 1, subscription: 0, purchased: 0 }],
    [2, { free: 1, subscription: 1, purchased: 0 }],
    [4, { free: 1, subscription: 3, purchased: 0 }],
    [6, { free: 1, subscription: 3, purchased: 2 }],
    [54, { free: 1, subscription: 3, purchased: 50 }],
  ])('of %i takes free, then monthly, then purchased credits', (amount, buckets) => {
    // C1.19, C6.10
    expect(splitSpend(mixed, amount)).toEqual(buckets);
  });

  it('is refused when there are too few', () => {
    expect(splitSpend(mixed, 55)).toBeUndefined();
    // C6.9
    expect(splitSpend({ ...newcomer, freeCreditsUsed: 2 }, 1)).toBeUndefined();
  });

  it.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('of %d is no spend', (amount) => {
    expect(() => splitSpend(mixed, amount)).toThrow(RangeError);
  });

  it('changes each bucket', () => {
    expect(spend(mixed, { free: 1, subscription: 3, purchased: 2 })).toEqual({
      creditsBalance: 48,
      subscriptionCreditsBalance: 0,
      freeCreditsUsed: 2,
      freeCreditsLimit: 2,
    });
  });

  it.each([
    { free: 2, subscription: 0, purchased: 0 },
    { free: 0, subscription: 4, purchased: 0 },
    { free: 0, subscription: 0, purchased: 51 },
    { free: -1, subscription: 0, purchased: 0 },
  ])('cannot overdraw a bucket: %o', (buckets) => {
    expect(() => spend(mixed, buckets)).toThrow(RangeError);
  });
});

describe('a refund', () => {
  it('returns to the same buckets', () => {
    expect(refund({ ...newcomer, freeCreditsUsed: 2 }, { free: 1, subscription: 2, purchased: 3 })).toEqual({
      creditsBalance: 3,
      subscriptionCreditsBalance: 2,
      freeCreditsUsed: 1,
      freeCreditsLimit: 2,
    });
  });

  it('cannot return more free credits than were used', () => {
    expect(() => refund(newcomer, { free: 1, subscription: 0, purchased: 0 })).toThrow(RangeError);
  });
});

describe('a grant', () => {
  it('adds to each bucket and leaves what was used', () => {
    expect(grant(mixed, { free: 2, subscription: 15, purchased: 100 })).toEqual({
      creditsBalance: 150,
      subscriptionCreditsBalance: 18,
      freeCreditsUsed: 1,
      freeCreditsLimit: 4,
    });
  });

  it('is in whole credits', () => {
    expect(() => grant(mixed, { free: 0, subscription: 0.5, purchased: 0 })).toThrow(RangeError);
  });
});

describe('taking back', () => {
  it('stops at zero in each bucket and tells the shortfall', () => {
    expect(takeBack(mixed, { free: 2, subscription: 15, purchased: 20 })).toEqual({
      balances: {
        creditsBalance: 30,
        subscriptionCreditsBalance: 0,
        freeCreditsUsed: 1,
        freeCreditsLimit: 1,
      },
      taken: { free: 1, subscription: 3, purchased: 20 },
      shortfall: { free: 1, subscription: 12, purchased: 0 },
    });
  });
});

const pocketsArbitrary: fc.Arbitrary<CreditBuckets> = fc.record({
  free: fc.nat(5),
  subscription: fc.nat(40),
  purchased: fc.nat(200),
});

const balancesArbitrary: fc.Arbitrary<Balances> = fc
  .record({
    creditsBalance: fc.nat(300),
    subscriptionCreditsBalance: fc.nat(120),
    freeCreditsLimit: fc.nat(4),
    used: fc.nat(4),
  })
  .map(({ used, ...rest }) => ({ ...rest, freeCreditsUsed: Math.min(used, rest.freeCreditsLimit) }));

type Step =
  | { kind: 'spend'; amount: number }
  | { kind: 'refund'; which: number }
  | { kind: 'grant' | 'takeBack'; buckets: CreditBuckets };

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('spend' as const), amount: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant('refund' as const), which: fc.nat(50) }),
  fc.record({
    kind: fc.constantFrom('grant' as const, 'takeBack' as const),
    buckets: pocketsArbitrary,
  }),
);

describe('any sequence of bookings', () => {
  it('keeps every figure whole and at least zero, and its changes add up to the balance', () => {
    fc.assert(
      fc.property(balancesArbitrary, fc.array(stepArbitrary, { maxLength: 40 }), (start, steps) => {
        let balances = start;
        let sum = available(start);
        const refundable: CreditBuckets[] = [];
        for (const step of steps) {
          if (step.kind === 'spend') {
            const buckets = splitSpend(balances, step.amount);
            expect(buckets === undefined).toBe(available(balances) < step.amount);
            if (!buckets) continue;
            expect(totalOf(buckets)).toBe(step.amount);
            balances = spend(balances, buckets);
            sum -= step.amount;
            refundable.push(buckets);
          } else if (step.kind === 'refund') {
            const [buckets] = refundable.splice(step.which % Math.max(1, refundable.length), 1);
            if (!buckets) continue;
            balances = refund(balances, buckets);
            sum += totalOf(buckets);
          } else if (step.kind === 'grant') {
            balances = grant(balances, step.buckets);
            sum += totalOf(step.buckets);
          } else {
            const result = takeBack(balances, step.buckets);
            balances = result.balances;
            sum -= totalOf(result.taken);
            expect(totalOf(result.taken) + totalOf(result.shortfall)).toBe(totalOf(step.buckets));
          }
          expect(Object.values(balances).every((value) => Number.isSafeInteger(value) && value >= 0)).toBe(
            true,
          );
          expect(balances.freeCreditsUsed).toBeLessThanOrEqual(balances.freeCreditsLimit);
          expect(available(balances)).toBe(sum);
        }
      }),
    );
  });

  it('ends where it began when a spend is refunded', () => {
    fc.assert(
      fc.property(balancesArbitrary, fc.integer({ min: 1, max: 400 }), (balances, amount) => {
        const buckets = splitSpend(balances, amount);
        fc.pre(buckets !== undefined);
        expect(refund(spend(balances, buckets), buckets)).toEqual(balances);
      }),
    );
  });

  it('ends where it began when a grant is taken back untouched', () => {
    fc.assert(
      fc.property(balancesArbitrary, pocketsArbitrary, (balances, buckets) => {
        const result = takeBack(grant(balances, buckets), buckets);
        expect(result.balances).toEqual(balances);
        expect(totalOf(result.shortfall)).toBe(0);
      }),
    );
  });

  // C1.19
  it('never touches a later bucket while an earlier one has credits', () => {
    fc.assert(
      fc.property(balancesArbitrary, fc.integer({ min: 1, max: 400 }), (balances, amount) => {
        const buckets = splitSpend(balances, amount);
        fc.pre(buckets !== undefined);
        const left = bucketsOf(spend(balances, buckets));
        if (buckets.subscription > 0) expect(left.free).toBe(0);
        if (buckets.purchased > 0) expect(left.free + left.subscription).toBe(0);
      }),
    );
  });
});

describe('a credit amount', () => {
  // C5.47
  it.each([
    [1, undefined],
    [1000, undefined],
    [1001, 'Credit amount too large'],
    [0, 'Credit amount must be a whole number of at least 1'],
    [-1, 'Credit amount must be a whole number of at least 1'],
    [1.5, 'Credit amount must be a whole number of at least 1'],
    ['1', 'Credit amount must be a whole number of at least 1'],
  ])('of %j is judged', (amount, message) => {
    expect(creditAmountSchema.safeParse(amount).error?.issues[0]?.message).toBe(message);
  });
});

describe('parts of credits and negative numbers', () => {
  const buckets: CreditBuckets = { free: 0, subscription: 0, purchased: 0 };

  it.each([{ purchased: 0.5 }, { purchased: -1 }])('are refused everywhere: %o', (wrong) => {
    for (const change of [spend, refund, grant, takeBack])
      expect(() => change(mixed, { ...buckets, ...wrong }), change.name).toThrow(RangeError);
  });
});
