import { describe, expect, it } from 'vitest';
import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import { incrementsOf } from '#lambdas/stats/counters.ts';

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

describe('a free redo', () => {
  it('counts by its reason, once, and no credit', () => {
    const redo = { ...entry('redo', 0, 0, 0), reason: 'cut_wrongly' };
    expect(incrementsOf(undefined, redo)?.counters).toEqual([
      { scope: 'total', name: 'redo_cut_wrongly', by: 1 },
      { scope: 'day', of: '2026-07-16', name: 'redo_cut_wrongly', by: 1 },
    ]);
    expect(incrementsOf(redo, undefined)).toBeUndefined();
  });
});

describe('a generation', () => {
  // B2.20, B9.11
  it('counts when it becomes an image: in all, on the London day it was begun, for its template and its user', () => {
    expect(incrementsOf(undefined, generation)?.counters).toEqual([]);
    const done = { ...generation, state: 'done', finishedAt, modelCalls: 2, inGallery: true };
    const counts = {
      counters: [
        { scope: 'total', name: 'images', by: 1 },
        { scope: 'total', name: 'generations', by: 1 },
        { scope: 'day', of: '2026-07-16', name: 'generations', by: 1 },
        { scope: 'template', of: 'Square Feed', name: 'generations', by: 1 },
      ],
      activeUser: { userId: 'ada', day: '2026-07-16' },
    };
    expect(incrementsOf(generation, done)).toEqual(counts);
    // A recount sees the image alone.
    expect(incrementsOf(undefined, done)).toEqual(counts);
  });

  it('counts as an image while the gallery has it', () => {
    const done = { ...generation, state: 'done', finishedAt, modelCalls: 2, inGallery: true };
    expect(incrementsOf(done, { ...done, cover: 1 })?.counters).toEqual([]);
    expect(incrementsOf(done, undefined)?.counters).toEqual([{ scope: 'total', name: 'images', by: -1 }]);
  });

  it('that failed counts as no image and makes nobody active, and its removal takes none away', () => {
    const failed = { ...generation, state: 'failed', finishedAt };
    expect(incrementsOf(generation, failed)).not.toHaveProperty('activeUser');
    expect(incrementsOf(generation, failed)?.counters).toEqual([
      { scope: 'total', name: 'failures', by: 1 },
      { scope: 'day', of: '2026-07-17', name: 'failures', by: 1 },
    ]);
    expect(incrementsOf(failed, failed)?.counters).toEqual([]);
    expect(incrementsOf(failed, undefined)?.counters).toEqual([]);
  });

  it('that failed because of the photo or the words counts as a failure, and as a refusal of the day', () => {
    const refused = { ...generation, state: 'failed', finishedAt, inputRefused: true };
    expect(incrementsOf(generation, refused)?.counters).toEqual([
      { scope: 'total', name: 'failures', by: 1 },
      { scope: 'day', of: '2026-07-17', name: 'failures', by: 1 },
      { scope: 'day', of: '2026-07-17', name: 'refusals', by: 1 },
    ]);
    expect(incrementsOf(refused, refused)?.counters).toEqual([]);
  });

  it("that ended with the customer's own photo is an image and a failure", () => {
    const fallback = { ...generation, state: 'done', finishedAt, inGallery: true, fallback: true };
    expect(incrementsOf(generation, fallback)?.counters.map(({ name }) => name)).toEqual([
      'images',
      'failures',
      'failures',
      'generations',
      'generations',
      'generations',
    ]);
  });

  it('whose cost was never logged is counted for an estimate', () => {
    const done = { ...generation, state: 'done', finishedAt };
    // B9.19
    expect(incrementsOf(generation, done)?.counters).toEqual([
      { scope: 'total', name: 'unloggedGenerations', by: 1 },
    ]);
  });

  it('that only retouched the photo has no cost to be logged', () => {
    const retouched = { adapter: 'photo-retouch' };
    const done = { ...generation, state: 'done', finishedAt, variations: [retouched, retouched] };
    expect(incrementsOf(generation, done)?.counters).toEqual([]);
    const drawn = { ...done, variations: [retouched, { adapter: 'stability-composite' }] };
    expect(incrementsOf(generation, drawn)?.counters).toHaveLength(1);
  });

  it('that tests a prompt does not count', () => {
    expect(incrementsOf(undefined, { ...generation, purpose: 'test' })).toBeUndefined();
  });

  it('that is corrupt is an error', () => {
    expect(() => incrementsOf(undefined, { ...generation, templateName: undefined })).toThrow();
  });
});

describe('a user', () => {
  it('counts on sign-up, in all and on the day, and leaves the total when deleted', () => {
    expect(incrementsOf(undefined, profile)?.counters).toEqual([
      { scope: 'total', name: 'users', by: 1 },
      { scope: 'total', name: 'signUps', by: 1 },
      { scope: 'day', of: '2026-11-21', name: 'signUps', by: 1 },
    ]);
    expect(incrementsOf(profile, { ...profile, fullName: 'Ada' })?.counters).toEqual([]);
    expect(incrementsOf(profile, undefined)?.counters).toEqual([{ scope: 'total', name: 'users', by: -1 }]);
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
    const increments = incrementsOf(undefined, item)?.counters ?? [];
    const total = increments.filter(({ scope }) => scope === 'total');
    expect(total.map(({ name, by }) => [name, by])).toEqual(expected);
    // What is shown by day is counted by day, in London.
    for (const increment of increments.filter(({ scope }) => scope === 'day')) {
      const { name, by } = increment;
      expect(increment).toEqual({ scope: 'day', of: '2026-07-16', name, by });
      expect(total).toContainEqual({ scope: 'total', name, by });
    }
  });

  it('that is deleted with its user stays counted', () => {
    const item = entry('topup', 0, 0, 50);
    expect(incrementsOf(item, undefined)).toBeUndefined();
    expect(incrementsOf(undefined, { ...item, pk: 'FORMER#pseudonym' })).toBeUndefined();
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
      (incrementsOf(undefined, { ...usage, ...item })?.counters ?? [])
        .filter(({ scope }) => scope === 'total')
        .map(({ name, by }) => [name, by]),
    );

  it('counts with its cost, in all and on the day', () => {
    expect(incrementsOf(undefined, usage)?.counters).toEqual([
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

  it('of a prompt test also counts its cost separately, because no customer generated anything', () => {
    expect(totals({ purpose: 'test', outcome: 'broken', cost: 0 })).toEqual({
      modelCalls: 1,
      modelErrors: 1,
      testCalls: 1,
      testErrors: 1,
    });
    expect(totals({ purpose: 'test' })).toEqual({
      modelCalls: 1,
      testCalls: 1,
      modelCost: 70_000,
      promptTestCost: 70_000,
    });
  });

  it('counts as an error unless it succeeded or was refused because of the customer’s input', () => {
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
  expect(incrementsOf(undefined, item)).toBeUndefined();
});
