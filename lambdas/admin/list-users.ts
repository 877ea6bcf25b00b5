import { type AccountSummary, listUsers as queryUsers } from '#lambdas/accounts/user-store.ts';
import type { AdminUser, adminRoutes } from '#shared/api/admin.ts';
import type { RouteInput, RouteReply } from '#shared/api/route.ts';
import { available } from '#shared/domain/credits.ts';

type Route = typeof adminRoutes.listUsers;

/** A page of users with their balances. */
export async function listUsers(query: RouteInput<Route>['query']): Promise<RouteReply<Route>> {
  const { items, ...rest } = await queryUsers(query);
  return { items: items.map(toAdminUser), ...rest };
}

function toAdminUser({ email, role, deletingAt, credits, ...user }: AccountSummary): AdminUser {
  return {
    ...user,
    email: email ?? null,
    role: role ?? null,
    deleting: deletingAt !== undefined,
    credits: credits ? { ...credits, available: available(credits) } : null,
  };
}
