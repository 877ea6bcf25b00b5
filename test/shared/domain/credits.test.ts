import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  available,
  type Balances,
  grant,
  hasCredits,
  type Pockets,
  pocketsOf,
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
  ])('of %i takes free, then monthly, then purchased credits', (amount, pockets) => {
    // C1.19, C6.10
    expect(splitSpend(mixed, amount)).toEqual(pockets);
  });

  it('is refused when there are too few', () => {
    expect(splitSpend(mixed, 55)).toBeUndefined();
    expect(splitSpend({ ...newcomer, freeCreditsUsed: 2 }, 1)).toBeUndefined();
  });

  it.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('of %d is no spend', (amount) => {
    expect(() => splitSpend(mixed, amount)).toThrow(RangeError);
  });

  it('changes each pocket', () => {
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
  ])('cannot overdraw a pocket: %o', (pockets) => {
    expect(() => spend(mixed, pockets)).toThrow(RangeError);
  });
});

describe('a refund', () => {
  it('returns to the same pockets', () => {
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
  it('adds to each pocket and leaves what was used', () => {
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
  it('stops at zero in each pocket and tells the shortfall', () => {
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

const pocketsArbitrary: fc.Arbitrary<Pockets> = fc.record({
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
  | { kind: 'grant' | 'takeBack'; pockets: Pockets };

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('spend' as const), amount: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant('refund' as const), which: fc.nat(50) }),
  fc.record({
    kind: fc.constantFrom('grant' as const, 'takeBack' as const),
    pockets: pocketsArbitrary,
  }),
);

describe('any sequence of bookings', () => {
  it('keeps every figure whole and at least zero, and its changes add up to the balance', () => {
    fc.assert(
      fc.property(balancesArbitrary, fc.array(stepArbitrary, { maxLength: 40 }), (start, steps) => {
        let balances = start;
        let sum = available(start);
        const refundable: Pockets[] = [];
        for (const step of steps) {
          if (step.kind === 'spend') {
            const pockets = splitSpend(balances, step.amount);
            expect(pockets === undefined).toBe(available(balances) < step.amount);
            if (!pockets) continue;
            expect(totalOf(pockets)).toBe(step.amount);
            balances = spend(balances, pockets);
            sum -= step.amount;
            refundable.push(pockets);
          } else if (step.kind === 'refund') {
            const [pockets] = refundable.splice(step.which % Math.max(1, refundable.length), 1);
            if (!pockets) continue;
            balances = refund(balances, pockets);
            sum += totalOf(pockets);
          } else if (step.kind === 'grant') {
            balances = grant(balances, step.pockets);
            sum += totalOf(step.pockets);
          } else {
            const result = takeBack(balances, step.pockets);
            balances = result.balances;
            sum -= totalOf(result.taken);
            expect(totalOf(result.taken) + totalOf(result.shortfall)).toBe(totalOf(step.pockets));
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
        const pockets = splitSpend(balances, amount);
        fc.pre(pockets !== undefined);
        expect(refund(spend(balances, pockets), pockets)).toEqual(balances);
      }),
    );
  });

  it('ends where it began when a grant is taken back untouched', () => {
    fc.assert(
      fc.property(balancesArbitrary, pocketsArbitrary, (balances, pockets) => {
        const result = takeBack(grant(balances, pockets), pockets);
        expect(result.balances).toEqual(balances);
        expect(totalOf(result.shortfall)).toBe(0);
      }),
    );
  });

  // C1.19
  it('never touches a later pocket while an earlier one has credits', () => {
    fc.assert(
      fc.property(balancesArbitrary, fc.integer({ min: 1, max: 400 }), (balances, amount) => {
        const pockets = splitSpend(balances, amount);
        fc.pre(pockets !== undefined);
        const left = pocketsOf(spend(balances, pockets));
        if (pockets.subscription > 0) expect(left.free).toBe(0);
        if (pockets.purchased > 0) expect(left.free + left.subscription).toBe(0);
      }),
    );
  });
});
