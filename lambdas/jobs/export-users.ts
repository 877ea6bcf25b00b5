import { type AccountSummary, listUsers } from '#lambdas/account/user-store.ts';
import { pocketsOf, totalOf } from '#shared/domain/credits.ts';
import { toCsv } from './csv.ts';

const header = [
  'User ID',
  'Email',
  'Full name',
  'Company',
  'Created',
  'Plan',
  'Role',
  'Purchased credits',
  'Monthly credits',
  'Free credits left',
  'Free credits used',
  'Available credits',
];

/** All users as CSV, newest first. */
export async function exportUsers(): Promise<string> {
  const users: AccountSummary[] = [];
  let cursor: string | undefined;
  do {
    const page = await listUsers({ search: '', sort: 'newest', cursor });
    users.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return toCsv(header, users.map(toRow));
}

function toRow({ userId, email, fullName, companyName, createdAt, planName, role, credits }: AccountSummary) {
  const who = [userId, email, fullName, companyName, createdAt, planName, role];
  if (!credits) return who;
  const { purchased, subscription, free } = pocketsOf(credits);
  const total = totalOf({ purchased, subscription, free });
  return [...who, purchased, subscription, free, credits.freeCreditsUsed, total];
}
