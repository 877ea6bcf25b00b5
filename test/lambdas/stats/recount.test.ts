import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recount } from '#lambdas/stats/recount.ts';
import { propertyRuns } from '#test/support/property-runs.ts';
import { generation, readTotals, statsHarness, usage } from './harness.ts';

const { project, put, readStream, remove, signUp, startAfresh, statsItems } = statsHarness();

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

  it('equals the counters after any events', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        await startAfresh();
        await play(script);
        await project(await readStream());
        const counted = await statsItems();
        await recount();
        expect(await statsItems()).toEqual(counted);
      }),
      { numRuns: propertyRuns(4) },
    );
  });

  it('restores all counters after their loss, if nothing was deleted', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        await startAfresh();
        await play(script.filter(({ type }) => type !== 'delete'));
        await project(await readStream());
        const counted = await statsItems();
        for (const { pk, sk } of await statsItems()) await remove({ pk: String(pk), sk: String(sk) });
        await recount();
        expect(await statsItems()).toEqual(counted);
      }),
      { numRuns: propertyRuns(4) },
    );
  });

  it('corrects counts of existing items in both directions', async () => {
    await signUp('ada');
    await put(generation('ada', '1', '2026-11-21T12:00:00.000Z', { inGallery: true }));
    await project(await readStream());
    await put({ pk: 'STATS#TOTAL', sk: 'ALL', users: 9, images: 0, generations: 5 });
    expect((await recount()).items).toBeGreaterThan(3);
    expect(await readTotals()).toMatchObject({ users: 1, images: 1, generations: 5 });
  });

  it('lowers the credits of the ledger, of which it sees every entry', async () => {
    await signUp('ada');
    await project(await readStream());
    await put({
      pk: 'STATS#TOTAL',
      sk: 'ALL',
      freeCreditsDistributed: 9,
      freeCreditsUsed: 4,
      paidCredits: 50,
    });
    await recount();
    expect(await readTotals()).toMatchObject({
      freeCreditsDistributed: 2,
      freeCreditsUsed: 0,
      paidCredits: 0,
    });
  });
});
