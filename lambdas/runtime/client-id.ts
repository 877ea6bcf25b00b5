import { decodeTime } from 'ulid';
import { AppError } from './app-error.ts';

/** Greatest difference between the time in a client's ULID and the server's clock, in milliseconds. */
export const maxClockDifference = 10 * 60_000;

/**
 * Checks the time in an id that a client made (a ULID), so that ids sort by time.
 * @throws AppError `id_out_of_time`
 */
export function checkIdTime(id: string): void {
  if (Math.abs(decodeTime(id) - Date.now()) > maxClockDifference) throw new AppError('id_out_of_time');
}

/** The error for an id that its client has used for another request. */
export function usedForAnother(): AppError {
  return new AppError('conflict', 'This id was used for another request');
}
