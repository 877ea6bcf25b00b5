/**
 * Rehearses what docs/runbook.md says under "Restore the table", as far as it can be done on this machine: another
 * table with the same items stands for the copy that AWS makes.
 */
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { beforeAll, expect, it } from 'vitest';
import { type OwnCloud, startOwnCloud } from '#test/support/local-cloud.ts';
import { runOperatorCommand } from '#test/support/operator-command.ts';
import { plainModels } from '#test/support/plain-models.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { expectBalance } from './books.ts';
import { openData } from './cloud-data.ts';
import { ended, studioGeneration, until } from './generations.ts';

type Item = Record<string, unknown>;

let cloud: OwnCloud;
let data: ReturnType<typeof openData>;
let table: DynamoDBDocumentClient;

beforeAll(async () => {
  cloud = await startOwnCloud(plainModels);
  data = openData(cloud);
  const { region, awsUrl: endpoint, accessKey: credentials } = cloud;
  table = DynamoDBDocumentClient.from(new DynamoDBClient({ region, endpoint, credentials }));
});

async function write(name: string, items: readonly Item[], request: (item: Item) => object): Promise<void> {
  for (let from = 0; from < items.length; from += 25)
    await table.send(
      new BatchWriteCommand({ RequestItems: { [name]: items.slice(from, from + 25).map(request) } }),
    );
}

async function copyTable(TableName: string): Promise<void> {
  await table.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    }),
  );
  await write(TableName, await data.items(), (Item) => ({ PutRequest: { Item } }));
}

async function topUp(user: TestUser): Promise<void> {
  const { packs } = await user.call('getCatalogue');
  const [pack] = packs;
  const { url } = await user.call('createPayment', {
    body: { priceId: pack?.priceId ?? '', credits: pack?.credits ?? 0 },
  });
  const paid = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ action: 'pay' }),
    redirect: 'manual',
  });
  expect(paid.status).toBe(303);
  await cloud.settle();
}

/** Stripe's dashboard does it event by event; those from before are sent, too, because nothing is booked twice. */
async function sendAgain(): Promise<void> {
  for (const { id } of cloud.stripe.events()) cloud.stripe.webhooks.resend(id);
  await cloud.settle();
}

// R4.3, R4.5, R9.3
it('gives a user back as of the copy, and then what was paid since', async () => {
  const admin = await signUpUser(cloud, { role: 'super_admin' });
  const figures = async () => {
    const { users, generations, days } = await admin.call('getAdminOverview');
    const { totalPaidCredits, totalFreeCreditsDistributed } = await admin.call('getFinance');
    return { users, generations, days, totalPaidCredits, totalFreeCreditsDistributed };
  };
  const user = await signUpUser(cloud, { plan: 'starter' });
  const other = await signUpUser(cloud, { plan: 'starter' });
  const kept = studioGeneration();
  await user.call('createGeneration', { body: kept });
  await ended(user, kept.id);
  await copyTable('copy');

  await topUp(user);
  await topUp(other);
  const lost = studioGeneration();
  await user.call('createGeneration', { body: lost });
  await ended(user, lost.id);
  await expectBalance(user, 65);
  await cloud.settle();
  const before = await figures();

  // An accident removes the user's partition, and leaves what refers to it.
  const gone = (await data.items()).filter(({ pk }) => pk === `USER#${user.userId}`);
  await write(cloud.outputs.TableName ?? '', gone, ({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));

  const said = await runOperatorCommand(cloud, 'restore-user', user.userId, '--copy', 'copy');
  expect(said).toMatch(/Put back \d\d? items. Have Stripe send \d+ events again/);
  await expectBalance(user, 16);
  await sendAgain();

  await expectBalance(user, 66);
  await expectBalance(other, 67);
  const picture = await user.call('getGeneration', { params: { generationId: kept.id } });
  expect(picture.state).toBe('done');
  expect(await runOperatorCommand(cloud, 'recount')).toMatch(/^Counted \d+ items\n$/);
  expect(await figures()).toEqual(before);
});

// R4.7, R4.8
it('gives the full file of a deleted picture back', async () => {
  const user = await signUpUser(cloud, { plan: 'starter' });
  const { id: generationId, ...request } = studioGeneration();
  await user.call('createGeneration', { body: { id: generationId, ...request } });
  await ended(user, generationId);
  await copyTable('before-the-deletion');
  const folder = `generations/${user.userId}/${generationId}/`;
  const files = async () => (await data.keys('originals')).filter((key) => key.startsWith(folder));
  const before = await files();

  await user.call('deleteGeneration', { params: { generationId } });
  await until('the end of its files', async () => {
    cloud.runSchedules();
    return (await files()).length === 0;
  });

  expect(
    await runOperatorCommand(cloud, 'restore-user', user.userId, '--copy', 'before-the-deletion'),
  ).toMatch(/^Put back [1-9]/);
  expect((await data.undelete(folder)).length).toBeGreaterThan(0);
  expect(await files()).toEqual(before);
  const { url } = await user.call('createDownload', {
    params: { generationId },
    body: { variation: 0, size: 'delivered' },
  });
  const download = await fetch(url);
  expect(download.headers.get('content-type')).toBe('image/jpeg');
  expect((await download.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  const gallery = () => user.call('listGenerations', { query: {} });
  expect(await gallery()).toMatchObject({ items: [{ id: generationId }], total: 1 });
  await user.call('deleteGeneration', { params: { generationId } });
  expect(await gallery()).toMatchObject({ items: [], total: 0 });
});

it('brings back no page that was revoked, and charges nothing for a menu that was cancelled and deleted', async () => {
  const user = await signUpUser(cloud, { plan: 'pro' });
  const { id: generationId, ...request } = studioGeneration();
  await user.call('createGeneration', { body: { id: generationId, ...request } });
  await ended(user, generationId);
  const shared = { variation: 0, title: 'Burger', description: '' };
  const { shareId } = await user.call('createShare', { params: { generationId }, body: shared });
  const page = async () => (await fetch(`${cloud.url}/s/${shareId}`)).status;
  expect(await page()).toBe(200);
  const dishes = ['Soup', 'Burger', 'Cake', 'Salad', 'Fries', 'Wine'].map((name) => ({
    name,
    source: { type: 'sample' as const, itemId: 'burger' },
    photo: { width: 1600, height: 1200 },
  }));
  const { id: menuId } = await user.call('createMenu', {
    body: {
      id: ulid(),
      look: { backgroundStyle: 'wooden', plateStyle: 'current', imageStyle: 'natural' },
      targets: [{ platform: 'justeat', imageType: 'square' }],
      dishes,
    },
  });
  await copyTable('before-the-end');

  const params = { menuId };
  await user.call('revokeShare', { params: { shareId } });
  await user.call('directMenu', { params, body: { action: 'cancel' } });
  await until(
    'the end of its dishes',
    async () => (await user.call('getMenu', { params })).counts.running === 0,
  );
  await cloud.settle();
  await user.call('deleteMenu', { params });
  const before = (await user.call('getMe')).credits.available;

  await runOperatorCommand(cloud, 'restore-user', user.userId, '--copy', 'before-the-end');
  cloud.runSchedules();
  await cloud.settle();
  expect(await page()).toBe(404);
  expect((await user.call('getMenu', { params })).state).toBe('paused');
  await expectBalance(user, before);
});
