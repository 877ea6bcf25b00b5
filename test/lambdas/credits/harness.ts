import { expect } from 'vitest';
import { openCredits, readCredits } from '#lambdas/credits/credits-store.ts';
import { listEntries } from '#lambdas/credits/ledger-store.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import type { LedgerEntry } from '#shared/api/account.ts';
import { available, bucketsOf, type CreditBuckets } from '#shared/domain/credits.ts';

let users = 0;

/** Creates a user with free credits; returns the user's id. */
export async function newUser(free = 2): Promise<string> {
  users += 1;
  const userId = `user-${users}`;
  await transact(openCredits(userId, free, '2026-11-21T12:00:00.000Z'));
  return userId;
}

export function purchased(amount: number): CreditBuckets {
  return { free: 0, subscription: 0, purchased: amount };
}

export async function allEntries(userId: string): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await listEntries(userId, cursor, 7);
    entries.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return entries;
}

/** Checks what must hold for every user at any time. */
export async function expectSound(userId: string): Promise<void> {
  const credits = await readCredits(userId);
  const entries = (await allEntries(userId)).reverse();
  expect(entries).toHaveLength(credits.version);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  let balance = 0;
  const buckets = { free: 0, subscription: 0, purchased: 0 };
  for (const entry of entries) {
    for (const name of ['free', 'subscription', 'purchased'] as const) {
      buckets[name] += entry[name];
      balance += entry[name];
      expect(buckets[name]).toBeGreaterThanOrEqual(0);
    }
    expect(entry.availableAfter).toBe(balance);
  }
  expect(bucketsOf(credits)).toEqual(buckets);
  expect(available(credits)).toBe(balance);
  expect(credits.openGenerations).toBeGreaterThanOrEqual(0);
}
