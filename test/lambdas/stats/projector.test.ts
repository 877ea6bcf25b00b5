import { describe, expect, it } from 'vitest';
import { grantCredits, spendCredits } from '#lambdas/credits/book-credits.ts';
import { asRestored } from '#lambdas/stats/counters.ts';
import { recount } from '#lambdas/stats/recount.ts';
import { listUserCounters, readCounters, readDays } from '#lambdas/stats/stats-store.ts';
import { generation, readTotals, statsHarness, usage } from './harness.ts';

const { allItems, project, put, readStream, remove, setFault, signUp, statsItems } = statsHarness();

describe('the projector', () => {
  it('counts the changes in the table’s stream', async () => {
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
    expect(await project(await readStream())).toEqual({ batchItemFailures: [] });
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
    await project(await readStream());
    expect(await readTotals()).toMatchObject({ generations: 1, images: 0 });
  });

  it('counts what was lost and put back as existing, and its events once', async () => {
    await signUp('ada');
    await grantCredits({
      userId: 'ada',
      idempotencyKey: 'topup#1',
      buckets: { free: 0, subscription: 0, purchased: 50 },
    });
    const finishedAt = '2026-11-21T12:00:00.000Z';
    const done = { state: 'done', finishedAt, fallback: true, inGallery: true };
    await put(generation('ada', '1', finishedAt, done));
    await project(await readStream());
    const counted = await statsItems();
    const items = (await allItems()).filter(({ pk }) => pk === 'USER#ada');
    for (const item of items) await remove(item as { pk: string; sk: string });
    await project(await readStream());
    expect(await readTotals()).toMatchObject({ users: 0, images: 0 });
    for (const item of items) await put(asRestored(item));
    await project(await readStream());
    expect(await statsItems()).toEqual(counted);
    await recount();
    expect(await statsItems()).toEqual(counted);
  });

  // T5.T1
  it('counts a change once, however often it is delivered, also at once', async () => {
    await signUp('ada');
    for (const n of [1, 2, 3])
      await put(generation('ada', `${n}`, '2026-11-21T12:00:00.000Z', { inGallery: true }));
    const records = await readStream();
    await Promise.all([project(records), project(records), project(records)]);
    await project(records);
    expect(await readTotals()).toMatchObject({ users: 1, generations: 3 });
    expect((await listUserCounters()).get('ada')?.generations).toBe(3);
  });

  it('marks what it counted for 48 hours', async () => {
    await signUp('ada');
    await project(await readStream());
    const marks = (await allItems()).filter(({ pk }) => String(pk).startsWith('STATS#SEEN#'));
    expect(marks.length).toBeGreaterThan(0);
    for (const { expiresAt } of marks)
      expect(Math.abs(Number(expiresAt) - Date.now() / 1000 - 48 * 3600)).toBeLessThan(60);
  });

  it('reports the change that failed and counts it when it comes again', async () => {
    await signUp('ada');
    await put(generation('ada', '1', '2026-11-21T12:00:00.000Z', { inGallery: true }));
    const records = await readStream();
    setFault(() => 'lost');
    const { batchItemFailures } = await project(records);
    expect(batchItemFailures).toHaveLength(1);
    setFault(() => undefined);
    expect(await project(records)).toEqual({ batchItemFailures: [] });
    expect(await readTotals()).toMatchObject({ users: 1, generations: 1 });
  });

  it('its own writes would reach nobody: all of them begin with STATS#', async () => {
    await signUp('ada');
    await put(generation('ada', '1', '2026-11-21T12:00:00.000Z', { inGallery: true }));
    await project(await readStream());
    expect(await readStream()).toEqual([]);
  });
});
