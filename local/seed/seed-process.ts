/**
 * Makes the seeded accounts: through Cognito's sign-up and its triggers, then plans by buying them at the local
 * Stripe and roles through the product's own store. Started by seed.ts with the environment of the stores; doing it
 * again changes nothing.
 */
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { assignRole, syncGroups } from '#lambdas/accounts/role-store.ts';
import { type SeededAccount, seededAccounts } from './accounts.ts';
import { buyPlan } from './buy-plan.ts';
import { signUp } from './sign-up.ts';
import { told } from './told.ts';

const { userPoolId, clientId } = await told();
const cognito = new CognitoIdentityProviderClient({});

async function give(userId: string, { plan, role }: SeededAccount): Promise<void> {
  if (plan) await buyPlan(userId, plan);
  if (role) {
    await assignRole({ userId, role, actor: 'seed' });
    await syncGroups(userPoolId, userId);
  }
}

/** What is bought and given takes its way through webhooks and streams: the next account signs up meanwhile. */
const given: Promise<void>[] = [];
// One after another: at once, each would wait for processes of the triggers of its own.
for (const account of seededAccounts) {
  const { email, fullName } = account;
  const userId = await signUp(cognito, { userPoolId, clientId }, { email, fullName });
  given.push(give(userId, account));
}
await Promise.all(given);
