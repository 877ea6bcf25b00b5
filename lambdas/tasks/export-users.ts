import { type AccountSummary, listUsers } from '#lambdas/accounts/user-store.ts';
import { bucketsOf, totalOf } from '#shared/domain/credits.ts';
import { planLabel } from '#shared/domain/plans.ts';
import { type Row, toCsv } from './csv.ts';
import { type ExportPart, type PartRequest, partOf } from './export-part.ts';

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

/** Users as CSV, newest first, page by page. */
export function exportUsers(request: PartRequest): ExportPart<string> {
  const { content, next } = partOf(request, async (cursor) => {
    const page = await listUsers({ search: '', sort: 'newest', cursor });
    return { items: page.items.map(toRow), next: page.cursor };
  });
  return { content: toCsv(header, content), next };
}

function toRow(user: AccountSummary): Row {
  const { userId, email, fullName, companyName, createdAt, planName, tier, role, credits } = user;
  const who = [userId, email, fullName, companyName, createdAt, planLabel(planName, tier), role];
  if (!credits) return who;
  const { purchased, subscription, free } = bucketsOf(credits);
  const total = totalOf({ purchased, subscription, free });
  return [...who, purchased, subscription, free, credits.freeCreditsUsed, total];
}
