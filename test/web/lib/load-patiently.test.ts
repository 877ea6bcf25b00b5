import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isLoadFailure, loadPatiently } from '#web/lib/load-patiently.ts';

let browser: EventTarget;
let isOnline: boolean;
const loaded = vi.fn();
const load = vi.fn(async () => {
  if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module');
  return 'part';
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  browser = new EventTarget();
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser));
  isOnline = false;
  loaded.mockClear();
  load.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('loads again after a lost connection, seldom when it stays lost', async () => {
  void loadPatiently(load).then(loaded);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(load.mock.calls.length).toBeGreaterThan(5);
  expect(load.mock.calls.length).toBeLessThan(20);
  expect(loaded).not.toHaveBeenCalled();
  isOnline = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(loaded).toHaveBeenCalledExactlyOnceWith('part');
});

it('loads as soon as the browser is online again', async () => {
  void loadPatiently(load).then(loaded);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  isOnline = true;
  browser.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(loaded).toHaveBeenCalledExactlyOnceWith('part');
});

it.each([
  'Failed to fetch dynamically imported module: https://platepost.example/assets/a.js',
  'error loading dynamically imported module: https://platepost.example/assets/a.js',
  'Importing a module script failed.',
])('recognises a script that could not be loaded: %s', (message) => {
  expect(isLoadFailure(new TypeError(message))).toBe(true);
  expect(isLoadFailure(new Error(message))).toBe(false);
  expect(isLoadFailure(new TypeError('x is not a function'))).toBe(false);
});
