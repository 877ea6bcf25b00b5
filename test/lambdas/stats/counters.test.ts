import { describe, expect, it } from 'vitest';
import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import { effectOf } from '#lambdas/stats/counters.ts';

const counted = {
  userId: 'ada',
  createdAt: '2026-07-15T23:30:00.000Z',
  templateName: 'Square Feed',
  inGallery: false,
} satisfies Partial<StoredGeneration>;
const generation = { pk: 'USER#ada', sk: 'GENERATION#1', state: 'queued', ...counted };
const profile = { pk: 'USER#ada', sk: 'ACCOUNT#PROFILE', createdAt: '2026-11-21T12:00:00.000Z' };

const entry = (kind: string, free: number, subscription: number, purchased: number) => ({
  pk: 'USER#ada',
  sk: `LEDGER#${kind}#1`,
  kind,
  free,
  subscription,
  purchased,
});

describe('a generation', () => {
  it('counts when it starts: in all, on its London day, for its template and for its user', () => {
    expect(effectOf(undefined, generation)).toEqual({
      increments: [
        { scope: 'total', name: 'generations', by: 1 },
        { scope: 'day', of: '2026-07-16', name: 'generations', by: 1 },
        { scope: 'template', of: 'Square Feed', name: 'generations', by: 1 },
      ],
      activity: { userId: 'ada', day: '2026-07-16' },
    });
  });

  it('counts as an image while the gallery has it', () => {
    const done = { ...generation, state: 'done', inGallery: true };
    expect(effectOf(generation, done)?.increments).toEqual([{ scope: 'total', name: 'images', by: 1 }]);
    expect(effectOf(done, { ...done, cover: 1 })?.increments).toEqual([]);
    expect(effectOf(done, undefined)?.increments).toEqual([{ scope: 'total', name: 'images', by: -1 }]);
  });

  it('that failed counts as no image, and its removal takes none away', () => {
    const failed = { ...generation, state: 'failed' };
    expect(effectOf(generation, failed)?.increments).toEqual([]);
    expect(effectOf(failed, undefined)?.increments).toEqual([]);
  });

  it('that tests a prompt does not count', () => {
    expect(effectOf(undefined, { ...generation, purpose: 'test' })).toBeUndefined();
  });

  it('that is corrupt is an error', () => {
    expect(() => effectOf(undefined, { ...generation, templateName: undefined })).toThrow();
  });
});

describe('a user', () => {
  it('counts on sign-up, in all and on the day, and leaves the total when deleted', () => {
    expect(effectOf(undefined, profile)?.increments).toEqual([
      { scope: 'total', name: 'users', by: 1 },
      { scope: 'day', of: '2026-11-21', name: 'users', by: 1 },
    ]);
    expect(effectOf(profile, { ...profile, fullName: 'Ada' })?.increments).toEqual([]);
    expect(effectOf(profile, undefined)?.increments).toEqual([{ scope: 'total', name: 'users', by: -1 }]);
  });
});

describe('a ledger entry', () => {
  it.each([
    [entry('free', 2, 0, 0), [['freeCreditsDistributed', 2]]],
    [entry('spend', -1, 0, 0), [['freeCreditsUsed', 1]]],
    [entry('spend', -1, -2, 0), [['freeCreditsUsed', 1]]],
    [entry('refund', 1, 0, 0), [['freeCreditsUsed', -1]]],
    [entry('plan', 0, 40, 0), [['paidCredits', 40]]],
    [entry('topup', 0, 0, 50), [['paidCredits', 50]]],
    [entry('stripe-refund', 0, 0, -30), [['paidCredits', -30]]],
    [entry('dispute', 0, -5, 0), [['paidCredits', -5]]],
    [entry('adjust', 0, 0, 9), []],
    [entry('spend', 0, 0, -1), []],
  ])('%o adds %o', (item, expected) => {
    const increments = effectOf(undefined, item)?.increments.map(({ name, by }) => [name, by]);
    expect(increments).toEqual(expected);
  });

  it('that leaves with its user stays counted', () => {
    expect(effectOf(entry('topup', 0, 0, 50), undefined)).toBeUndefined();
  });
});

it('a call of a model counts with its cost', () => {
  expect(effectOf(undefined, { pk: 'USAGE#2026-11-21', sk: '1', cost: 70_000 })?.increments).toEqual([
    { scope: 'total', name: 'modelCalls', by: 1 },
    { scope: 'total', name: 'modelCost', by: 70_000 },
  ]);
});

it.each([
  { pk: 'STATS#TOTAL', sk: 'ALL' },
  { pk: 'USER#ada', sk: 'ACCOUNT#CREDITS' },
  { pk: 'USER#ada', sk: 'GALLERY' },
  { pk: 'OPEN', sk: '1' },
])('%o counts for nothing', (item) => {
  expect(effectOf(undefined, item)).toBeUndefined();
});
