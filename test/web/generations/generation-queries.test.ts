import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Generation } from '#shared/api/generations.ts';
import { generationQuery } from '#web/generations/generation-queries.ts';

beforeEach(() => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
});
afterEach(() => {
  vi.useRealTimers();
  environmentManager.setIsServer(() => true);
});

/** The times, in milliseconds, at which a generation is read that has these steps from these times on. */
async function polledAt(
  steps: readonly { readonly from: number; readonly reply: object }[],
  until: number,
  fails = { from: 0, to: 0 },
) {
  const began = Date.now();
  const polled: number[] = [];
  const { queryKey, refetchInterval } = generationQuery('01J');
  const client = new QueryClient();
  const queryFn = async () => {
    const now = Date.now() - began;
    polled.push(now);
    if (fails.from <= now && now < fails.to) throw new Error('429');
    return (steps.findLast(({ from }) => from <= now)?.reply ?? {}) as Generation;
  };
  // As after the answer to its creation.
  client.setQueryData(queryKey, steps[0]?.reply as Generation);
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn,
    ...(refetchInterval !== undefined && { refetchInterval }),
    staleTime: 60_000,
    retry: false,
    refetchIntervalInBackground: true,
  });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(until);
  stop();
  client.clear();
  return polled;
}

const queued = { state: 'queued', step: 'queued' };
const painting = { state: 'processing', step: 'painting' };
const finishing = { state: 'processing', step: 'finishing' };
const done = { state: 'done', step: 'done' };

it('polls a generation often at first, then each second, often again near its end, and not after its end', async () => {
  const polled = await polledAt(
    [
      { from: 0, reply: queued },
      { from: 500, reply: painting },
      { from: 4500, reply: finishing },
      { from: 5200, reply: done },
    ],
    20_000,
  );
  expect(polled).toEqual([300, 600, 900, 1200, 1500, 2500, 3500, 4500, 4650, 4800, 4950, 5100, 5250]);
});

it('polls every five seconds while it gets no answer, so that an address that asks too often comes below its limit', async () => {
  const polled = await polledAt([{ from: 0, reply: painting }], 20_000, { from: 2000, to: 16_000 });
  expect(polled).toEqual([300, 600, 900, 1200, 1500, 2500, 7500, 12_500, 17_500, 18_500, 19_500]);
});
