import { parseArgs } from 'node:util';
import { findVerifiedUser } from '#lambdas/accounts/find-verified-user.ts';
import { assignRole, readRole, removeRole, syncGroups } from '#lambdas/accounts/role-store.ts';
import type { Role } from '#lambdas/runtime/role.ts';
import type { AuditCommand } from '#shared/domain/audit-log.ts';
import { chooseStack, stackOptions, stackUsage } from './choose-stack.ts';

const usage = `Gives a role to somebody who has signed up: the way to the first super admin of a deployment.

Usage: npm run tool:make-admin -- <email> [--super] [options]

  --super                    Super admin, who can appoint further admins in the back office
${stackUsage}`;

/** Sets the role, whatever it was before. Returns a description of the change. */
export async function makeAdmin(email: string, role: Role, userPoolId: string): Promise<string> {
  const user = await findVerifiedUser(email, userPoolId);
  if (!user) throw new Error(`Nobody has signed up as ${email}`);
  const { userId } = user;
  const actor: AuditCommand = 'make-admin';
  const before = await readRole(userId);
  if (before !== role) {
    if (before && (await removeRole({ userId, actor })) === 'last_super_admin')
      throw new Error(`${email} is the last super admin and stays one`);
    if ((await assignRole({ userId, role, actor })) === 'account_closing')
      throw new Error(`The account of ${email} is being deleted`);
  }
  await syncGroups(userPoolId, userId);
  const name = role === 'super_admin' ? 'a super admin' : 'an admin';
  return before === role
    ? `${email} is ${name} already`
    : `${email} is ${name} now, from the next sign-in on`;
}

export async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { ...stackOptions, super: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [email] = positionals;
  if (values.help || email === undefined) {
    process.stdout.write(usage);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const { userPoolId } = chooseStack(values);
  const done = await makeAdmin(email, values.super ? 'super_admin' : 'admin', userPoolId);
  process.stdout.write(`${done}\n`);
}
