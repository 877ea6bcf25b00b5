import { type AccountSummary, listUsers } from '#lambdas/accounts/user-store.ts';
import { bucketsOf, totalOf } from '#shared/domain/credits.ts';
import { type Row, toCsv } from './csv.ts';

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

/** All users as CSV, newest first, page by page. */
export function exportUsers(): AsyncGenerator<string> {
  return toCsv(header, rows());
}

async function* rows(): AsyncGenerator<Row> {
  let cursor: string | undefined;
  do {
    const page = await listUsers({ search: '', sort: 'newest', cursor });
    yield* page.items.map(toRow);
    cursor = page.cursor;
  } while (cursor !== undefined);
}

function toRow(user: AccountSummary): Row {
  const { userId, email, fullName, companyName, createdAt, planName, role, credits } = user;
  const who = [userId, email, fullName, companyName, createdAt, planName, role];
  if (!credits) return who;
  const { purchased, subscription, free } = bucketsOf(credits);
  const total = totalOf({ purchased, subscription, free });
  return [...who, purchased, subscription, free, credits.freeCreditsUsed, total];
}
