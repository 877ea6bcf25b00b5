import { randomUUID } from 'node:crypto';
import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { vi } from 'vitest';
import { srpSignIn } from '#local/seed/srp-sign-in.ts';
import type { PlanId } from '#shared/domain/plans.ts';
import { createApiClient } from '#web/lib/api-client.ts';
import type { CloudAddress } from './cloud-address.ts';

export interface TestUser {
  userId: string;
  email: string;
  password: string;
  accessToken: string;
  idToken: string;
  refreshToken: string;
  /** The site's own typed client: `call('getMe')`. Throws ApiError. */
  call: ReturnType<typeof createApiClient>;
}

/** What is needed of a cloud to sign up with it. */
export type SignUpCloud = Pick<CloudAddress, 'url' | 'awsUrl' | 'region' | 'outputs' | 'accessKey'>;

const stores = new Map<string, ReturnType<typeof loadStores>>();

async function loadStores() {
  const { buyPlan } = await import('#local/seed/buy-plan.ts');
  const { assignRole, syncGroups } = await import('#lambdas/admin/role-store.ts');
  return { buyPlan, assignRole, syncGroups };
}

/**
 * The product's own stores, called in this process on the data of `cloud`. They read their table and the SDK
 * its endpoint from the environment, once: another cloud needs another copy of them.
 */
function storesOf({ awsUrl, region, outputs, accessKey }: SignUpCloud): ReturnType<typeof loadStores> {
  Object.assign(process.env, {
    TABLE_NAME: outputs.TableName,
    USER_POOL_ID: outputs.UserPoolId,
    STRIPE_SECRET_ARN: outputs.StripeSecretArn,
    AWS_REGION: region,
    AWS_ENDPOINT_URL: awsUrl,
    AWS_ACCESS_KEY_ID: accessKey.accessKeyId,
    AWS_SECRET_ACCESS_KEY: accessKey.secretAccessKey,
  });
  const loaded = stores.get(awsUrl);
  if (loaded) return loaded;
  if (stores.size > 0) vi.resetModules();
  const loading = loadStores();
  stores.set(awsUrl, loading);
  return loading;
}

/** The newest code that was sent to an address. */
export async function codeSentTo(cloud: Pick<CloudAddress, 'url'>, email: string): Promise<string> {
  const reply = await fetch(`${cloud.url}/_local/mail.json?to=${encodeURIComponent(email)}`);
  const [newest] = (await reply.json()) as { code?: string }[];
  if (newest?.code === undefined) throw new Error(`No code was sent to ${email}`);
  return newest.code;
}

/** A new person: signs up, confirms with the code from the mailbox and signs in, as in the browser. */
export async function signUpUser(
  cloud: SignUpCloud,
  options: { email?: string; fullName?: string; plan?: PlanId; role?: 'admin' | 'super_admin' } = {},
): Promise<TestUser> {
  const email = options.email ?? `${randomUUID()}@test.example`;
  const password = `dish-${randomUUID()}`;
  const { UserPoolId = '', UserPoolClientId = '' } = cloud.outputs;
  const cognito = new CognitoIdentityProviderClient({
    region: cloud.region,
    endpoint: cloud.awsUrl,
    credentials: cloud.accessKey,
  });
  await cognito.send(
    new SignUpCommand({
      ClientId: UserPoolClientId,
      Username: email,
      Password: password,
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'name', Value: options.fullName ?? 'Test Person' },
      ],
    }),
  );
  const ConfirmationCode = await codeSentTo(cloud, email);
  await cognito.send(
    new ConfirmSignUpCommand({ ClientId: UserPoolClientId, Username: email, ConfirmationCode }),
  );
  const { UserAttributes } = await cognito.send(new AdminGetUserCommand({ UserPoolId, Username: email }));
  const userId = UserAttributes?.find(({ Name }) => Name === 'sub')?.Value ?? '';
  if (options.plan) await (await storesOf(cloud)).buyPlan(userId, options.plan);
  if (options.role) {
    const { assignRole, syncGroups } = await storesOf(cloud);
    await assignRole({ userId, role: options.role, actor: 'test' });
    await syncGroups(UserPoolId, userId);
  }
  const signedIn = await srpSignIn(cognito, {
    userPoolId: UserPoolId,
    clientId: UserPoolClientId,
    email,
    password,
  });
  cognito.destroy();
  const { AccessToken = '', IdToken = '', RefreshToken = '' } = signedIn;
  return {
    userId,
    email,
    password,
    accessToken: AccessToken,
    idToken: IdToken,
    refreshToken: RefreshToken,
    call: createApiClient({
      fetch: (path, init) => fetch(new URL(String(path), cloud.url), init),
      accessToken: async () => AccessToken,
    }),
  };
}
