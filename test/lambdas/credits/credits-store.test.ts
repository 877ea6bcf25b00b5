import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  adjustCredits,
  closeJob,
  grantCredits,
  listEntries,
  openCredits,
  readCredits,
  refundCredits,
  spendCredits,
  takeBackCredits,
} from '#lambdas/credits/credits-store.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import type { LedgerEntry } from '#shared/api/account.ts';
import { available, type Pockets, pocketsOf } from '#shared/domain/credits.ts';
import { type TransactionFaults, testTable, transactionFaults } from '#test/support/dynamodb.ts';
import { propertyRuns } from '#test/support/property-runs.ts';

const db = testTable();
let faults: TransactionFaults;

beforeAll(() => {
  faults = transactionFaults();
});
beforeEach(async () => {
  faults.next = () => undefined;
  await db.clear();
});

let users = 0;

/** A new user with 2 free credits. */
async function newUser(free = 2): Promise<string> {
  users += 1;
  const userId = `user-${users}`;
  await transact(openCredits(userId, free, '2026-11-21T12:00:00.000Z'));
  return userId;
}

function purchased(amount: number): Pockets {
  return { free: 0, subscription: 0, purchased: amount };
}

async function allEntries(userId: string): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await listEntries(userId, cursor, 7);
    entries.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return entries;
}

/** What must hold of every user at any time. */
async function expectSound(userId: string): Promise<void> {
  const credits = await readCredits(userId);
  const entries = (await allEntries(userId)).reverse();
  expect(entries).toHaveLength(credits.version);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  let balance = 0;
  const pockets = { free: 0, subscription: 0, purchased: 0 };
  for (const entry of entries) {
    for (const name of ['free', 'subscription', 'purchased'] as const) {
      pockets[name] += entry[name];
      balance += entry[name];
      expect(pockets[name]).toBeGreaterThanOrEqual(0);
    }
    expect(entry.availableAfter).toBe(balance);
  }
  expect(pocketsOf(credits)).toEqual(pockets);
  expect(available(credits)).toBe(balance);
  expect(credits.openJobs).toBeGreaterThanOrEqual(0);
}

describe('an account', () => {
  it('begins with its free credits and the entry that explains them', async () => {
    const userId = await newUser();
    expect(await readCredits(userId)).toEqual({
      creditsBalance: 0,
      subscriptionCreditsBalance: 0,
      freeCreditsUsed: 0,
      freeCreditsLimit: 2,
      openJobs: 0,
      version: 1,
    });
    expect(await allEntries(userId)).toEqual([
      {
        id: 'free#sign-up',
        kind: 'free',
        free: 2,
        subscription: 0,
        purchased: 0,
        availableAfter: 2,
        note: '',
        createdAt: '2026-11-21T12:00:00.000Z',
      },
    ]);
  });

  it('without free credits has no entry', async () => {
    const userId = await newUser(0);
    expect(await allEntries(userId)).toEqual([]);
    await expectSound(userId);
  });

  it('that does not exist cannot spend', async () => {
    const spending = spendCredits({ userId: 'nobody', cause: 'spend#1', amount: 1 });
    await expect(spending).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('spending', () => {
  it('takes free, then monthly, then purchased credits, and a refund returns to the same pockets', async () => {
    const userId = await newUser();
    const given = { free: 0, subscription: 3, purchased: 5 };
    await grantCredits({ userId, cause: 'plan#1', pockets: given });
    const spent = await spendCredits({ userId, cause: 'spend#1', amount: 7, note: 'Burger' });
    expect(spent).toMatchObject({
      outcome: 'booked',
      pockets: { free: 2, subscription: 3, purchased: 2 },
      entry: { free: -2, subscription: -3, purchased: -2, availableAfter: 3, note: 'Burger', kind: 'spend' },
      credits: { freeCreditsUsed: 2, subscriptionCreditsBalance: 0, creditsBalance: 3 },
    });
    const pockets = { free: 2, subscription: 3, purchased: 2 };
    await refundCredits({ userId, cause: 'refund#1', pockets, closesJob: false });
    expect(pocketsOf(await readCredits(userId))).toEqual({ ...given, free: 2 });
    await expectSound(userId);
  });

  it('is refunded once, and says so even when nothing more could be given back', async () => {
    const userId = await newUser();
    await spendCredits({ userId, cause: 'spend#1', amount: 1 });
    const pockets = { free: 1, subscription: 0, purchased: 0 };
    const refund = () => refundCredits({ userId, cause: 'refund#1', pockets, closesJob: false });
    expect((await refund()).outcome).toBe('booked');
    expect((await refund()).outcome).toBe('exists');
    await expect(refundCredits({ userId, cause: 'refund#2', pockets, closesJob: false })).rejects.toThrow(
      RangeError,
    );
    await expectSound(userId);
  });

  it('books the same cause once, and says so even when nothing is left', async () => {
    const userId = await newUser();
    const first = await spendCredits({ userId, cause: 'spend#1', amount: 2 });
    const again = await spendCredits({ userId, cause: 'spend#1', amount: 2 });
    expect(first.outcome).toBe('booked');
    expect(again).toEqual({ outcome: 'exists', entry: 'entry' in first && first.entry });
    expect(await spendCredits({ userId, cause: 'spend#2', amount: 1 })).toEqual({
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
    await spendCredits({ userId, cause: 'spend#1', amount: 1 }, ({ pockets }) => {
      expect(pockets).toEqual({ free: 1, subscription: 0, purchased: 0 });
      return [record('job-1')];
    });
    const refused = await spendCredits({ userId, cause: 'spend#2', amount: 1 }, () => [record('job-1')]);
    expect(refused).toEqual({ outcome: 'taken', current: { pk: 'job-1', sk: 'A' } });
    expect(available(await readCredits(userId))).toBe(1);
    await expectSound(userId);
  });

  // T8.T1, V2.3.4
  it('of twenty at once on 2 credits books exactly two', async () => {
    const userId = await newUser();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => spendCredits({ userId, cause: `spend#${n}`, amount: 1 })),
    );
    const outcomes = results.map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome === 'insufficient')).toHaveLength(18);
    await expectSound(userId);
  });

  it('of ten at once with the same cause books one', async () => {
    const userId = await newUser();
    const results = await Promise.all(
      Array.from({ length: 10 }, () => spendCredits({ userId, cause: 'spend#1', amount: 2 })),
    );
    const outcomes = results.map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'exists')).toHaveLength(9);
    await expectSound(userId);
  });

  it('opens no more jobs at once than it may, also when asked at once', async () => {
    const userId = await newUser();
    await grantCredits({ userId, cause: 'topup#1', pockets: purchased(20) });
    const spend = (n: number) => spendCredits({ userId, cause: `spend#${n}`, amount: 1, maxOpenJobs: 3 });
    const results = await Promise.all(Array.from({ length: 8 }, (_, n) => spend(n)));
    expect(results.filter(({ outcome }) => outcome === 'booked')).toHaveLength(3);
    expect(results.filter(({ outcome }) => outcome === 'too_many_jobs')).toHaveLength(5);
    await transact([closeJob(userId)]);
    const pockets = { free: 1, subscription: 0, purchased: 0 };
    await refundCredits({ userId, cause: 'refund#1', pockets, closesJob: true });
    expect((await readCredits(userId)).openJobs).toBe(1);
    expect((await spend(8)).outcome).toBe('booked');
    await expectSound(userId);
  });
});

describe('taking back', () => {
  it('takes at most what is left', async () => {
    const userId = await newUser();
    await grantCredits({ userId, cause: 'topup#1', pockets: purchased(5) });
    await spendCredits({ userId, cause: 'spend#1', amount: 4 });
    const result = await takeBackCredits({ userId, cause: 'stripe-refund#1', pockets: purchased(5) });
    expect(result).toMatchObject({ outcome: 'booked', pockets: purchased(3), entry: { purchased: -3 } });
    expect(available(await readCredits(userId))).toBe(0);
    await expectSound(userId);
  });
});

describe('adjusting', () => {
  it('sets the purchased credits in both directions, once for each request', async () => {
    const userId = await newUser();
    const up = { userId, cause: 'adjust#1', seen: 0, balance: 30 } as const;
    expect(await adjustCredits(up)).toMatchObject({ outcome: 'booked', entry: { purchased: 30 } });
    expect((await adjustCredits(up)).outcome).toBe('exists');
    const down = await adjustCredits({ userId, cause: 'adjust#2', seen: 30, balance: 4 });
    expect(down).toMatchObject({ outcome: 'booked', entry: { purchased: -26 } });
    expect((await readCredits(userId)).creditsBalance).toBe(4);
    await expectSound(userId);
  });

  // T8.T1
  it('is refused when the balance is no longer what the admin saw', async () => {
    const userId = await newUser();
    await grantCredits({ userId, cause: 'topup#1', pockets: purchased(5) });
    const result = await adjustCredits({ userId, cause: 'adjust#1', seen: 0, balance: 10 });
    expect(result).toMatchObject({ outcome: 'changed', credits: { creditsBalance: 5 } });
    await expectSound(userId);
  });
});

describe('the ledger', () => {
  it('is listed newest first, page by page, and only to its owner', async () => {
    const userId = await newUser();
    for (let n = 1; n <= 9; n += 1)
      await grantCredits({ userId, cause: `topup#${n}`, pockets: purchased(1) });
    const first = await listEntries(userId, undefined, 4);
    expect(first.items.map(({ id }) => id)).toEqual(['topup#9', 'topup#8', 'topup#7', 'topup#6']);
    expect((await allEntries(userId)).map(({ id }) => id)).toHaveLength(10);
    const other = await newUser();
    await expect(listEntries(other, first.cursor)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(listEntries(userId, 'nonsense')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

type Operation =
  | { type: 'spend'; id: number; amount: number }
  | { type: 'refund'; id: number }
  | { type: 'grant'; id: number; pockets: Pockets }
  | { type: 'takeBack'; id: number; pockets: Pockets }
  | { type: 'adjust'; id: number; balance: number };

const id = fc.integer({ min: 1, max: 4 });
const pocket = fc.integer({ min: 0, max: 6 });
const pockets = fc.record({ free: pocket, subscription: pocket, purchased: pocket });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('spend'), id, amount: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('refund'), id }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('grant'), id, pockets }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('takeBack'), id, pockets }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('adjust'), id, balance: fc.integer({ min: 0, max: 9 }) }),
  },
) as fc.Arbitrary<Operation>;

/** Runs the operation; the result is its outcome, `skipped` for a refund without a spend. */
async function run(userId: string, op: Operation): Promise<{ cause: string; outcome: string }> {
  switch (op.type) {
    case 'spend': {
      const cause = `spend#${op.id}` as const;
      const { outcome } = await spendCredits({ userId, cause, amount: op.amount });
      return { cause, outcome };
    }
    case 'refund': {
      const cause = `refund#${op.id}` as const;
      const spent = (await allEntries(userId)).find((entry) => entry.id === `spend#${op.id}`);
      if (!spent) return { cause, outcome: 'skipped' };
      const back = { free: -spent.free, subscription: -spent.subscription, purchased: -spent.purchased };
      const { outcome } = await refundCredits({ userId, cause, pockets: back, closesJob: false });
      return { cause, outcome };
    }
    case 'grant': {
      const cause = `plan#${op.id}` as const;
      const { outcome } = await grantCredits({ userId, cause, pockets: op.pockets });
      return { cause, outcome };
    }
    case 'takeBack': {
      const cause = `dispute#${op.id}` as const;
      const { outcome } = await takeBackCredits({ userId, cause, pockets: op.pockets });
      return { cause, outcome };
    }
    case 'adjust': {
      const cause = `adjust#${op.id}` as const;
      const { creditsBalance } = await readCredits(userId);
      const { outcome } = await adjustCredits({ userId, cause, seen: creditsBalance, balance: op.balance });
      return { cause, outcome };
    }
  }
}

/** As a client does that did not hear back: it asks again. */
async function runUntilAnswered(userId: string, op: Operation): Promise<{ cause: string; outcome: string }> {
  for (;;) {
    try {
      return await run(userId, op);
    } catch (error) {
      if (!(error instanceof Error && error.message === 'The reply was lost')) throw error;
    }
  }
}

describe('whatever happens in whatever order', () => {
  // T2.R1, T6.R1, V1.4.2, V2.3.4
  it('no balance is negative, the entries add up, and every cause is booked once', {
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
          booked.push(...results.filter(({ outcome }) => outcome === 'booked').map(({ cause }) => cause));
        }
        faults.next = () => undefined;
        await expectSound(userId);
        // No cause was answered as booked twice; a lost reply may leave one that was answered as existing.
        expect(new Set(booked).size).toBe(booked.length);
        const causes = (await allEntries(userId)).map((entry) => entry.id);
        expect(causes).toEqual(expect.arrayContaining(booked));
      }),
      { numRuns: propertyRuns(14) },
    );
  });
});
