import { describe, expect, it } from 'vitest';
import { fromCursor, toCursor } from '#lambdas/runtime/cursor.ts';

const ledger = { gsi1pk: 'LEDGER#ada' };
const gallery = { pk: 'USER#ada' };
const encoded = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url');

describe('a cursor', () => {
  it.each([
    [{ pk: 'USER#ada', sk: 'GENERATION#1' }, gallery, 'GENERATION#'],
    [{ pk: 'USER#ada', sk: 'LEDGER#1', gsi1pk: 'LEDGER#ada', gsi1sk: '0001' }, ledger, ''],
  ])('of the list goes on where it stopped: %j', (key, partition, prefix) => {
    expect(fromCursor(toCursor(key), partition, prefix)).toEqual(key);
  });

  it.each<[string, unknown, Record<string, string>, string]>([
    ['of somebody else', { pk: 'USER#bob', sk: 'GENERATION#1' }, gallery, ''],
    ['without a sort key', { pk: 'USER#ada' }, gallery, ''],
    ['with an empty sort key', { pk: 'USER#ada', sk: '' }, gallery, ''],
    ['with something besides', { pk: 'USER#ada', sk: 'GENERATION#1', other: 'x' }, gallery, ''],
    ['that leaves the list', { pk: 'USER#ada', sk: 'ACCOUNT#CREDITS' }, gallery, 'GENERATION#'],
    ['with half a character', { pk: 'USER#ada', sk: 'GENERATION#\ud800' }, gallery, 'GENERATION#'],
    ['with a number', { pk: 'USER#ada', sk: 1 }, gallery, ''],
    ['with a list', { pk: 'USER#ada', sk: ['GENERATION#1'] }, gallery, ''],
    ['of a table for an index', { pk: 'USER#ada', sk: 'LEDGER#1' }, ledger, ''],
    ['of the index alone', { gsi1pk: 'LEDGER#ada', gsi1sk: '0001' }, ledger, ''],
    ['that is a list', [], gallery, ''],
    ['that is nothing', null, gallery, ''],
    ['that is a text', 'USER#ada', gallery, ''],
  ])('%s is refused', (_what, key, partition, prefix) => {
    // T2.T3, V1.5.2
    expect(() => fromCursor(encoded(key), partition, prefix)).toThrow(/Invalid cursor/);
  });

  it('that is no JSON is refused', () => {
    for (const text of ['', 'x', '%00', '{}', 'eyJ'])
      expect(() => fromCursor(text, gallery)).toThrow(/Invalid cursor/);
  });
});
