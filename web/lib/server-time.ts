import { decodeTime, ulid } from 'ulid';

/** The server's clock minus this device's, in milliseconds; 0 if they differ by less than a minute. */
let difference = 0;

/** The difference as exactly as it is known. */
let exact = Number.NEGATIVE_INFINITY;

/** Records the server's time from the `Date` header of a reply that is never cached. */
export function noteServerTime({ headers }: Response): void {
  const seen = Date.parse(headers.get('date') ?? '') - Date.now();
  if (Number.isNaN(seen)) return;
  // The header is cut to seconds and the reply takes time, so the largest difference is the most exact.
  exact = Math.abs(seen - exact) > 60_000 ? seen : Math.max(exact, seen);
  // A smaller difference may be the duration of the reply.
  difference = Math.abs(seen) > 60_000 ? seen : 0;
}

/** The server's time in milliseconds since 1970; this device's if the server's is unknown. */
export function serverNow(): number {
  return Date.now() + (Number.isFinite(exact) ? exact : 0);
}

/**
 * A new id with the server's time, as far as it is known: the API refuses ids that differ from its clock by more than
 * ten minutes, and a device's clock may be wrong.
 */
export function newId(): string {
  return ulid(Date.now() + difference);
}

/** Whether the id was made with a clock that has been corrected since. */
export function isOffServerTime(id: string): boolean {
  return Math.abs(decodeTime(id) - (Date.now() + difference)) > 5 * 60_000;
}
