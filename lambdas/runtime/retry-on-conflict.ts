import { AppError } from './app-error.ts';
import { backOff } from './backoff.ts';
import { logger } from './logger.ts';

/** The result of an attempt that wrote nothing because another change came first. */
export const conflict = Symbol('conflict');

/**
 * Calls `attempt`, which reads, decides and writes, until it does not return `conflict`. The attempt gets its number,
 * from 1.
 * @throws AppError `busy` after the last attempt
 */
export async function retryOnConflict<T>(
  attempt: (number: number) => Promise<T | typeof conflict>,
  attempts = 20,
): Promise<T> {
  for (let number = 1; number <= attempts; number += 1) {
    const result = await attempt(number);
    if (result !== conflict) return result;
    if (number < attempts) await backOff(number, 10, 200);
  }
  logger.warn('Other changes came first in every attempt');
  throw new AppError('busy');
}
