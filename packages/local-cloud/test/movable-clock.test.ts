import { afterEach, expect, it } from 'vitest';
import { installMovableClock } from '#src/movable-clock.ts';

const RealDate = Date;
afterEach(() => {
  globalThis.Date = RealDate;
});

const day = 24 * 60 * 60 * 1000;

it('moves the present of every way to ask for it, and of no given time', () => {
  const clock = installMovableClock();
  const kept = Date.now;
  clock.shift(-30 * day);
  expect(clock.offset).toBe(-30 * day);
  for (const told of [Date.now(), kept(), Date.parse(new Date().toISOString()), Date.parse(Date())])
    expect(Math.abs(RealDate.now() - 30 * day - told)).toBeLessThan(2000);
  expect(new Date(0).toISOString()).toBe('1970-01-01T00:00:00.000Z');
  expect(new Date(2026, 0, 31).getDate()).toBe(31);
  expect(Date.UTC(1970, 0, 2)).toBe(day);

  clock.shift(0);
  expect(Math.abs(RealDate.now() - kept())).toBeLessThan(2000);
});

it('makes dates like any other, also in subclasses', () => {
  installMovableClock().shift(day);
  class Deadline extends Date {}
  expect(new Date()).toBeInstanceOf(RealDate);
  expect(new RealDate()).toBeInstanceOf(Date);
  expect(new Deadline()).toBeInstanceOf(Deadline);
  expect(structuredClone(new Date(5)).getTime()).toBe(5);
});
