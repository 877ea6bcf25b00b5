/**
 * Makes the seeded accounts: through Cognito's sign-up and its triggers, then plans by buying them at the local
 * Stripe and roles through the product's own store. Started by seed.ts with the environment of the stores; doing it
 * again changes nothing.
 */
import {
  AdminConfirmSignUpCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  SignUpCommand,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { assignRole, syncGroups } from '#lambdas/admin/role-store.ts';
import { type SeededAccount, seededAccounts, seedPassword } from './accounts.ts';
import { buyPlan } from './buy-plan.ts';

const [userPoolId = '', clientId = ''] = process.argv.slice(2);
const cognito = new CognitoIdentityProviderClient({});

async function seed({ email, fullName, plan, role }: SeededAccount): Promise<void> {
  const user = { UserPoolId: userPoolId, Username: email };
  try {
    await cognito.send(
      new SignUpCommand({
        ClientId: clientId,
        Username: email,
        Password: seedPassword,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'name', Value: fullName },
        ],
      }),
    );
  } catch (error) {
    if (!(error instanceof UsernameExistsException)) throw error;
  }
  const before = await cognito.send(new AdminGetUserCommand(user));
  if (before.UserStatus === 'UNCONFIRMED') await cognito.send(new AdminConfirmSignUpCommand(user));
  const userId = before.UserAttributes?.find(({ Name }) => Name === 'sub')?.Value;
  if (userId === undefined) throw new Error(`${email} has no sub`);
  if (plan) await buyPlan(userId, plan);
  if (role) {
    await assignRole({ userId, role, actor: 'seed' });
    await syncGroups(userPoolId, userId);
  }
}

// One after another: at once, each would wait for processes of the triggers of its own.
for (const account of seededAccounts) await seed(account);
