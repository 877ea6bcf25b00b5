/** The current time, ISO 8601 in UTC with milliseconds; sorts as text. */
export function nowIso(): string {
  return new Date().toISOString();
}

/** The time `seconds` from now, in seconds since 1970: the format of the table's expiry attribute. */
export function expiryIn(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

let londonDate: Intl.DateTimeFormat | undefined;

/** The calendar day in London, e.g. `2026-11-21`, by which figures are counted (readings 35). */
export function londonDay(moment: Date | string = new Date()): string {
  // Created on first use: loading the time zones takes 15 ms of a cold start.
  londonDate ??= new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Europe/London',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return londonDate.format(typeof moment === 'string' ? new Date(moment) : moment);
}
