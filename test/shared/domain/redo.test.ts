import { describe, expect, it } from 'vitest';
import { hasRedoFallenShort, redoObstacle } from '#shared/domain/redo.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const days = (n: number) => new Date(now - n * 24 * 60 * 60_000).toISOString();
const done = { state: 'done', fallback: false, refunded: false, finishedAt: days(1) };

describe('a free redo', () => {
  it('is for finished pictures that were paid and kept, for seven days', () => {
    expect(redoObstacle(done, now)).toBeUndefined();
    expect(redoObstacle({ ...done, finishedAt: days(7) }, now)).toBeUndefined();
    expect(redoObstacle({ ...done, finishedAt: days(7.01) }, now)).toBe('expired');
    expect(redoObstacle({ ...done, state: 'processing', finishedAt: null }, now)).toBe('unfinished');
    expect(redoObstacle({ ...done, finishedAt: null }, now)).toBe('unfinished');
    expect(redoObstacle({ ...done, state: 'failed', refunded: true }, now)).toBe('refunded');
    expect(redoObstacle({ ...done, state: 'failed', redoOf: 'another' }, now)).toBe('is_redo');
    expect(redoObstacle({ ...done, state: 'failed' }, now)).toBe('unfinished');
    expect(redoObstacle({ ...done, refunded: true }, now)).toBe('refunded');
    expect(redoObstacle({ ...done, fallback: true, refunded: true }, now)).toBe('own_photo');
    expect(redoObstacle({ ...done, redoOf: 'another' }, now)).toBe('is_redo');
    expect(redoObstacle({ ...done, redoOf: null }, now)).toBeUndefined();
  });

  it('that ended with fewer than two new pictures does not count', () => {
    const [none, one, two] = [[], [0], [0, 1]];
    const fellShort = (redo: Parameters<typeof hasRedoFallenShort>[0]) => hasRedoFallenShort(redo, false);
    expect(fellShort({ state: 'failed', fallback: false, variations: none })).toBe(true);
    expect(fellShort({ state: 'done', fallback: true, variations: one })).toBe(true);
    expect(fellShort({ state: 'done', fallback: false, variations: one })).toBe(true);
    expect(fellShort({ state: 'done', fallback: false, variations: two })).toBe(false);
    expect(fellShort({ state: 'processing', fallback: false, variations: none })).toBe(false);
  });

  it('that is the last counts with one new picture, too', () => {
    expect(hasRedoFallenShort({ state: 'done', fallback: false, variations: [0] }, true)).toBe(false);
    expect(hasRedoFallenShort({ state: 'failed', fallback: false, variations: [] }, true)).toBe(true);
  });
});
