import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { restoreUser } from '#bin/restore-user.ts';
import { assignRole, readRole, removeRole } from '#lambdas/accounts/role-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { studioRequest } from '#test/lambdas/generations/harness.ts';
import { startMenus } from '#test/lambdas/menus/harness.ts';
import { tableDefinition } from '#test/support/table-definition.ts';

const { cloud, create, read, direct, runMenu, deletePictures, charged, openMenus } = startMenus();

type Item = Record<string, unknown>;

/** Copies the table, as AWS does when it restores it, and returns the copy's name. */
async function copyTable(): Promise<string> {
  const copy = `copy-${ulid()}`;
  await dynamodb().send(new CreateTableCommand(tableDefinition(copy)));
  await writeAll(
    copy,
    (await cloud.table.allItems()).map((Item) => ({ PutRequest: { Item } })),
  );
  return copy;
}

async function writeAll(name: string, requests: object[]): Promise<void> {
  while (requests.length > 0)
    await dynamodb().send(
      new BatchWriteCommand({ RequestItems: { [name]: requests.splice(0, 25) as never } }),
    );
}

async function itemsOf(isWanted: (item: Item) => boolean): Promise<Item[]> {
  return (await cloud.table.allItems()).filter(isWanted);
}

/** An accident that removes the user's partition. */
async function wipe(userId: string): Promise<void> {
  const lost = await itemsOf(({ pk }) => pk === `USER#${userId}`);
  await writeAll(
    tableName(),
    lost.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
  );
}

async function picture(user: string): Promise<string> {
  const { id } = await cloud.generate(user, studioRequest());
  return id;
}

async function share(user: string, generationId: string): Promise<string> {
  const body = { variation: 0, title: 'Soup', description: '' };
  const { body: reply } = await cloud.call(user, 'createShare', { params: { generationId }, body });
  return reply.shareId;
}

const shares = () => itemsOf(({ sk }) => sk === 'SHARE');

it('leaves a page out that its owner revoked', async () => {
  const user = await cloud.signUp();
  const id = await picture(user);
  const shareId = await share(user, id);
  const copy = await copyTable();
  await cloud.call(user, 'revokeShare', { params: { shareId } });
  await restoreUser(user, copy);
  expect(await shares()).toEqual([]);
});

it('puts a deleted picture back without the page that was deleted with it', async () => {
  const user = await cloud.signUp();
  const id = await picture(user);
  await share(user, id);
  const copy = await copyTable();
  await deletePictures(user, id);
  await restoreUser(user, copy);
  expect(await cloud.stored(user, id)).toMatchObject({ state: 'done', shares: {} });
  expect(await shares()).toEqual([]);
});

it('counts a deleted picture in the gallery again, and does not count one twice that was never lost', async () => {
  const user = await cloud.signUp();
  const kept = await picture(user);
  const id = await picture(user);
  const total = async () => (await cloud.call(user, 'listGenerations')).body.total;
  const copy = await copyTable();
  await deletePictures(user, id);
  expect(await total()).toBe(1);
  await restoreUser(user, copy);
  await restoreUser(user, copy);
  expect(await total()).toBe(2);
  await wipe(user);
  await restoreUser(user, copy);
  expect(await total()).toBe(2);
  for (const again of [kept, id]) await deletePictures(user, again);
  expect((await cloud.call(user, 'listGenerations')).body).toEqual({ items: [], total: 0 });
});

it('puts back a page that was lost while its picture names it', async () => {
  const user = await cloud.signUp();
  const id = await picture(user);
  const shareId = await share(user, id);
  const copy = await copyTable();
  const [{ pk, sk } = {}] = await shares();
  await writeAll(tableName(), [{ DeleteRequest: { Key: { pk, sk } } }]);
  await restoreUser(user, copy);
  expect(await shares()).toMatchObject([{ id: shareId }]);
});

it('puts a deleted menu back paused, so that nothing is charged', async () => {
  const user = await cloud.signUp('pro');
  const { id } = await create(user, 6);
  await cloud.workOnMenu(user, id);
  const copy = await copyTable();
  await direct(user, id, 'cancel');
  await runMenu(user, id);
  expect(await cloud.callMenus(user, 'deleteMenu', { params: { menuId: id } })).toMatchObject({
    status: 204,
  });
  const before = await charged(user);

  await restoreUser(user, copy);
  await cloud.runReconciler();
  await cloud.workOnMenu(user, id);
  expect(await read(user, id)).toMatchObject({
    state: 'paused',
    pausedFor: 'customer',
    counts: { waiting: 2, done: 4 },
  });
  expect(await charged(user)).toEqual(before);
  expect(await openMenus()).toEqual([]);
});

it('lets a dish wait that was asked for in a menu that has been deleted', async () => {
  const user = await cloud.signUp('pro');
  const { id } = await create(user, 1);
  const made = await runMenu(user, id);
  await direct(user, id, 'pause');
  const asked = (item: Item): Item =>
    String(item.sk).startsWith('DISH#') ? { ...item, state: 'asked' } : item;
  const copy = await copyTable();
  const dishes = (await itemsOf(({ sk }) => String(sk).startsWith('DISH#'))).map(asked);
  await writeAll(
    copy,
    dishes.map((Item) => ({ PutRequest: { Item } })),
  );
  expect(made.state).toBe('done');
  await cloud.callMenus(user, 'deleteMenu', { params: { menuId: id } });
  await restoreUser(user, copy);
  expect((await read(user, id)).counts).toMatchObject({ waiting: 1, running: 0 });
});

it('leaves a picture out that was being made and has been deleted since, because it would be refunded', async () => {
  const user = await cloud.signUp();
  const request = studioRequest();
  await cloud.created(user, request);
  const copy = await copyTable();
  await cloud.workOn(user, request.id);
  await deletePictures(user, request.id);
  const before = await cloud.books(user);
  await restoreUser(user, copy);
  expect(await itemsOf(({ pk, sk }) => pk === 'OPEN' || sk === `GENERATION#${request.id}`)).toEqual([]);
  expect(await cloud.books(user)).toEqual(before);
});

it('refunds a picture that was being made, if the balance is that of the copy', async () => {
  const user = await cloud.signUp();
  const request = studioRequest();
  await cloud.created(user, request);
  const copy = await copyTable();
  await cloud.workOn(user, request.id);
  await wipe(user);
  await restoreUser(user, copy);
  expect(await cloud.books(user)).toMatchObject({ available: 1, openGenerations: 1 });
  await cloud.minutesPass(20);
  await cloud.runReconciler();
  expect(await cloud.books(user)).toMatchObject({ available: 2, openGenerations: 0 });
});

it('leaves a role out that was taken away, and puts one back that was lost', async () => {
  const [removed, lost] = [await cloud.signUp(), await cloud.signUp()];
  for (const userId of [removed, lost]) await assignRole({ userId, role: 'super_admin', actor: 'test' });
  const copy = await copyTable();
  await removeRole({ userId: removed, actor: 'test' });
  await wipe(lost);
  for (const userId of [removed, lost]) await restoreUser(userId, copy);
  expect(await readRole(removed)).toBeUndefined();
  expect(await readRole(lost)).toBe('super_admin');
});

it('brings back no work that has ended', async () => {
  const user = await cloud.signUp();
  const copy = await copyTable();
  const now = new Date().toISOString();
  const stale = [
    { pk: 'NOTICES', sk: user, userId: user },
    { pk: 'ROLES', sk: `PENDING#${user}`, userId: user, intent: 'x' },
    { pk: 'TASK#1', sk: 'TASK', id: '1', requestedBy: user, state: 'queued' },
    { pk: 'OPEN_MENUS', sk: `1#${user}`, menuId: '1', userId: user },
    { pk: 'OUTBOX', sk: `${now}#1`, paths: [user] },
    { pk: 'SETTINGS', sk: 'ADAPTER#x', changedBy: user },
  ];
  await writeAll(
    copy,
    stale.map((Item) => ({ PutRequest: { Item } })),
  );
  const before = await cloud.table.allItems();
  await restoreUser(user, copy);
  expect(await cloud.table.allItems()).toEqual(before);
});
