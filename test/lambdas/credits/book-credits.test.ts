import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  adjustCredits,
  grantCredits,
  openFreeGeneration,
  refundCredits,
  spendCredits,
  takeBackCredits,
} from '#lambdas/credits/book-credits.ts';
import { closeCredits, closeGeneration, readCredits } from '#lambdas/credits/credits-store.ts';
import { listEntries } from '#lambdas/credits/ledger-store.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { available, bucketsOf, type CreditBuckets } from '#shared/domain/credits.ts';
import { type TransactionFaults, testTable, transactionFaults } from '#test/support/dynamodb.ts';
import { propertyRuns } from '#test/support/property-runs.ts';
import { allEntries, expectSound, newUser, purchased } from './harness.ts';

const db = testTable();
let faults: TransactionFaults;

beforeAll(() => {
  faults = transactionFaults();
});
beforeEach(async () => {
  faults.next = () => undefined;
  await db.clear();
});

describe('spending', () => {
  it('refuses an amount that is too large or not whole, and books nothing', async () => {
    const userId = await newUser();
    const spend = (amount: number) => spendCredits({ userId, idempotencyKey: 'spend#1', amount });
    await expect(spend(1001)).rejects.toThrow('Invalid input: Credit amount too large');
    await expect(spend(0.5)).rejects.toThrow(
      'Invalid input: Credit amount must be a whole number of at least 1',
    );
    expect(await allEntries(userId)).toHaveLength(1);
  });

  it('says in its entry why, where there is a reason', async () => {
    const userId = await newUser();
    const limits = { open: 3, day: 9 };
    const redo = { userId, idempotencyKey: 'redo#1', limits, reason: 'cut_wrongly' } as const;
    expect(await openFreeGeneration(redo)).toMatchObject({ entry: { reason: 'cut_wrongly' } });
    const spent = await spendCredits({ userId, idempotencyKey: 'spend#1', amount: 1 });
    expect(spent).not.toHaveProperty('entry.reason');
    const { items, ...rest } = await listEntries(userId);
    expect(items.map(({ reason }) => reason)).toEqual([undefined, 'cut_wrongly', undefined]);
    expect(rest).toStrictEqual({});
  });

  it('needs an account', async () => {
    const spending = spendCredits({ userId: 'nobody', idempotencyKey: 'spend#1', amount: 1 });
    await expect(spending).rejects.toMatchObject({ code: 'not_found' });
  });

  it('takes free, then monthly, then purchased credits, and a refund returns them to the same buckets', async () => {
    const userId = await newUser();
    const given = { free: 0, subscription: 3, purchased: 5 };
    await grantCredits({ userId, idempotencyKey: 'plan#1', buckets: given });
    const spent = await spendCredits({ userId, idempotencyKey: 'spend#1', amount: 7, note: 'Burger' });
    expect(spent).toMatchObject({
      outcome: 'booked',
      buckets: { free: 2, subscription: 3, purchased: 2 },
      entry: { free: -2, subscription: -3, purchased: -2, availableAfter: 3, note: 'Burger', kind: 'spend' },
      credits: { freeCreditsUsed: 2, subscriptionCreditsBalance: 0, creditsBalance: 3 },
    });
    const buckets = { free: 2, subscription: 3, purchased: 2 };
    await refundCredits({ userId, idempotencyKey: 'refund#1', buckets, closesGeneration: false });
    expect(bucketsOf(await readCredits(userId))).toEqual({ ...given, free: 2 });
    await expectSound(userId);
  });

  it('is refunded once, and answers `exists` even when nothing more could be refunded', async () => {
    const userId = await newUser();
    await spendCredits({ userId, idempotencyKey: 'spend#1', amount: 1 });
    const buckets = { free: 1, subscription: 0, purchased: 0 };
    const refund = () =>
      refundCredits({ userId, idempotencyKey: 'refund#1', buckets, closesGeneration: false });
    expect((await refund()).outcome).toBe('booked');
    expect((await refund()).outcome).toBe('exists');
    await expect(
      refundCredits({ userId, idempotencyKey: 'refund#2', buckets, closesGeneration: false }),
    ).rejects.toThrow(RangeError);
    await expectSound(userId);
  });

  it('books an idempotency key once, and answers `exists` even when no credit is left', async () => {
    const userId = await newUser();
    const first = await spendCredits({ userId, idempotencyKey: 'spend#1', amount: 2 });
    const again = await spendCredits({ userId, idempotencyKey: 'spend#1', amount: 2 });
    expect(first.outcome).toBe('booked');
    expect(again).toEqual({ outcome: 'exists', entry: 'entry' in first && first.entry });
    expect(await spendCredits({ userId, idempotencyKey: 'spend#2', amount: 1 })).toEqual({
      outcome: 'insufficient',
      available: 0,
    });
    await expectSound(userId);
  });

  it('writes the record of what was paid for in the same transaction, or nothing', async () => {
    const userId = await newUser();
    const record = (pk: string) => ({
      put: { Item: { pk, sk: 'A' }, ConditionExpression: 'attribute_not_exists(pk)' },
      refused: 'taken' as const,
    });
    await spendCredits({ userId, idempotencyKey: 'spend#1', amount: 1 }, ({ buckets }) => {
      expect(buckets).toEqual({ free: 1, subscription: 0, purchased: 0 });
      return [record('record-1')];
    });
    const refused = await spendCredits({ userId, idempotencyKey: 'spend#2', amount: 1 }, () => [
      record('record-1'),
    ]);
    expect(refused).toEqual({ outcome: 'taken', current: { pk: 'record-1', sk: 'A' } });
    expect(available(await readCredits(userId))).toBe(1);
    await expectSound(userId);
  });

  // T8.T1, V2.3.4
  it('of twenty at once on 2 credits books exactly two', async () => {
    const userId = await newUser();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => spendCredits({ userId, idempotencyKey: `spend#${n}`, amount: 1 })),
    );
    const outcomes = results.map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome === 'insufficient')).toHaveLength(18);
    await expectSound(userId);
  });

  it('of ten at once with the same idempotency key books one', async () => {
    const userId = await newUser();
    const results = await Promise.all(
      Array.from({ length: 10 }, () => spendCredits({ userId, idempotencyKey: 'spend#1', amount: 2 })),
    );
    const outcomes = results.map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'exists')).toHaveLength(9);
    for (const result of results) expect(result).toMatchObject({ entry: { id: 'spend#1', free: -2 } });
    await expectSound(userId);
  });

  it('opens no more generations than allowed, also under concurrent requests', async () => {
    const userId = await newUser();
    await grantCredits({ userId, idempotencyKey: 'topup#1', buckets: purchased(20) });
    const spend = (n: number) =>
      spendCredits({ userId, idempotencyKey: `spend#${n}`, amount: 1, limits: { open: 3, day: 9 } });
    const results = await Promise.all(Array.from({ length: 8 }, (_, n) => spend(n)));
    expect(results.filter(({ outcome }) => outcome === 'booked')).toHaveLength(3);
    expect(results.filter(({ outcome }) => outcome === 'too_many_generations')).toHaveLength(5);
    await transact([closeGeneration(userId)]);
    const buckets = { free: 1, subscription: 0, purchased: 0 };
    await refundCredits({ userId, idempotencyKey: 'refund#1', buckets, closesGeneration: true });
    expect((await readCredits(userId)).openGenerations).toBe(1);
    expect((await spend(8)).outcome).toBe('booked');
    await expectSound(userId);
  });
});

describe('an account that is being deleted', () => {
  const limits = { open: 3, day: 9 };

  it('spends nothing and opens nothing, also on balances that were read before', async () => {
    const userId = await newUser();
    const credits = await readCredits(userId);
    await transact([closeCredits(userId, '2026-11-25T12:00:00.000Z')]);
    const closing = { code: 'account_closing' };
    await expect(spendCredits({ userId, idempotencyKey: 'spend#1', amount: 1 })).rejects.toMatchObject(
      closing,
    );
    await expect(
      spendCredits({ userId, idempotencyKey: 'spend#2', amount: 1, limits, credits }),
    ).rejects.toMatchObject(closing);
    await expect(
      openFreeGeneration({ userId, idempotencyKey: 'redo#1', limits, credits }),
    ).rejects.toMatchObject(closing);
    expect(await allEntries(userId)).toHaveLength(1);
  });

  it('still books refunds and payments', async () => {
    const userId = await newUser();
    const spent = await spendCredits({ userId, idempotencyKey: 'spend#1', amount: 1, limits });
    expect(spent).toMatchObject({ credits: { openGenerations: 1 } });
    await transact([closeCredits(userId, '2026-11-25T12:00:00.000Z')]);
    const buckets = { free: 1, subscription: 0, purchased: 0 };
    expect(
      await refundCredits({ userId, idempotencyKey: 'refund#1', buckets, closesGeneration: true }),
    ).toMatchObject({ outcome: 'booked', credits: { openGenerations: 0 } });
    expect(await grantCredits({ userId, idempotencyKey: 'topup#1', buckets: purchased(5) })).toMatchObject({
      outcome: 'booked',
    });
    await expectSound(userId);
  });
});

describe('a refund', () => {
  it('closes only its own generation, and none that has ended already', async () => {
    const userId = await newUser();
    const limits = { open: 3, day: 9 };
    await spendCredits({ userId, idempotencyKey: 'spend#1', amount: 2, limits });
    const buckets = { free: 1, subscription: 0, purchased: 0 };
    await refundCredits({ userId, idempotencyKey: 'refund#1', buckets, closesGeneration: false });
    const credits = await readCredits(userId);
    expect(credits.openGenerations).toBe(1);
    // It ends between the caller's read and the booking.
    await transact([closeGeneration(userId)]);
    expect(
      await refundCredits({ userId, idempotencyKey: 'refund#2', buckets, closesGeneration: true, credits }),
    ).toMatchObject({ outcome: 'booked', credits: { openGenerations: 0 } });
    expect((await readCredits(userId)).openGenerations).toBe(0);
  });
});

describe('a limit', () => {
  it('of generations a day counts those that ended, refunded or free, and begins anew the next day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T23:00:00Z') });
    try {
      const userId = await newUser();
      await grantCredits({ userId, idempotencyKey: 'topup#1', buckets: purchased(20) });
      const limits = { open: 5, day: 3 };
      const spend = (n: number) => spendCredits({ userId, idempotencyKey: `spend#${n}`, amount: 1, limits });
      for (const n of [1, 2]) {
        expect((await spend(n)).outcome).toBe('booked');
        await refundCredits({
          userId,
          idempotencyKey: `refund#${n}`,
          buckets: purchased(1),
          closesGeneration: true,
        });
      }
      expect((await openFreeGeneration({ userId, idempotencyKey: 'redo#1', limits })).outcome).toBe('booked');
      expect((await spend(3)).outcome).toBe('too_many_generations_today');
      expect((await openFreeGeneration({ userId, idempotencyKey: 'redo#2', limits })).outcome).toBe(
        'too_many_generations_today',
      );
      // The same request as before is still answered.
      expect((await spend(2)).outcome).toBe('exists');
      vi.setSystemTime(new Date('2026-11-22T23:59:59Z'));
      expect((await spend(3)).outcome).toBe('too_many_generations_today');
      vi.setSystemTime(new Date('2026-11-23T00:00:00Z'));
      expect((await spend(3)).outcome).toBe('booked');
      expect((await readCredits(userId)).generationsOfDay).toBe(1);
      await expectSound(userId);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is never reached by balances that are out of date', async () => {
    const userId = await newUser();
    const limits = { open: 1, day: 9 };
    await spendCredits({ userId, idempotencyKey: 'spend#1', amount: 2, limits });
    const credits = await readCredits(userId);
    // A purchase, and the end of the open generation, between the caller's read and the booking.
    await grantCredits({ userId, idempotencyKey: 'topup#1', buckets: purchased(5) });
    await transact([closeGeneration(userId)]);
    const late = { userId, amount: 1, credits };
    expect((await spendCredits({ ...late, idempotencyKey: 'spend#2' })).outcome).toBe('booked');
    expect((await spendCredits({ ...late, idempotencyKey: 'spend#3', limits })).outcome).toBe('booked');
    await expectSound(userId);
  });
});

describe('withdrawing', () => {
  it('takes at most the remaining credits, and logs what is missing', async () => {
    const warn = vi.spyOn(logger, 'warn');
    onTestFinished(() => warn.mockRestore());
    const userId = await newUser();
    await grantCredits({ userId, idempotencyKey: 'topup#1', buckets: purchased(5) });
    await spendCredits({ userId, idempotencyKey: 'spend#1', amount: 4 });
    const result = await takeBackCredits({
      userId,
      idempotencyKey: 'stripe-refund#1',
      buckets: purchased(5),
    });
    expect(result).toMatchObject({ outcome: 'booked', buckets: purchased(3), entry: { purchased: -3 } });
    expect(available(await readCredits(userId))).toBe(0);
    const missing = { userId, idempotencyKey: 'stripe-refund#1', shortfall: 2 };
    expect(warn.mock.calls).toEqual([['Credits to be withdrawn were already spent', missing]]);
    await grantCredits({ userId, idempotencyKey: 'topup#2', buckets: purchased(5) });
    const all = { userId, idempotencyKey: 'stripe-refund#2', buckets: purchased(5) } as const;
    expect(await takeBackCredits(all)).toMatchObject({ buckets: purchased(5) });
    expect((await takeBackCredits(all)).outcome).toBe('exists');
    expect(warn).toHaveBeenCalledTimes(1);
    await expectSound(userId);
  });

  // docs/runbook.md, credits-shortfall
  it('leaves what an open generation may return, which an operator then takes off', async () => {
    const userId = await newUser(0);
    await grantCredits({ userId, idempotencyKey: 'topup#1', buckets: purchased(5) });
    const limits = { open: 10, day: 100 };
    await spendCredits({ userId, idempotencyKey: 'spend#1', amount: 1, limits });
    await takeBackCredits({ userId, idempotencyKey: 'stripe-refund#1', buckets: purchased(5) });
    await refundCredits({
      userId,
      idempotencyKey: 'refund#1',
      buckets: purchased(1),
      closesGeneration: true,
    });
    const [returned] = await allEntries(userId);
    expect(returned).toMatchObject({ id: 'refund#1', purchased: 1, availableAfter: 1 });
    await adjustCredits({ userId, idempotencyKey: 'adjust#1', seen: 1, balance: 0 });
    expect(available(await readCredits(userId))).toBe(0);
    await expectSound(userId);
  });
});

describe('adjusting', () => {
  it('sets the purchased credits in both directions, once for each request', async () => {
    const userId = await newUser();
    const up = { userId, idempotencyKey: 'adjust#1', seen: 0, balance: 30 } as const;
    expect(await adjustCredits(up)).toMatchObject({ outcome: 'booked', entry: { purchased: 30 } });
    expect((await adjustCredits(up)).outcome).toBe('exists');
    const down = await adjustCredits({ userId, idempotencyKey: 'adjust#2', seen: 30, balance: 4 });
    expect(down).toMatchObject({ outcome: 'booked', entry: { purchased: -26 } });
    expect((await readCredits(userId)).creditsBalance).toBe(4);
    await expectSound(userId);
  });

  // T8.T1
  it('is refused when the balance is no longer what the admin saw', async () => {
    const userId = await newUser();
    await grantCredits({ userId, idempotencyKey: 'topup#1', buckets: purchased(5) });
    const result = await adjustCredits({ userId, idempotencyKey: 'adjust#1', seen: 0, balance: 10 });
    expect(result).toMatchObject({ outcome: 'changed', credits: { creditsBalance: 5 } });
    await expectSound(userId);
  });
});

type Operation =
  | { type: 'spend'; id: number; amount: number }
  | { type: 'refund'; id: number }
  | { type: 'grant'; id: number; buckets: CreditBuckets }
  | { type: 'takeBack'; id: number; buckets: CreditBuckets }
  | { type: 'adjust'; id: number; balance: number };

const id = fc.integer({ min: 1, max: 4 });
const bucket = fc.integer({ min: 0, max: 6 });
const buckets = fc.record({ free: bucket, subscription: bucket, purchased: bucket });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('spend'), id, amount: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('refund'), id }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('grant'), id, buckets }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('takeBack'), id, buckets }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('adjust'), id, balance: fc.integer({ min: 0, max: 9 }) }),
  },
) as fc.Arbitrary<Operation>;

/** Runs an operation and returns its outcome: `skipped` for a refund without a spend. */
async function run(userId: string, op: Operation): Promise<{ idempotencyKey: string; outcome: string }> {
  switch (op.type) {
    case 'spend': {
      const idempotencyKey = `spend#${op.id}` as const;
      const { outcome } = await spendCredits({ userId, idempotencyKey, amount: op.amount });
      return { idempotencyKey, outcome };
    }
    case 'refund': {
      const idempotencyKey = `refund#${op.id}` as const;
      const spent = (await allEntries(userId)).find((entry) => entry.id === `spend#${op.id}`);
      if (!spent) return { idempotencyKey, outcome: 'skipped' };
      const back = { free: -spent.free, subscription: -spent.subscription, purchased: -spent.purchased };
      const { outcome } = await refundCredits({
        userId,
        idempotencyKey,
        buckets: back,
        closesGeneration: false,
      });
      return { idempotencyKey, outcome };
    }
    case 'grant': {
      const idempotencyKey = `plan#${op.id}` as const;
      const { outcome } = await grantCredits({ userId, idempotencyKey, buckets: op.buckets });
      return { idempotencyKey, outcome };
    }
    case 'takeBack': {
      const idempotencyKey = `dispute#${op.id}` as const;
      const { outcome } = await takeBackCredits({ userId, idempotencyKey, buckets: op.buckets });
      return { idempotencyKey, outcome };
    }
    case 'adjust': {
      const idempotencyKey = `adjust#${op.id}` as const;
      const { creditsBalance } = await readCredits(userId);
      const { outcome } = await adjustCredits({
        userId,
        idempotencyKey,
        seen: creditsBalance,
        balance: op.balance,
      });
      return { idempotencyKey, outcome };
    }
  }
}

/** Repeats an operation whose reply was lost, as a client does. */
async function runUntilAnswered(
  userId: string,
  op: Operation,
): Promise<{ idempotencyKey: string; outcome: string }> {
  for (;;) {
    try {
      return await run(userId, op);
    } catch (error) {
      if (!(error instanceof Error && error.message === 'The reply was lost')) throw error;
    }
  }
}

describe('any operations in any order', () => {
  // T2.R1, T6.R1, V1.4.2, V2.3.4
  it('leave no negative balance and entries that add up, and book every idempotency key once', {
    timeout: 120_000,
  }, async () => {
    const groups = fc.array(fc.array(operation, { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 5,
    });
    const chances = fc.infiniteStream(fc.integer({ min: 0, max: 99 }));
    await fc.assert(
      fc.asyncProperty(groups, chances, async (concurrentGroups, chance) => {
        const userId = await newUser();
        faults.next = () => {
          const drawn = Number(chance.next().value);
          return drawn < 15 ? 'conflict' : drawn < 20 ? 'throttle' : drawn < 30 ? 'lost' : undefined;
        };
        const booked: string[] = [];
        for (const group of concurrentGroups) {
          const results = await Promise.all(group.map((op) => runUntilAnswered(userId, op)));
          booked.push(
            ...results
              .filter(({ outcome }) => outcome === 'booked')
              .map(({ idempotencyKey }) => idempotencyKey),
          );
        }
        faults.next = () => undefined;
        await expectSound(userId);
        // No key was answered with `booked` twice. After a lost reply the answer may be `exists`.
        expect(new Set(booked).size).toBe(booked.length);
        const keys = (await allEntries(userId)).map((entry) => entry.id);
        expect(keys).toEqual(expect.arrayContaining(booked));
      }),
      { numRuns: propertyRuns(14) },
    );
  });
});
