import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cachedFor } from '#lambdas/runtime/cached-for.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('reads again after its lifetime, or once it was told to forget', async () => {
  const source = vi.fn(async () => source.mock.calls.length);
  const { read, forget } = cachedFor(5_000, source);
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  vi.advanceTimersByTime(4_999);
  expect(await read()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await read()).toBe(2);
  forget();
  expect(await read()).toBe(3);
});

it('caches no failure', async () => {
  const source = vi.fn(async () => 'value').mockRejectedValueOnce(new Error('The table is busy'));
  const { read } = cachedFor(5_000, source);
  await expect(read()).rejects.toThrow('The table is busy');
  expect(await read()).toBe('value');
});
