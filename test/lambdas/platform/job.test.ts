import { beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type Job, parseEach, runJob } from '#lambdas/platform/job.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { metrics } from '#lambdas/runtime/metrics.ts';

const failures = vi.spyOn(metrics, 'addMetric').mockImplementation(() => metrics);
const failed = () => failures.mock.calls.filter(([name]) => name === 'ReconcileFailed').length;

beforeEach(() => {
  failures.mockClear();
  logger.setLogLevel('SILENT');
});

function jobOf(change: Partial<Job<string>>): Job<string> & { readonly handled: string[] } {
  const handled: string[] = [];
  return {
    name: 'test',
    list: async () => ['a', 'b', 'c'],
    handle: async (item) => {
      handled.push(item);
    },
    describe: (item) => ({ item }),
    ...change,
    handled,
  };
}

it('handles every item in order', async () => {
  const job = jobOf({});
  await runJob(job);
  expect(job.handled).toEqual(['a', 'b', 'c']);
  expect(failed()).toBe(0);
});

it('counts a list that fails', async () => {
  const job = jobOf({ list: () => Promise.reject(new Error('down')) });
  await runJob(job);
  expect(job.handled).toEqual([]);
  expect(failed()).toBe(1);
});

it('counts an item that fails, and handles the others', async () => {
  const handled: string[] = [];
  const job = jobOf({
    handle: async (item) => {
      if (item === 'b') throw new Error('down');
      handled.push(item);
    },
  });
  await runJob(job);
  expect(handled).toEqual(['a', 'c']);
  expect(failed()).toBe(1);
});

it('counts items that do not fit their schema, and keeps the others', () => {
  const items = [{ id: 'a' }, { id: 7 }, {}, { id: 'd' }];
  expect(parseEach(z.object({ id: z.string() }), items)).toEqual([{ id: 'a' }, { id: 'd' }]);
  expect(failed()).toBe(2);
});

it.each([
  ['its own limit', { beginsWithin: 20_000 }, 15_000],
  ['the limit of every job', {}, 30_000],
])('leaves what it could not begin within %s for the next run', async (_limit, limit, takes) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const handled: string[] = [];
  await runJob(
    jobOf({
      ...limit,
      handle: async (item) => {
        handled.push(item);
        vi.setSystemTime(Date.now() + takes);
      },
    }),
  );
  vi.useRealTimers();
  expect(handled).toEqual(['a', 'b']);
  expect(failed()).toBe(0);
});
