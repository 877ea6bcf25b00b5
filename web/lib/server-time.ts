import { decodeTime, ulid } from 'ulid';

/** The server's clock less this device's, in milliseconds; 0 while they agree to the minute. */
let difference = 0;

/** The same as exactly as it is known. */
let exact = Number.NEGATIVE_INFINITY;

/** Notes the server's time from the `Date` of an answer that no cache keeps. */
export function noteServerTime({ headers }: Response): void {
  const seen = Date.parse(headers.get('date') ?? '') - Date.now();
  if (Number.isNaN(seen)) return;
  // The header is cut to seconds and the answer takes time: the largest is the nearest.
  exact = Math.abs(seen - exact) > 60_000 ? seen : Math.max(exact, seen);
  // Anything less is the time that an answer takes.
  difference = Math.abs(seen) > 60_000 ? seen : 0;
}

/** The server's time in milliseconds; this device's while the server's is not known. */
export function serverNow(): number {
  return Date.now() + (Number.isFinite(exact) ? exact : 0);
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
