import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadPatiently } from '#web/lib/load-patiently.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('loads again after a lost connection, seldom when it stays lost', async () => {
  let isOnline = false;
  const load = vi.fn(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module');
    return 'part';
  });
  const loaded = vi.fn();
  void loadPatiently(load).then(loaded);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(load.mock.calls.length).toBeGreaterThan(5);
  expect(load.mock.calls.length).toBeLessThan(20);
  expect(loaded).not.toHaveBeenCalled();
  isOnline = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(loaded).toHaveBeenCalledExactlyOnceWith('part');
});
