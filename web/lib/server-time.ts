import { decodeTime, ulid } from 'ulid';

/** The server's clock less this device's, in milliseconds; 0 while they agree to the minute. */
let difference = 0;

/** Notes the server's time from the `Date` of an answer that no cache keeps. */
export function noteServerTime({ headers }: Response): void {
  const seen = Date.parse(headers.get('date') ?? '') - Date.now();
  // Anything less is the time that an answer takes.
  if (!Number.isNaN(seen)) difference = Math.abs(seen) > 60_000 ? seen : 0;
}

/**
 * A new id, with the server's time as far as it is known: the API refuses ids that are more than ten minutes off its
 * clock, and the clock of a device may be wrong.
 */
export function newId(): string {
  return ulid(Date.now() + difference);
}

/** Whether the id was made by a clock that has been corrected since. */
export function isOffServerTime(id: string): boolean {
  return Math.abs(decodeTime(id) - (Date.now() + difference)) > 5 * 60_000;
}
