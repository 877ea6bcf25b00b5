import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { beforeAll, expect, it } from 'vitest';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import type { Menu } from '#shared/api/menus.ts';
import { startGenerations } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';

const cloud = startGenerations({ models: 'plain' });

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

it('makes a dish that is asked for again, although its first dish was never approved', async () => {
  const user = await cloud.signUp('pro');
  const menuId = ulid();
  const params = { menuId };
  const read = async (): Promise<Menu> => (await cloud.callMenus(user, 'getMenu', { params })).body;
  const makeBegun = async () => {
    await cloud.workOnMenu(user, menuId);
    for (const { generation } of (await read()).dishes)
      if (generation?.state === 'queued') await cloud.workOn(user, generation.id);
    await cloud.workOnMenu(user, menuId);
  };
  const body = {
    id: menuId,
    name: 'Autumn',
    look: { backgroundStyle: 'wooden', plateStyle: 'current', imageStyle: 'natural' },
    targets: [{ platform: 'uber', imageType: 'menu' }],
    dishes: ['Soup', 'Burger', 'Cake'].map((name) => ({
      name,
      source: { type: 'sample', itemId: 'burger' },
      photo: { width: 1600, height: 1200 },
    })),
    firstDishFirst: true,
  };
  expect(await cloud.callMenus(user, 'createMenu', { body })).toMatchObject({ status: 202 });
  await makeBegun();
  expect(await read()).toMatchObject({ state: 'paused', pausedFor: 'approval' });
  await cloud.callMenus(user, 'directMenu', { params, body: { action: 'cancel' } });

  const again = { params: { menuId, number: '2' }, body: { seen: null } };
  expect(await cloud.callMenus(user, 'remakeDish', again)).toMatchObject({ status: 202 });
  await makeBegun();
  const { state, dishes } = await read();
  expect([state, dishes.map((dish) => dish.state)]).toEqual(['done', ['done', 'done', 'cancelled']]);
});

it('forgets that a menu is open which had ended, as after a restore', async () => {
  const user = await cloud.signUp('pro');
  const menuId = ulid();
  const body = {
    id: menuId,
    name: 'Winter',
    look: { backgroundStyle: 'wooden', plateStyle: 'current', imageStyle: 'natural' },
    targets: [{ platform: 'uber', imageType: 'menu' }],
    dishes: [
      { name: 'Soup', source: { type: 'sample', itemId: 'burger' }, photo: { width: 1600, height: 1200 } },
    ],
  };
  await cloud.callMenus(user, 'createMenu', { body });
  await cloud.callMenus(user, 'directMenu', { params: { menuId }, body: { action: 'cancel' } });
  const key = { pk: 'OPEN_MENUS', sk: `${menuId}#${user}` };
  await dynamodb().send(new PutCommand({ TableName: tableName(), Item: { ...key, menuId, userId: user } }));
  await cloud.workOnMenu(user, menuId);
  expect((await cloud.table.allItems()).filter(({ pk }) => pk === 'OPEN_MENUS')).toEqual([]);
});
