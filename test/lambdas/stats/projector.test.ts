import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureUser } from '#lambdas/accounts/user-store.ts';
import { grantCredits, spendCredits } from '#lambdas/credits/book-credits.ts';
import { dynamodb } from '#lambdas/runtime/dynamodb.ts';
import { handler } from '#lambdas/stats/projector.lambda.ts';
import { recount } from '#lambdas/stats/recount.ts';
import { countActiveUsers, listUserCounters, readCounters, readDays } from '#lambdas/stats/stats-store.ts';
import { awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';
import { lambdaContext } from '#test/lambdas/runtime/http-event.ts';
import { type TransactionFaults, testTable, transactionFaults } from '#test/support/dynamodb.ts';
import { propertyRuns } from '#test/support/property-runs.ts';
import { tableStream } from './table-stream.ts';

const db = testTable({ stream: true });
awsJsonStub();
const stream = tableStream();
let faults: TransactionFaults;

beforeAll(() => {
  faults = transactionFaults();
});
beforeEach(startAfresh);

async function startAfresh(): Promise<void> {
  faults.next = () => undefined;
  await db.clear();
  await stream.read();
}

async function project(records: DynamoDBRecord[]) {
  return handler({ Records: records }, lambdaContext);
}

function generation(userId: string, id: string, createdAt: string, more: object = {}) {
  const keys = { pk: `USER#${userId}`, sk: `GENERATION#${id}` };
  const state = { state: 'queued', fallback: false, finishedAt: null, modelCalls: 0 };
  return { ...keys, userId, createdAt, templateName: 'Square Feed', inGallery: false, ...state, ...more };
}

/** A call of a model as the worker logs it. */
function usage(sk: string, cost: number, more: object = {}) {
  return {
    pk: 'USAGE#2026-11-21',
    sk,
    startedAt: '2026-11-21T12:00:00.000Z',
    outcome: 'made',
    cost,
    ...more,
  };
}

const readTotals = () => readCounters({ scope: 'total' });

async function put(Item: Record<string, unknown>): Promise<void> {
  await dynamodb().send(new PutCommand({ TableName: String(process.env.TABLE_NAME), Item }));
}

async function remove({ pk, sk }: { pk: string; sk: string }): Promise<void> {
  await dynamodb().send(new DeleteCommand({ TableName: String(process.env.TABLE_NAME), Key: { pk, sk } }));
}

async function signUp(userId: string): Promise<void> {
  await ensureUser({
    userId,
    username: userId,
    email: `${userId}@example.com`,
    fullName: '',
    companyName: '',
  });
}

/** All counters, without the marks of changes that were counted. */
async function statsItems() {
  return (
    (await db.allItems())
      .filter(({ pk }) => String(pk).startsWith('STATS#') && !String(pk).startsWith('STATS#SEEN#'))
      // A counter that came back to zero says the same as one that is not there.
      .map((item) => Object.fromEntries(Object.entries(item).filter(([, value]) => value !== 0)))
      .filter((item) => Object.keys(item).length > 2)
      .toSorted((a, b) => (`${a.pk} ${a.sk}` < `${b.pk} ${b.sk}` ? -1 : 1))
  );
}

describe('the projector', () => {
  it('counts what the stream of the table tells', async () => {
    await signUp('ada');
    await signUp('bob');
    await grantCredits({
      userId: 'ada',
      idempotencyKey: 'topup#1',
      buckets: { free: 0, subscription: 0, purchased: 50 },
    });
    await spendCredits({ userId: 'ada', idempotencyKey: 'spend#1', amount: 1 });
    const stored = generation('ada', '1', new Date().toISOString());
    await put(stored);
    const finishedAt = new Date().toISOString();
    await put({ ...stored, inGallery: true, state: 'done', finishedAt, modelCalls: 1 });
    await put(usage('a', 70_000));
    expect(await project(await stream.read())).toEqual({ batchItemFailures: [] });
    expect((await readDays(1))[0]).toMatchObject({ generations: 1, signUps: 2, paidCredits: 50 });
    expect(await readCounters({ scope: 'total' })).toEqual({
      users: 2,
      signUps: 2,
      generations: 1,
      images: 1,
      freeCreditsDistributed: 4,
      freeCreditsUsed: 1,
      paidCredits: 50,
      modelCalls: 1,
      modelCost: 70_000,
    });
    expect(await readCounters({ scope: 'template', of: 'Square Feed' })).toEqual({ generations: 1 });
    expect((await listUserCounters()).get('ada')?.generations).toBe(1);
  });

  it('keeps "generations ever" when one is deleted', async () => {
    const stored = generation('ada', '1', new Date().toISOString(), { inGallery: true });
    await put(stored);
    await remove(stored);
    await project(await stream.read());
    expect(await readTotals()).toMatchObject({ generations: 1, images: 0 });
  });

  // T5.T1
  it('counts a change once, however often it is delivered, also at once', async () => {
    await signUp('ada');
    for (const n of [1, 2, 3]) await put(generation('ada', `${n}`, '2026-11-21T12:00:00.000Z'));
    const records = await stream.read();
    await Promise.all([project(records), project(records), project(records)]);
    await project(records);
    expect(await readTotals()).toMatchObject({ users: 1, generations: 3 });
    expect((await listUserCounters()).get('ada')?.generations).toBe(3);
  });

  it('marks what it counted for 48 hours', async () => {
    await signUp('ada');
    await project(await stream.read());
    const marks = (await db.allItems()).filter(({ pk }) => String(pk).startsWith('STATS#SEEN#'));
    expect(marks.length).toBeGreaterThan(0);
    for (const { expiresAt } of marks)
      expect(Math.abs(Number(expiresAt) - Date.now() / 1000 - 48 * 3600)).toBeLessThan(60);
  });

  it('reports the change that failed and counts it when it comes again', async () => {
    await signUp('ada');
    await put(generation('ada', '1', '2026-11-21T12:00:00.000Z'));
    const records = await stream.read();
    faults.next = () => 'lost';
    const { batchItemFailures } = await project(records);
    expect(batchItemFailures).toHaveLength(1);
    faults.next = () => undefined;
    expect(await project(records)).toEqual({ batchItemFailures: [] });
    expect(await readTotals()).toMatchObject({ users: 1, generations: 1 });
  });

  it('its own writes would reach nobody: all of them begin with STATS#', async () => {
    await signUp('ada');
    await put(generation('ada', '1', '2026-11-21T12:00:00.000Z'));
    await project(await stream.read());
    expect(await stream.read()).toEqual([]);
  });
});

describe('active this week', () => {
  // B2.20, B7.15, B9.11
  it('counts each user once, on the day of the last generation, over seven days', async () => {
    await put(generation('ada', '1', '2026-11-10T12:00:00.000Z'));
    await put(generation('bob', '2', '2026-11-15T12:00:00.000Z'));
    await project(await stream.read());
    expect(await countActiveUsers('2026-11-16')).toBe(2);
    expect(await countActiveUsers('2026-11-17')).toBe(1);
    await put(generation('ada', '3', '2026-11-15T13:00:00.000Z'));
    await put(generation('ada', '4', '2026-11-16T12:00:00.000Z'));
    await project(await stream.read());
    expect(await countActiveUsers('2026-11-16')).toBe(2);
    expect(await countActiveUsers('2026-11-22')).toBe(1);
    expect(await countActiveUsers('2026-11-23')).toBe(0);
  });

  it('does not move a user back when an older change comes late', async () => {
    await put(generation('ada', '1', '2026-11-16T12:00:00.000Z'));
    await put(generation('ada', '2', '2026-11-10T12:00:00.000Z'));
    await project(await stream.read());
    expect((await listUserCounters()).get('ada')).toEqual({ generations: 2, lastActiveDay: '2026-11-16' });
    expect(await countActiveUsers('2026-11-16')).toBe(1);
  });
});

describe('the recount', () => {
  const user = fc.constantFrom('ada', 'bob', 'cy');
  const step = fc.oneof(
    { weight: 1, arbitrary: fc.record({ type: fc.constant('sign-up' as const), user }) },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant('generate' as const),
        user,
        day: fc.integer({ min: 1, max: 28 }),
        template: fc.constantFrom('Square Feed', 'Story Vertical'),
        inGallery: fc.boolean(),
        end: fc.constantFrom('done', 'failed', undefined),
        fallback: fc.boolean(),
        modelCalls: fc.nat({ max: 1 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('delete' as const), nth: fc.nat({ max: 9 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('use' as const),
        cost: fc.nat({ max: 80_000 }),
        outcome: fc.constantFrom('made', 'broken', 'refused'),
      }),
    },
  );
  const steps = fc.array(step, { minLength: 1, maxLength: 12 });

  type Script = typeof steps extends fc.Arbitrary<infer T> ? T : never;

  async function play(script: Script): Promise<void> {
    const made: ReturnType<typeof generation>[] = [];
    for (const [n, action] of script.entries()) {
      if (action.type === 'sign-up') await signUp(action.user);
      if (action.type === 'use') await put(usage(`${n}`, action.cost, { outcome: action.outcome }));
      if (action.type === 'generate') {
        const at = `2026-11-${String(action.day).padStart(2, '0')}T12:00:00.000Z`;
        const { template: templateName, inGallery, end, fallback, modelCalls } = action;
        const stored = generation(action.user, `${n}`, at, { templateName });
        await put(stored);
        if (end) await put({ ...stored, inGallery, state: end, finishedAt: at, fallback, modelCalls });
        made.push(stored);
      }
      if (action.type === 'delete') {
        const [stored] = made.splice(action.nth % Math.max(1, made.length), 1);
        if (stored) await remove(stored);
      }
    }
  }

  it('equals the counters, whatever happened', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        await startAfresh();
        await play(script);
        await project(await stream.read());
        const counted = await statsItems();
        await recount();
        expect(await statsItems()).toEqual(counted);
      }),
      { numRuns: propertyRuns(4) },
    );
  });

  it('finds all counters again when they were lost, if nothing was deleted', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        await startAfresh();
        await play(script.filter(({ type }) => type !== 'delete'));
        await project(await stream.read());
        const counted = await statsItems();
        for (const { pk, sk } of await statsItems()) await remove({ pk: String(pk), sk: String(sk) });
        await recount();
        expect(await statsItems()).toEqual(counted);
      }),
      { numRuns: propertyRuns(4) },
    );
  });

  it('mends counts of what exists in both directions', async () => {
    await signUp('ada');
    await put(generation('ada', '1', '2026-11-21T12:00:00.000Z', { inGallery: true }));
    await project(await stream.read());
    await put({ pk: 'STATS#TOTAL', sk: 'ALL', users: 9, images: 0, generations: 5 });
    expect((await recount()).items).toBeGreaterThan(3);
    expect(await readTotals()).toMatchObject({ users: 1, images: 1, generations: 5 });
  });
});
