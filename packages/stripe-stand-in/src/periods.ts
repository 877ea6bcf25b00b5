/** Months and days of the calendar in UTC, as Stripe counts them. Times are seconds since 1970. */

export type Interval = 'day' | 'week' | 'month' | 'year';

const daySeconds = 86_400;

/** The same day and time `months` later, or the last day of the month if it has no such day. */
export const addMonths = (time: number, months: number): number => {
  const from = new Date(time * 1000);
  const target = new Date(from);
  target.setUTCDate(1);
  target.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return Math.floor(target.getTime() / 1000);
};

const addIntervals = (time: number, interval: Interval, count: number): number => {
  if (interval === 'month') return addMonths(time, count);
  if (interval === 'year') return addMonths(time, 12 * count);
  return time + count * daySeconds * (interval === 'week' ? 7 : 1);
};

/**
 * The end of the billing period that begins at `start`. It is counted from the anchor, so a subscription that began on
 * the 31st is billed on the 28th of February and again on the 31st of March.
 */
export const periodEnd = (anchor: number, start: number, interval: Interval, count: number): number => {
  for (let periods = 1; ; periods += 1) {
    const end = addIntervals(anchor, interval, periods * count);
    if (end > start) return end;
  }
};
