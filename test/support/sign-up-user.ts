import { vi } from 'vitest';
import type { PlanId } from '#shared/domain/plans.ts';
import { register, type SignUpCloud, signIn, type TestUser } from './sign-up.ts';

const stores = new Map<string, ReturnType<typeof loadStores>>();

async function loadStores() {
  const { buyPlan } = await import('#local/seed/buy-plan.ts');
  const { assignRole, syncGroups } = await import('#lambdas/accounts/role-store.ts');
  return { buyPlan, assignRole, syncGroups };
}

/**
 * The product's own stores, run in this process on the data of `cloud`. They read their table, and the SDK
 * its endpoint, from the environment once, so each cloud needs its own copy of them.
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

/** Creates a user: signs up, confirms with the code from the mailbox and signs in, as in the browser. */
export async function signUpUser(
  cloud: SignUpCloud,
  options: { email?: string; fullName?: string; plan?: PlanId; role?: 'admin' | 'super_admin' } = {},
): Promise<TestUser> {
  const person = await register(cloud, options);
  const { userId } = person;
  if (options.plan) await (await storesOf(cloud)).buyPlan(userId, options.plan);
  if (options.role) {
    const { assignRole, syncGroups } = await storesOf(cloud);
    await assignRole({ userId, role: options.role, actor: 'test' });
    await syncGroups(cloud.outputs.UserPoolId ?? '', userId);
  }
  return signIn(cloud, person);
}
