/** The present moment, ISO 8601 in UTC with milliseconds: sorts as text. */
export function nowIso(): string {
  return new Date().toISOString();
}

/** Seconds since the epoch, `seconds` from now: the form of the table's expiry attribute. */
export function expiryIn(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

let londonDate: Intl.DateTimeFormat | undefined;

/** The calendar day in London, `2026-11-21`: the day that figures are counted by (readings 35). */
export function londonDay(moment: Date | string = new Date()): string {
  // Made when it is first needed: loading the time zones takes 15 ms of a function's start.
  londonDate ??= new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Europe/London',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return londonDate.format(typeof moment === 'string' ? new Date(moment) : moment);
}
