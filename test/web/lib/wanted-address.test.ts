import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropWantedAddress, keepWantedAddress, takeWantedAddress } from '#web/lib/wanted-address.ts';

const storageKey = 'platepost.wanted-address';
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  '/credits',
  '/studio?view=gallery',
  '/admin/users',
  '/nowhere/else?next=https://other.example',
])('leads back to %s, once', (path) => {
  keepWantedAddress(path);
  expect(takeWantedAddress()).toBe(path);
  expect(takeWantedAddress()).toBeUndefined();
});

const elsewhere = [
  '//other.example/studio',
  '/\\other.example',
  '/\t/other.example',
  '///other.example',
  'https://other.example/',
  'javascript:alert(1)',
  'data:text/html,hello',
  'other.example',
  '',
];

// V1.2.2, V3.7.2
it.each(elsewhere)('never leads to another site: %j', (path) => {
  keepWantedAddress(path);
  // T1.T2
  expect(takeWantedAddress()).toBeUndefined();
  // Nor when something else wrote it.
  stored.set(storageKey, JSON.stringify({ text: path, at: Date.now() }));
  expect(takeWantedAddress()).toBeUndefined();
});

it('is forgotten after half an hour, by a sign-up and when a newer release reads it', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  keepWantedAddress('/credits?success=true');
  vi.setSystemTime(Date.now() + 31 * 60_000);
  expect(takeWantedAddress()).toBeUndefined();
  keepWantedAddress('/credits');
  dropWantedAddress();
  expect(takeWantedAddress()).toBeUndefined();
  stored.set(storageKey, '/credits');
  expect(takeWantedAddress()).toBeUndefined();
});
