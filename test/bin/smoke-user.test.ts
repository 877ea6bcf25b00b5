import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withSmokeUser } from '#bin/smoke-user.ts';
import { SimulatedAccount } from '#test/support/simulated-aws/account.ts';
import { type SimulatedAws, startSimulatedAws } from '#test/support/simulated-aws/server.ts';

const pool = { stage: 'trial', userPoolId: 'us-east-1_pool', region: 'us-east-1' };
let account: SimulatedAccount;
let users: Set<string>;
let aws: SimulatedAws;

beforeEach(async () => {
  account = new SimulatedAccount();
  users = new Set();
  account.pools.set(pool.userPoolId, { isProtected: false, users });
  aws = await startSimulatedAws(account);
  vi.stubEnv('AWS_ENDPOINT_URL', aws.url);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIASIMULATED');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'simulated');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await aws.close();
});

it('makes a customer who can sign in, runs with it, and deletes it', async () => {
  const seen = await withSmokeUser(pool, async ({ email, password }) => {
    expect(users).toEqual(new Set([email]));
    expect(password.length).toBeGreaterThan(20);
    return email;
  });
  expect(seen).toMatch(/^smoke-.*@test\.example$/);
  expect(users.size).toBe(0);
  expect(account.calls).toEqual([
    'cognito-idp AdminCreateUser',
    'cognito-idp AdminSetUserPassword',
    'cognito-idp AdminAddUserToGroup',
    'cognito-idp AdminDeleteUser',
  ]);
});

it('deletes the customer also when the run fails, and accepts that the product has done so', async () => {
  const failing = withSmokeUser(pool, async () => {
    throw new Error('The site does not answer');
  });
  await expect(failing).rejects.toThrow('The site does not answer');
  expect(users.size).toBe(0);
  await expect(withSmokeUser(pool, async () => users.clear())).resolves.toBeUndefined();
});

it('makes nobody in production', async () => {
  await expect(withSmokeUser({ ...pool, stage: 'production' }, async () => 'never')).rejects.toThrow(
    'Set SMOKE_EMAIL and SMOKE_PASSWORD',
  );
  expect(account.calls).toEqual([]);
});
