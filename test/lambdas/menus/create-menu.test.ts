import { setTimeout } from 'node:timers/promises';
import { ulid } from 'ulid';
import { describe, expect, it, vi } from 'vitest';
import { removeRest } from '#lambdas/accounts/deletion-store.ts';
import { maxClockDifference } from '#lambdas/runtime/client-id.ts';
import { s3 } from '#lambdas/runtime/file-storage.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { describeInFullRun } from '#test/support/full-run.ts';
import { menuRequest, startMenus } from './harness.ts';

const { cloud, create, runMenu, charged, openMenus } = startMenus();

describe('a whole menu', () => {
  it('reads of photos with much metadata no more than their beginning, a few at a time', async () => {
    const user = await cloud.signUp('pro');
    const photo = await jpeg();
    const metadata = Buffer.alloc(65_000, 1);
    metadata.set([0xff, 0xe1, (metadata.length - 2) >> 8, (metadata.length - 2) & 0xff]);
    const pixels = Buffer.alloc(2_000_000);
    const file = Buffer.concat([photo.subarray(0, 2), metadata, metadata, photo.subarray(2), pixels]);
    const uploadId = await cloud.upload(user, file);
    const reads = { open: 0, most: 0 };
    cloud.faults.add({
      operation: 'GetObject',
      times: 200,
      action: {
        kind: 'before',
        run: async () => {
          reads.open += 1;
          reads.most = Math.max(reads.most, reads.open);
          await setTimeout(20);
          reads.open -= 1;
        },
      },
    });
    const get = vi.spyOn(await s3(), 'getObject');
    const dishes = Array.from({ length: 20 }, (_, at) => ({
      name: `Dish ${at}`,
      source: { type: 'upload', uploadId },
      photo: { width: 1600, height: 1200 },
    }));
    await create(user, 20, { dishes });
    expect(reads.most).toBeLessThanOrEqual(8);
    expect(new Set(get.mock.calls.map(([input]) => input.Range))).toEqual(
      new Set(['bytes=0-65535', 'bytes=0-1048575']),
    );
    get.mockRestore();
    for (const key of await cloud.listKeys('UPLOADS_BUCKET')) await cloud.removeObject('UPLOADS_BUCKET', key);
  });

  it('is the same menu for the same request, and refuses another under its id', async () => {
    const user = await cloud.signUp('pro');
    const body = menuRequest(2);
    const first = await cloud.callMenus(user, 'createMenu', { body });
    expect((await cloud.callMenus(user, 'createMenu', { body })).body).toEqual(first.body);
    const other = await cloud.callMenus(user, 'createMenu', { body: { ...body, name: 'Winter' } });
    expect(other).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('is for Pro alone, for at most 50 dishes, for platforms that exist', async () => {
    const starter = await cloud.signUp('starter');
    const user = await cloud.signUp('pro');
    const post = (as: string, body: object) => cloud.callMenus(as, 'createMenu', { body });
    expect(await post(starter, menuRequest(1))).toMatchObject({
      status: 403,
      body: { code: 'feature_locked' },
    });
    expect(await post(user, menuRequest(51))).toMatchObject({ status: 400 });
    expect(await post(user, menuRequest(0))).toMatchObject({ status: 400 });
    const gone = menuRequest(1, {
      dishes: [
        { name: 'Soup', source: { type: 'upload', uploadId: ulid() }, photo: { width: 900, height: 900 } },
      ],
    });
    expect(await post(user, gone)).toMatchObject({
      status: 409,
      body: { code: 'upload_missing', detail: 'Soup: Please upload your photo again' },
    });
    const unknown = menuRequest(1, { targets: [{ platform: 'uber', imageType: 'poster' }] });
    expect(await post(user, unknown)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    const target = { platform: 'uber', imageType: 'menu' };
    expect(await post(user, menuRequest(1, { targets: [target, target] }))).toMatchObject({ status: 400 });
    const items = await cloud.table.allItems();
    expect(items.filter(({ sk }) => /^(MENU|DISH)#/.test(String(sk)))).toEqual([]);
  });

  it('is not made again by the request that created it, once it was deleted', async () => {
    const user = await cloud.signUp('pro');
    const body = menuRequest(1);
    const post = () => cloud.callMenus(user, 'createMenu', { body });
    expect((await post()).status).toBe(202);
    await runMenu(user, body.id);
    await cloud.callMenus(user, 'deleteMenu', { params: { menuId: body.id } });
    const detail = 'This id was used for a menu that was deleted';
    expect(await post()).toMatchObject({ status: 409, body: { code: 'conflict', detail } });
    expect(await openMenus()).toEqual([]);
    expect((await cloud.callMenus(user, 'listMenus')).body.items).toEqual([]);
    expect(await charged(user)).toHaveLength(1);
    // As long as the id would be taken, and no longer.
    const items = await cloud.table.allItems();
    const [kept] = items.filter(({ sk }) => String(sk).endsWith(`MENU#${body.id}`));
    expect(Number(kept?.expiresAt)).toBeGreaterThan((Date.now() + 2 * maxClockDifference) / 1000 - 60);
    expect(Number(kept?.expiresAt)).toBeLessThan(Date.now() / 1000 + 24 * 60 * 60);
    await removeRest(user);
    expect((await cloud.table.allItems()).filter(({ pk }) => String(pk).includes(user))).toEqual([]);
  });
});

describeInFullRun('a menu on which two things happen at once', () => {
  it('is created once, and counted once, when the answer was lost and the request comes again', async () => {
    const user = await cloud.signUp('pro');
    const body = menuRequest(2);
    const replies = await Promise.all([1, 2, 3].map(() => cloud.callMenus(user, 'createMenu', { body })));
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202]);
    const items = await cloud.table.allItems();
    expect(items.filter(({ sk }) => String(sk).startsWith('DISH#'))).toHaveLength(2);
    expect(items.filter(({ pk }) => pk === 'OPEN_MENUS')).toHaveLength(1);
    expect(await runMenu(user, body.id)).toMatchObject({ state: 'done', counts: { done: 2 } });
    expect(await cloud.books(user)).toMatchObject({ available: 10, openGenerations: 0 });
  });
});
