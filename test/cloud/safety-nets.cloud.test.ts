import {
  AdminListGroupsForUserCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { AwsError } from 'local-cloud/aws/aws-error.ts';
import Stripe from 'stripe';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseStripeSettings, stripeAddress } from '#shared/stripe-settings.ts';
import { type OwnCloud, startOwnCloud } from '#test/support/local-cloud.ts';
import { dishPhoto } from '#test/support/photos.ts';
import { plainModels } from '#test/support/plain-models.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { uploadPhoto } from '#test/support/upload-photo.ts';
import { expectBalance } from './books.ts';
import { openData } from './cloud-data.ts';
import { ended, start, studioGeneration, until } from './generations.ts';
import { leaksIn } from './logs.ts';

/** Work that fails at first and that the functions finish later, with their own roles. */
let cloud: OwnCloud;
let data: ReturnType<typeof openData>;
let table: DynamoDBDocumentClient;
let chief: TestUser;
let user: TestUser;
/** Milliseconds by which the time of the user pool is behind. */
let poolIsBehindBy = 0;

beforeAll(async () => {
  // A run of the reconciler that no test asked for would send a second message for a generation whose lease has ended.
  cloud = await startOwnCloud({
    ...plainModels,
    waitingSpeed: 10,
    schedulesAfterMs: 3_600_000,
    userPoolClock: () => Date.now() - poolIsBehindBy,
  });
  data = openData(cloud);
  const { region, awsUrl: endpoint, accessKey: credentials } = cloud;
  table = DynamoDBDocumentClient.from(new DynamoDBClient({ region, endpoint, credentials }));
  [chief, user] = await Promise.all([
    signUpUser(cloud, { role: 'super_admin' }),
    signUpUser(cloud, { plan: 'pro' }),
  ]);
});

afterEach(() => cloud.faults.clear());

/** Every call of the operation that the function makes is refused until the faults are cleared. */
function refuse(caller: string, operation: string) {
  const error = new AwsError(500, 'InternalFailure', 'Not now');
  return cloud.faults.add({ caller, operation, times: 1000, action: { kind: 'error', error } });
}

/** Stripe, as an operator reaches it in the dashboard. */
async function openStripe(): Promise<Stripe> {
  const { region, awsUrl: endpoint, accessKey: credentials, outputs } = cloud;
  const secrets = new SecretsManagerClient({ region, endpoint, credentials });
  const { SecretString = '' } = await secrets.send(
    new GetSecretValueCommand({ SecretId: outputs.StripeSecretArn }),
  );
  const settings = parseStripeSettings(SecretString);
  if (!settings) throw new Error('Stripe is not set up');
  return new Stripe(settings.secretKey, { ...stripeAddress(settings.apiBase), telemetry: false });
}

async function groupsOf(person: TestUser): Promise<string[]> {
  const { region, awsUrl: endpoint, accessKey: credentials, outputs } = cloud;
  const cognito = new CognitoIdentityProviderClient({ region, endpoint, credentials });
  const { Groups = [] } = await cognito.send(
    new AdminListGroupsForUserCommand({ UserPoolId: outputs.UserPoolId, Username: person.email }),
  );
  return Groups.flatMap(({ GroupName }) => GroupName ?? []);
}

/** Lets two minutes pass for a task of the back office, by moving its times back. */
async function taskWaits(taskId: string): Promise<void> {
  const TableName = cloud.outputs.TableName ?? '';
  const earlier = new Date(Date.now() - 120_000).toISOString();
  const open = (await data.items()).find(({ pk, id }) => pk === 'OPEN_TASKS' && id === taskId);
  if (!open) throw new Error('The task has ended');
  const { pk, sk } = open;
  await table.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
  await table.send(new PutCommand({ TableName, Item: { ...open, sk: `${earlier}#${taskId}` } }));
  await table.send(
    new UpdateCommand({
      TableName,
      Key: { pk: `TASK#${taskId}`, sk: 'TASK' },
      UpdateExpression: 'SET notBefore = :earlier',
      ExpressionAttributeValues: { ':earlier': earlier },
    }),
  );
}

describe('work that failed at first', () => {
  it('with the groups of staff is done by the reconciler, in both directions', async () => {
    refuse('admin', 'AdminAddUserToGroup');
    await chief.call('assignRole', { body: { email: user.email, role: 'admin' } });
    expect(await groupsOf(user)).not.toContain('admin');
    cloud.faults.clear();
    cloud.runSchedules();
    await until('the group', async () => (await groupsOf(user)).includes('admin'));

    refuse('admin', 'AdminRemoveUserFromGroup');
    await chief.call('removeRole', { params: { userId: user.userId } });
    cloud.faults.clear();
    cloud.runSchedules();
    await until('no group', async () => !(await groupsOf(user)).includes('admin'));
    await cloud.settle();
  });

  it('because its message was lost or a file broke off is done by the reconciler, and nothing is left over', async () => {
    refuse('account', 'SendMessage');
    const { taskId } = await user.call('exportMe');
    cloud.faults.clear();
    const broken = refuse('tasks', 'UploadPart');
    await taskWaits(taskId);
    cloud.runSchedules();
    await until('the first attempt', async () => {
      const task = (await data.items()).find(({ pk }) => pk === `TASK#${taskId}`);
      return task?.attempts === 1 && task.leaseUntil === undefined;
    });
    // T8.D1
    expect(broken.applied).toBeGreaterThan(0);
    cloud.faults.clear();
    cloud.runSchedules();
    await until(
      'the copy',
      async () => (await user.call('getMyTask', { params: { taskId } })).state === 'done',
    );
  });

  it('of a Pro generation goes back to the queue for Pro; its result can be worked on further', async () => {
    const undo = ['control-structure', 'sd3-5'].map((model) =>
      cloud.bedrock.faults.add({ kind: 'throttle', perMinute: 0 }, { model }),
    );
    const id = await start(user);
    await until('the generation to be put back', async () =>
      (await data.generations()).some((generation) => generation.id === id && generation.throttledRuns === 1),
    );
    for (const remove of undo) remove();
    expect(await ended(user, id)).toMatchObject({ state: 'done', fallback: false });
    const source = { type: 'generation' as const, generationId: id, variation: 0 };
    const next = await start(user, studioGeneration({ source }));
    expect(await ended(user, next)).toMatchObject({ state: 'done', fallback: false });
  });

  it('of a worker that is killed every time is given up: the message dies, the generation fails and is refunded', async () => {
    const user = await signUpUser(cloud, { plan: 'pro' });
    let writes = 0;
    let deaths = 0;
    cloud.faults.add({
      caller: 'worker',
      operation: 'TransactWriteItems',
      times: 1000,
      action: {
        kind: 'after',
        run: () => {
          writes += 1;
        },
      },
    });
    cloud.faults.add({
      caller: 'worker',
      operation: 'InvokeModel',
      times: 1000,
      action: {
        kind: 'before',
        run: async () => {
          const deathsBefore = deaths;
          // Each run writes the photo's preview at the same time, which renews its lease.
          await until('the preview', () => writes > deathsBefore);
          // The calls for both variations run at once: the process is dead by the second.
          if (deaths === deathsBefore && cloud.kill('worker') > 0) deaths += 1;
        },
      },
    });
    const id = await start(user);
    for (let death = 1; death <= 3; death += 1) {
      await until(`death ${death}`, () => deaths === death);
      await data.minutesPass(2);
      await cloud.redeliver();
    }
    const generation = await ended(user, id);
    expect(generation).toMatchObject({ state: 'failed', refunded: true });
    expect(generation.message).toMatch(/Your credit was returned\.$/);
    expect(generation.message).not.toMatch(/error|exception|timeout/i);
    await cloud.settle();
    await expectBalance(user, 42);
    // What the last run may still have written is removed once it cannot write any more.
    await data.minutesPass(10);
    cloud.runSchedules();
    await until('the files to be gone', async () => (await data.inconsistencies()).length === 0, 10_000);
    expect(await leaksIn(cloud.logs, [user], ['Classic Burger'])).toEqual([]);
  });

  it('of a sign-up is done with the first call of the account', async () => {
    const person = await signUpUser(cloud);
    const TableName = cloud.outputs.TableName ?? '';
    for (const { pk, sk } of await data.items())
      if (pk === `USER#${person.userId}`) await table.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
    // The free credits were given to this person before.
    expect(await person.call('getMe')).toMatchObject({ email: person.email, credits: { available: 0 } });
  });

  it('of a sign-up that nobody confirmed is removed after a week', async () => {
    const { region, awsUrl: endpoint, accessKey: credentials, outputs } = cloud;
    const cognito = new CognitoIdentityProviderClient({ region, endpoint, credentials });
    const { UserPoolId = '', UserPoolClientId: ClientId = '' } = outputs;
    const begin = (Username: string) =>
      cognito.send(
        new SignUpCommand({
          ClientId,
          Username,
          Password: 'dish-of-the-day-1',
          UserAttributes: [
            { Name: 'email', Value: Username },
            { Name: 'name', Value: 'Test Person' },
          ],
        }),
      );
    poolIsBehindBy = 7.1 * 86_400_000;
    await begin('week-old@test.example');
    poolIsBehindBy = 0;
    await begin('new@test.example');
    const unconfirmed = async () => {
      const { Users = [] } = await cognito.send(
        new ListUsersCommand({ UserPoolId, Filter: 'cognito:user_status = "UNCONFIRMED"' }),
      );
      return Users.flatMap(({ Attributes = [] }) =>
        Attributes.filter(({ Name }) => Name === 'email').map(({ Value }) => Value),
      );
    };
    expect((await unconfirmed()).toSorted()).toEqual(['new@test.example', 'week-old@test.example']);
    cloud.runSchedules();
    await until('the removal', async () => (await unconfirmed()).length === 1);
    expect(await unconfirmed()).toEqual(['new@test.example']);
  });

  it('of a cut-out begins again when the models have capacity, and of a customer that is gone at Stripe', async () => {
    // No other test makes pictures of it.
    const source = { type: 'sample', itemId: 'salad' } as const;
    const { id: photoId } = await user.call('createPhoto', { body: { source } });
    const params = { photoId };
    const hasCapacity = cloud.bedrock.faults.add(
      { kind: 'throttle', perMinute: 0 },
      { model: 'remove-background' },
    );
    const calls = () => cloud.bedrock.calls('remove-background').length;
    const before = calls();
    await user.call('createCutOut', { params });
    // Each of three regions is tried twice before the worker sends the message again.
    await until('the last throttled call', async () => calls() >= before + 6);
    hasCapacity();
    await until(
      'the cut-out',
      async () => (await user.call('getPhoto', { params })).cutOut?.state === 'made',
    );

    const buyer = await signUpUser(cloud);
    const { plans } = await buyer.call('getCatalogue');
    const buy = () => buyer.call('createCheckout', { body: { priceId: plans[0]?.priceId ?? '' } });
    await buy();
    const billing = (await data.items()).find(
      ({ pk, sk }) => pk === `USER#${buyer.userId}` && sk === 'BILLING',
    );
    await (await openStripe()).customers.del(String(billing?.customerId));
    expect((await buy()).url).toMatch(/^http/);
  });

  it('of a deletion reaches as far as Stripe, the uploads, the pictures and the cut-outs', async () => {
    const own = async () =>
      [...(await data.keys('uploads')), ...(await data.keys('originals'))].filter((key) =>
        key.includes(`/${user.userId}/`),
      );
    await uploadPhoto(user, dishPhoto());
    await ended(user, await start(user));
    expect(new Set((await own()).map((key) => key.split('/')[0]))).toEqual(
      new Set(['uploads', 'generations', 'photos']),
    );
    const toldByStripe = () =>
      cloud.stripe
        .events()
        .filter(({ data: { object } }) => JSON.stringify(object).includes(user.userId))
        .map(({ type }) => type);
    expect(toldByStripe()).toContain('customer.subscription.created');
    // The message is lost, and the reconciler sends it again.
    refuse('account', 'SendMessage');
    const { taskId } = await user.call('deleteMe');
    cloud.faults.clear();
    await taskWaits(taskId);
    cloud.runSchedules();
    await until('the end of the account', async () =>
      (await data.items()).some(({ pk, state }) => pk === `TASK#${taskId}` && state === 'done'),
    );
    expect(toldByStripe()).toEqual(
      expect.arrayContaining(['customer.subscription.deleted', 'customer.deleted']),
    );
    expect(await own()).toEqual([]);
    expect((await data.items()).filter(({ pk }) => pk === `USER#${user.userId}`)).toEqual([]);
  });
});
