import { expect, it } from 'vitest';
import { londonDay } from '#lambdas/runtime/time.ts';

it.each([
  ['2026-01-15T23:59:59.000Z', '2026-01-15'],
  ['2026-07-15T22:59:59.000Z', '2026-07-15'],
  ['2026-07-15T23:00:00.000Z', '2026-07-16'],
  ['2026-03-29T00:59:59.000Z', '2026-03-29'],
  ['2026-10-25T23:30:00.000Z', '2026-10-25'],
  ['2026-10-24T23:30:00.000Z', '2026-10-25'],
])('%s is %s in London', (moment, day) => {
  expect(londonDay(moment)).toBe(day);
  expect(londonDay(new Date(moment))).toBe(day);
});
