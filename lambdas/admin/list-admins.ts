import { listRoles } from '#lambdas/accounts/role-store.ts';
import { readEmails } from '#lambdas/accounts/user-store.ts';
import type { AdminAccount } from '#shared/api/admin.ts';

/** All users with a role, in order of assignment. */
export async function listAdmins(): Promise<{ items: AdminAccount[] }> {
  const roles = await listRoles();
  const emails = await readEmails(roles.map(({ userId }) => userId));
  return { items: roles.map((role) => ({ ...role, email: emails.get(role.userId) ?? null })) };
}
