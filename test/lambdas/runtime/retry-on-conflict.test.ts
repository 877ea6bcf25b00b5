import { beforeAll, expect, it } from 'vitest';
import { logger } from '#lambdas/runtime/logger.ts';
import { conflict, retryOnConflict } from '#lambdas/runtime/retry-on-conflict.ts';

beforeAll(() => logger.setLogLevel('SILENT'));

it('tries again while other changes come first, and returns what the attempt returns', async () => {
  const numbers: number[] = [];
  const result = await retryOnConflict(async (number) => {
    numbers.push(number);
    return number < 3 ? conflict : 'done';
  });
  expect(result).toBe('done');
  expect(numbers).toEqual([1, 2, 3]);
});

it('also returns undefined after one attempt', async () => {
  let attempts = 0;
  const result = await retryOnConflict(async () => {
    attempts += 1;
  });
  expect(result).toBeUndefined();
  expect(attempts).toBe(1);
});

it('waits between the attempts, and gives up with "busy"', async () => {
  let attempts = 0;
  const start = performance.now();
  const result = retryOnConflict(async () => {
    attempts += 1;
    return conflict;
  }, 7);
  await expect(result).rejects.toMatchObject({ code: 'busy' });
  expect(attempts).toBe(7);
  expect(performance.now() - start).toBeGreaterThan(20);
});

it('does not repeat what fails for another reason', async () => {
  let attempts = 0;
  const result = retryOnConflict(async () => {
    attempts += 1;
    throw new Error('down');
  });
  await expect(result).rejects.toThrow('down');
  expect(attempts).toBe(1);
});
