import { describe, expect, it } from 'vitest';
import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import { effectOf } from '#lambdas/stats/counters.ts';

const counted = {
  userId: 'ada',
  createdAt: '2026-07-15T23:30:00.000Z',
  templateName: 'Square Feed',
  inGallery: false,
  fallback: false,
  finishedAt: null,
  modelCalls: 0,
} satisfies Partial<StoredGeneration>;
const generation = { pk: 'USER#ada', sk: 'GENERATION#1', state: 'queued', ...counted };
const finishedAt = '2026-07-16T23:30:00.000Z';
const profile = { pk: 'USER#ada', sk: 'ACCOUNT#PROFILE', createdAt: '2026-11-21T12:00:00.000Z' };

const entry = (kind: string, free: number, subscription: number, purchased: number) => ({
  pk: 'USER#ada',
  sk: `LEDGER#${kind}#1`,
  kind,
  free,
  subscription,
  purchased,
  createdAt: '2026-07-15T23:30:00.000Z',
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
    const done = { ...generation, state: 'done', finishedAt, modelCalls: 2, inGallery: true };
    expect(effectOf(generation, done)?.increments).toEqual([{ scope: 'total', name: 'images', by: 1 }]);
    expect(effectOf(done, { ...done, cover: 1 })?.increments).toEqual([]);
    expect(effectOf(done, undefined)?.increments).toEqual([{ scope: 'total', name: 'images', by: -1 }]);
  });

  it('that failed counts as no image, and its removal takes none away', () => {
    const failed = { ...generation, state: 'failed', finishedAt };
    expect(effectOf(generation, failed)?.increments).toEqual([
      { scope: 'total', name: 'failures', by: 1 },
      { scope: 'day', of: '2026-07-17', name: 'failures', by: 1 },
    ]);
    expect(effectOf(failed, failed)?.increments).toEqual([]);
    expect(effectOf(failed, undefined)?.increments).toEqual([]);
  });

  it("that ended with the customer's own photo is an image and a failure", () => {
    const fallback = { ...generation, state: 'done', finishedAt, inGallery: true, fallback: true };
    expect(effectOf(generation, fallback)?.increments.map(({ name }) => name)).toEqual([
      'images',
      'failures',
      'failures',
    ]);
  });

  it('whose cost was never logged is counted for an estimate', () => {
    const done = { ...generation, state: 'done', finishedAt };
    // B9.19
    expect(effectOf(generation, done)?.increments).toEqual([
      { scope: 'total', name: 'unloggedGenerations', by: 1 },
    ]);
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
      { scope: 'total', name: 'signUps', by: 1 },
      { scope: 'day', of: '2026-11-21', name: 'signUps', by: 1 },
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
    const increments = effectOf(undefined, item)?.increments ?? [];
    const total = increments.filter(({ scope }) => scope === 'total');
    expect(total.map(({ name, by }) => [name, by])).toEqual(expected);
    // What is shown by day is counted by day, in London.
    for (const increment of increments.filter(({ scope }) => scope === 'day')) {
      const { name, by } = increment;
      expect(increment).toEqual({ scope: 'day', of: '2026-07-16', name, by });
      expect(total).toContainEqual({ scope: 'total', name, by });
    }
  });

  it('that leaves with its user stays counted', () => {
    const item = entry('topup', 0, 0, 50);
    expect(effectOf(item, undefined)).toBeUndefined();
    expect(effectOf(undefined, { ...item, pk: 'FORMER#pseudonym' })).toBeUndefined();
  });
});

describe('a call of a model', () => {
  const usage = {
    pk: 'USAGE#2026-11-21',
    sk: '1',
    startedAt: '2026-11-21T12:00:00.000Z',
    outcome: 'made',
    cost: 70_000,
  };
  const totals = (item: object) =>
    Object.fromEntries(
      (effectOf(undefined, { ...usage, ...item })?.increments ?? [])
        .filter(({ scope }) => scope === 'total')
        .map(({ name, by }) => [name, by]),
    );

  it('counts with its cost, in all and on the day', () => {
    expect(effectOf(undefined, usage)?.increments).toEqual([
      { scope: 'total', name: 'modelCalls', by: 1 },
      { scope: 'day', of: '2026-11-21', name: 'modelCalls', by: 1 },
      { scope: 'total', name: 'modelCost', by: 70_000 },
      { scope: 'day', of: '2026-11-21', name: 'modelCost', by: 70_000 },
    ]);
  });

  it('costs by its tokens where they are logged', () => {
    const usageMetadata = { promptTokenCount: 1000, candidatesTokenCount: 100, totalTokenCount: 1100 };
    // 1000 × $0.3 + 100 × $2.5 + 2 × 1290 × $30, each a million tokens.
    // B7.19, B9.17, B9.18
    expect(totals({ usageMetadata, images: 2 })).toEqual({ modelCalls: 1, modelCost: 300 + 250 + 77_400 });
  });

  it('of a prompt test counts its cost apart as well, because nobody generated anything', () => {
    expect(totals({ purpose: 'test' })).toEqual({
      modelCalls: 1,
      modelCost: 70_000,
      promptTestCost: 70_000,
    });
  });

  it('is an error unless it was made, or the customer sent what no model takes', () => {
    expect(totals({ outcome: 'broken', cost: 0 })).toEqual({ modelCalls: 1, modelErrors: 1 });
    expect(totals({ outcome: 'refused', cost: 0 })).toEqual({ modelCalls: 1 });
  });
});

it.each([
  { pk: 'STATS#TOTAL', sk: 'ALL' },
  { pk: 'USER#ada', sk: 'ACCOUNT#CREDITS' },
  { pk: 'USER#ada', sk: 'GALLERY' },
  { pk: 'OPEN', sk: '1' },
])('%o counts for nothing', (item) => {
  expect(effectOf(undefined, item)).toBeUndefined();
});
