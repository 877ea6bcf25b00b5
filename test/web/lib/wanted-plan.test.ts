import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepWantedAddress, takeWantedAddress } from '#web/lib/wanted-address.ts';
import { dropWantedPlan, keepWantedPlan, takeWantedPlan, wantedPlan } from '#web/lib/wanted-plan.ts';

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

it('is the last choice, and is taken once', () => {
  keepWantedPlan('starter');
  keepWantedPlan('pro');
  expect(wantedPlan()).toBe('pro');
  expect(takeWantedPlan()).toBe('pro');
  expect(takeWantedPlan()).toBeUndefined();
});

it('expires after half an hour, and can be taken back', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  keepWantedPlan('starter');
  vi.setSystemTime(Date.now() + 31 * 60_000);
  expect(wantedPlan()).toBeUndefined();
  keepWantedPlan('starter');
  dropWantedPlan();
  expect(wantedPlan()).toBeUndefined();
});

it.each([
  '{"text":"enterprise","at":9e15}',
  '{"text":"toString","at":9e15}',
  '{"text":"pro"}',
  'null',
  'pro',
])('is nothing when something else was stored: %s', (text) => {
  stored.set('platepost.wanted-plan', text);
  expect(wantedPlan()).toBeUndefined();
});

it('leads from the sign-in to the credits page, whichever page was wanted before', () => {
  keepWantedAddress('/studio?view=gallery');
  keepWantedPlan('pro');
  expect(takeWantedAddress()).toBe('/credits');
  expect(takeWantedPlan()).toBe('pro');
  expect(takeWantedAddress()).toBeUndefined();
});
