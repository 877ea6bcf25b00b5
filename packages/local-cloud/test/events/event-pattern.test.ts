import { describe, expect, it } from 'vitest';
import { type EventPattern, matchesPattern } from '#src/events/event-pattern.ts';

const insert = {
  eventName: 'INSERT',
  dynamodb: {
    Keys: { pk: { S: 'USER#1' }, sk: { S: 'GENERATION#01' } },
    NewImage: { size: { N: '5' } },
    SizeBytes: 70,
  },
  tags: ['a', 'b'],
};

describe('filter patterns', () => {
  it.each<[string, EventPattern, boolean]>([
    ['a literal', { eventName: ['INSERT', 'REMOVE'] }, true],
    ['another literal', { eventName: ['MODIFY'] }, false],
    ['a prefix, deep', { dynamodb: { Keys: { sk: { S: [{ prefix: 'GENERATION#' }] } } } }, true],
    ['another prefix', { dynamodb: { Keys: { sk: { S: [{ prefix: 'LEDGER#' }] } } } }, false],
    ['a suffix', { dynamodb: { Keys: { sk: { S: [{ suffix: '#01' }] } } } }, true],
    ['anything but a list', { eventName: [{ 'anything-but': ['INSERT'] }] }, false],
    ['anything but, of nothing', { missing: [{ 'anything-but': ['x'] }] }, false],
    ['what exists', { eventName: [{ exists: true }] }, true],
    ['what does not exist', { missing: [{ exists: false }] }, true],
    ['a range of numbers', { dynamodb: { SizeBytes: [{ numeric: ['>', 50, '<=', 70] }] } }, true],
    ['outside of a range', { dynamodb: { SizeBytes: [{ numeric: ['>', 70] }] } }, false],
    ['without case', { eventName: [{ 'equals-ignore-case': 'insert' }] }, true],
    ['a member of a list', { tags: ['b'] }, true],
    ['both of two', { eventName: ['INSERT'], tags: ['c'] }, false],
    ['one of two', { $or: [{ eventName: ['REMOVE'] }, { tags: ['a'] }] }, true],
    ['deep in what is absent', { nothing: { at: { all: ['x'] } } }, false],
  ])('%s', (_name, pattern, expected) => {
    expect(matchesPattern(pattern, insert)).toBe(expected);
  });

  it('refuses a comparison that it does not know', () => {
    expect(() => matchesPattern({ eventName: [{ cidr: '10.0.0.0/8' }] }, insert)).toThrow('cidr');
  });

  it('refuse a comparison after anything-but, which only EventBridge documents', () => {
    const pattern = { eventName: [{ 'anything-but': { prefix: 'IN' } }] };
    expect(() => matchesPattern(pattern, insert)).toThrow('Lambda documents only values');
  });
});
