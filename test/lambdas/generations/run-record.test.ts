import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureUser } from '#lambdas/accounts/user-store.ts';
import { spendCredits } from '#lambdas/credits/book-credits.ts';
import { readCredits } from '#lambdas/credits/credits-store.ts';
import { createSteps, findGeneration } from '#lambdas/generations/generation-store.ts';
import { LeaseLostError, takeLease } from '#lambdas/generations/lease-store.ts';
import { RunRecord } from '#lambdas/generations/run-record.ts';
import type { ModelCall } from '#lambdas/models/bedrock-client.ts';
import { reserveCost } from '#lambdas/models/budget-store.ts';
import { awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';
import { repeatUpdates, testTable } from '#test/support/dynamodb.ts';
import { storedGeneration } from '#test/support/stored-generation.ts';

const db = testTable();
awsJsonStub();
const userId = 'ada';
const id = '01J00000000000000000000001';

const call = (cost: number): ModelCall => ({
  model: 'controlStructure',
  region: 'us-east-1',
  startedAt: '2026-11-21T12:00:01.000Z',
  durationMs: 8000,
  outcome: 'made',
  cost,
});

const stored = () => findGeneration(userId, id);
const usage = async () => (await db.allItems()).filter(({ pk }) => String(pk).startsWith('USAGE#'));

async function startRun(): Promise<RunRecord> {
  const lease = await takeLease(userId, id);
  if (!lease) throw new Error('The generation has a lease already');
  return new RunRecord(lease);
}

beforeAll(() => {
  process.env.DAILY_MODEL_BUDGET =
    '{"free":50,"starter":200,"pro":500,"promptTests":20,"photos":50,"posts":50}';
});

beforeEach(async () => {
  await db.clear();
  await ensureUser({ userId, username: userId, email: 'ada@example.com', fullName: 'Ada', companyName: '' });
  const generation = storedGeneration({ id, userId, createdAt: '2026-11-21T12:00:00.000Z' });
  await spendCredits(
    { userId, idempotencyKey: `spend#${id}`, amount: 1, limits: { open: 1, day: 1 } },
    () => [...createSteps(generation), reserveCost('free', generation.budgetDay, generation.reservedCost)],
  );
});

it('a lease is taken also if the reply is lost and the request sent again, and counts no failed run', async () => {
  repeatUpdates();
  const lease = await takeLease(userId, id);
  expect(lease?.generation).toMatchObject({ id, state: 'processing', failedRuns: 0 });
  expect(await stored()).toMatchObject({ state: 'processing', leaseToken: lease?.token, failedRuns: 0 });
  expect(await takeLease(userId, id)).toBeUndefined();
});

describe('saving progress', () => {
  it('writes the change with the model calls so far, each once', async () => {
    const run = await startRun();
    run.addCall(call(70_000));
    run.addCall(call(30_000));
    await run.save(() => ({ step: 'painting' }));
    expect(await stored()).toMatchObject({ step: 'painting', modelCost: 100_000, modelCalls: 2 });
    expect(run.generation).toMatchObject({ step: 'painting', modelCost: 100_000 });
    await run.save(() => ({ step: 'finishing' }));
    expect(await stored()).toMatchObject({ step: 'finishing', modelCost: 100_000, modelCalls: 2 });
    expect(await usage()).toHaveLength(2);
  });

  it('at the same time shows each change what the one before has recorded', async () => {
    const run = await startRun();
    const seen: string[] = [];
    await Promise.all([
      run.save(() => ({ step: 'painting' })),
      run.save(({ step }) => {
        seen.push(step);
        return { original: 'media/original.jpg' };
      }),
    ]);
    expect(seen).toEqual(['painting']);
    expect(await stored()).toMatchObject({ step: 'painting', original: 'media/original.jpg' });
  });
});

describe('releasing the lease', () => {
  it('queues the generation again with the costs so far and counts the reason', async () => {
    const run = await startRun();
    run.addCall(call(70_000));
    const before = Date.now();
    await run.release(30, 'throttledRuns');
    const generation = await stored();
    expect(generation).toMatchObject({
      state: 'queued',
      throttledRuns: 1,
      failedRuns: 0,
      modelCost: 70_000,
      modelCalls: 1,
    });
    expect(generation.leaseToken).toBeUndefined();
    expect(Date.parse(generation.queuedAt) - before).toBeGreaterThanOrEqual(30_000);
    expect(await usage()).toHaveLength(1);
  });
});

describe('ending the generation', () => {
  const failed = { variations: [], fallback: false, refund: true, message: 'It failed.' };

  it('records the remaining calls and refunds once', async () => {
    const run = await startRun();
    run.addCall(call(70_000));
    await run.end(failed);
    expect(await stored()).toMatchObject({
      state: 'failed',
      refunded: true,
      modelCost: 70_000,
      modelCalls: 1,
    });
    expect(await readCredits(userId)).toMatchObject({ freeCreditsUsed: 0, openGenerations: 0 });
    expect(await usage()).toHaveLength(1);
    await expect(run.end(failed)).rejects.toThrow(LeaseLostError);
    expect(await usage()).toHaveLength(1);
  });
});

describe('a run that has lost its lease', () => {
  it('can write nothing', async () => {
    const run = await startRun();
    await run.release(0, 'failedRuns');
    await startRun();
    const before = await db.allItems();
    run.addCall(call(70_000));
    await expect(run.save(() => ({ step: 'painting' }))).rejects.toThrow(LeaseLostError);
    await expect(run.release(30, 'failedRuns')).rejects.toThrow(LeaseLostError);
    await expect(run.end({ variations: [], fallback: false, refund: true, message: null })).rejects.toThrow(
      LeaseLostError,
    );
    expect(await db.allItems()).toEqual(before);
  });

  it('books the calls that it had paid for, once, and adds them to the budget of the day', async () => {
    const run = await startRun();
    await run.release(0, 'failedRuns');
    const budget = async () => (await db.allItems()).find(({ pk }) => pk === 'BUDGET#free')?.committed;
    const before = Number(await budget());
    run.addCall(call(70_000));
    await run.bookLostCalls();
    await run.bookLostCalls();
    expect(await usage()).toEqual([expect.objectContaining({ cost: 70_000, leaseLost: true })]);
    expect(await budget()).toBe(before + 70_000);
    expect(await stored()).toMatchObject({ modelCost: 0 });
  });
});
