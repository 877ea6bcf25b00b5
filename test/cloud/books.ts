import { expect } from 'vitest';
import type { LedgerEntry } from '#shared/api/account.ts';
import type { TestUser } from '#test/support/sign-up.ts';

/** All entries of the user's ledger from the API, newest first. */
export async function ledgerOf(user: TestUser): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await user.call('listLedger', { query: cursor === undefined ? {} : { cursor } });
    entries.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return entries;
}

/** Expects the API's balance to be `credits` and the ledger to explain it, each idempotency key booked once. */
export async function expectBalance(user: TestUser, credits: number): Promise<void> {
  const [me, entries] = await Promise.all([user.call('getMe'), ledgerOf(user)]);
  const sum = entries.reduce((total, entry) => total + entry.free + entry.subscription + entry.purchased, 0);
  expect(me.credits.available).toBe(credits);
  expect(sum, 'the sum of the ledger').toBe(credits);
  expect(entries[0]?.availableAfter).toBe(credits);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
}
