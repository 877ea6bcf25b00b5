import { expect, it } from 'vitest';
import { allSettledOrThrow } from '#lambdas/runtime/all-settled-or-throw.ts';

it('gives the values in order', async () => {
  expect(await allSettledOrThrow([Promise.resolve(1), Promise.resolve('b')])).toEqual([1, 'b']);
});

it('throws only after every promise has settled, and the first error in order', async () => {
  let finish = (_error: Error) => {};
  const slow = new Promise<never>((_, reject) => {
    finish = reject;
  });
  let thrown: unknown;
  const all = allSettledOrThrow([slow, Promise.reject(new Error('second'))]).catch((error: unknown) => {
    thrown = error;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(thrown).toBeUndefined();
  finish(new Error('first'));
  await all;
  expect(thrown).toEqual(new Error('first'));
});
