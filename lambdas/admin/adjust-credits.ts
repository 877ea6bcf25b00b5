import { adjustCredits as book } from '#lambdas/credits/book-credits.ts';
import { readCredits } from '#lambdas/credits/credits-store.ts';
import { putAuditLogEntry } from '#lambdas/platform/audit-log-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { usedForAnother } from '#lambdas/runtime/client-id.ts';
import type { adminRoutes } from '#shared/api/admin.ts';
import type { RouteInput, RouteReply } from '#shared/api/route.ts';
import { available } from '#shared/domain/credits.ts';

type Route = typeof adminRoutes.adjustCredits;

/**
 * Sets the purchased credits of a user and logs it, in one transaction with the ledger entry that keeps the reason.
 * Repeating a request changes nothing.
 * @throws AppError `balance_changed` with the new figure, `conflict` for the id of another request, `not_found`,
 * `account_closing`
 */
export async function adjustCredits(
  actor: string,
  userId: string,
  { id, seen, balance, reason }: RouteInput<Route>['body'],
): Promise<RouteReply<Route>> {
  // The screen lists only users with complete accounts, so a missing balance means that the user was deleted.
  const before = await readCredits(userId, 'This user was deleted');
  if (before.closedAt !== undefined) throw new AppError('account_closing');
  const result = await book(
    { userId, idempotencyKey: `adjust#${id}`, note: reason, seen, balance, credits: before },
    () => [
      putAuditLogEntry({
        actor,
        action: 'ADJUST_CREDITS',
        targetUserId: userId,
        details: { old_balance: seen, new_balance: balance, reason },
      }),
    ],
  );
  if (result.outcome === 'changed') {
    const { creditsBalance } = result.credits;
    throw new AppError('balance_changed', `The balance changed in the meantime: it is ${creditsBalance} now`);
  }
  if (result.outcome === 'exists') {
    const { purchased, note } = result.entry;
    if (purchased !== balance - seen || note !== reason) throw usedForAnother();
  }
  const credits = result.outcome === 'booked' ? result.credits : await readCredits(userId);
  return { ...credits, available: available(credits) };
}
