import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { beginDailyCheck, noteModelProblem, readModelProblems } from '#lambdas/models/model-state-store.ts';
import { testTable } from '#test/support/dynamodb.ts';

const db = testTable();
beforeEach(db.clear);

/** Moves the clock of this process to a moment, until the test ends. */
function at(moment: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) });
  onTestFinished(() => void vi.useRealTimers());
}

describe('the daily look at the models', () => {
  it('begins once a day (UTC)', async () => {
    at('2026-11-23T00:00:30Z');
    expect(await beginDailyCheck()).toBe(true);
    expect(await beginDailyCheck()).toBe(false);
    at('2026-11-23T23:59:30Z');
    expect(await beginDailyCheck()).toBe(false);
    at('2026-11-24T00:00:30Z');
    expect(await beginDailyCheck()).toBe(true);
  });
});

it('forgets a problem that was not seen for a day', async () => {
  at('2026-11-23T12:00:00Z');
  await noteModelProblem({ problem: 'legacy', model: 'a' });
  at('2026-11-24T12:00:00Z');
  expect(await readModelProblems()).toMatchObject([{ problem: 'legacy', model: 'a' }]);
  at('2026-11-24T15:00:00Z');
  expect(await readModelProblems()).toEqual([]);
});
