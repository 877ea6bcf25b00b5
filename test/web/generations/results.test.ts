import { describe, expect, it } from 'vitest';
import { coverOf, resultKey, resultsOf } from '#web/generations/results.ts';
import { doneGeneration, queuedGeneration } from './stored-generation.ts';

describe('results', () => {
  it('are the variations of a finished generation, with the original photo', () => {
    const results = resultsOf(doneGeneration);
    expect(results.map(({ variation, originalUrl }) => [variation, originalUrl])).toEqual([
      [0, '/media/original.jpg'],
      [1, '/media/original.jpg'],
    ]);
    expect(new Set(results.map(resultKey)).size).toBe(2);
  });

  it('replace the original photo if it is gone', () => {
    const [first] = resultsOf({ ...doneGeneration, originalUrl: null });
    expect(first?.originalUrl).toBe(first?.previewUrl);
  });

  it('are none before the generation is done, and after it failed', () => {
    expect(resultsOf(queuedGeneration)).toEqual([]);
    expect(resultsOf({ ...doneGeneration, state: 'failed' })).toEqual([]);
  });

  it('have a cover: the chosen variation once the generation is done', () => {
    expect(coverOf({ ...doneGeneration, cover: 1 })?.variation).toBe(1);
    expect(coverOf(queuedGeneration)).toBeUndefined();
  });
});
