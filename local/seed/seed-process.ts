/**
 * Creates the seeded accounts through Cognito's sign-up and its triggers, buys their plans at the Stripe stand-in and
 * assigns roles through the role store. Started by seed.ts; a second run changes nothing.
 */
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { assignRole, syncGroups } from '#lambdas/accounts/role-store.ts';
import type { AuditCommand } from '#shared/domain/audit-log.ts';
import { type SeededAccount, seededAccounts } from './accounts.ts';
import { buyPlan } from './buy-plan.ts';
import { receiveCloud } from './cloud-message.ts';
import { signUp } from './sign-up.ts';

const { userPoolId, clientId } = await receiveCloud();
const cognito = new CognitoIdentityProviderClient({});

async function give(userId: string, { plan, role }: SeededAccount): Promise<void> {
  if (plan) await buyPlan(userId, plan);
  if (role) {
    await assignRole({ userId, role, actor: 'seed' satisfies AuditCommand });
    await syncGroups(userPoolId, userId);
  }
}

/** Plans and roles take effect through webhooks and streams; the next account signs up in the meantime. */
const given: Promise<void>[] = [];
// One after another: in parallel, each sign-up would start another process for the triggers.
for (const account of seededAccounts) {
  const { email, fullName } = account;
  const userId = await signUp(cognito, { userPoolId, clientId }, { email, fullName });
  given.push(give(userId, account));
}
await Promise.all(given);
