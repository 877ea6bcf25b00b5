import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { projectRoot } from '#lib/bundle.ts';
import { seededAccounts } from '#local/seed/accounts.ts';
import { seededCustomers } from '#local/seed/customers.ts';
import { history } from '#local/seed/history.ts';

it('goes from the past to yesterday, so that the clock only moves forward and ends before the present', () => {
  const hours = history.map(({ daysAgo, hour }) => -24 * daysAgo + hour);
  expect(hours).toEqual(hours.toSorted((a, b) => a - b));
  expect(Math.min(...history.map(({ daysAgo }) => daysAgo))).toBeGreaterThanOrEqual(1);
});

it('gives every seeded account its plan, and signs everybody up before anything else', () => {
  const signedUp = new Set<string>();
  const plans = new Map<string, string>();
  for (const { email, deed } of history) {
    if (deed.does === 'sign up') signedUp.add(email);
    expect(signedUp).toContain(email);
    if (deed.does === 'buy') plans.set(email, deed.plan);
  }
  for (const { email, ...person } of [...seededAccounts, ...seededCustomers]) {
    expect(signedUp).toContain(email);
    expect([email, plans.get(email)]).toEqual([email, person.plan]);
  }
});

it('shows pictures that are there, and makes those that the customers like best', () => {
  const made = new Map<string, string>();
  for (const { email, deed } of history)
    if (deed.does === 'make') {
      expect(existsSync(`${projectRoot}/web/pages/pictures/${deed.picture.drawn}-720.webp`)).toBe(true);
      made.set(deed.picture.name, email);
    }
  for (const { email, bestSeller } of seededCustomers)
    if (bestSeller !== undefined) expect(made.get(bestSeller)).toBe(email);
});

it('has nobody do two things at once, nor two pictures drawn, whose contents the history sets one by one', () => {
  for (const deeds of Map.groupBy(history, ({ daysAgo, hour }) => `${daysAgo} ${hour}`).values()) {
    expect(new Set(deeds.map(({ email }) => email)).size).toBe(deeds.length);
    expect(deeds.filter(({ deed }) => deed.does === 'make').length).toBeLessThanOrEqual(1);
  }
});
