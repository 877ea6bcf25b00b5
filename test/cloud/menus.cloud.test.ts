import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { platforms } from '#shared/domain/platforms.ts';
import { itInFullRun } from '#test/support/full-run.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { dishPhoto } from '#test/support/photos.ts';
import { readZip } from '#test/support/read-zip.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { uploadPhoto } from '#test/support/upload-photo.ts';

async function ended(user: TestUser, menuId: string) {
  for (;;) {
    const menu = await user.call('getMenu', { params: { menuId } });
    if (menu.state !== 'running' && menu.counts.running === 0) return menu;
    await sleep(500);
  }
}

itInFullRun(
  'makes a whole menu: queue, worker, stream and reconciler pass it on until every dish has ended',
  async () => {
    const user = await signUpUser(sharedCloud(), { plan: 'pro' });
    const before = (await user.call('getMe')).credits.available;
    const uploadIds = await Promise.all(
      (['burger', 'fries', 'salad'] as const).map((dish) => uploadPhoto(user, dishPhoto(dish))),
    );
    const dishes = [...uploadIds, ...uploadIds].map((uploadId, index) => ({
      name: `Dish ${index + 1}`,
      source: { type: 'upload' as const, uploadId },
      photo: { width: 900, height: 900 },
    }));
    const { id } = await user.call('createMenu', {
      body: {
        id: ulid(),
        look: { backgroundStyle: 'wooden', plateStyle: 'current', imageStyle: 'natural' },
        targets: [
          { platform: 'justeat', imageType: 'square' },
          { platform: 'doordash', imageType: 'thumbnail' },
        ],
        dishes,
      },
    });
    const menu = await ended(user, id);
    expect(menu).toMatchObject({ state: 'done', counts: { done: 6 } });
    for (const { generation } of menu.dishes)
      expect(generation).toMatchObject({ state: 'done', width: 1200, height: 1200, foodLock: true });
    expect((await user.call('getMe')).credits.available).toBe(before - 6);
    expect((await user.call('listGenerations', { query: {} })).total).toBe(6);

    // The plate fills the picture, so the aspect ratio of wide platforms reaches beyond it.
    const pictures = menu.dishes
      .slice(0, 3)
      .flatMap(({ generation }) => (generation ? [{ generationId: generation.id, variation: 0 }] : []));
    const targets = platforms.flatMap(({ id: platform, imageTypes }) =>
      imageTypes.map(({ id: imageType }) => ({ platform, imageType })),
    );
    const files = await packed(user, { id: ulid(), pictures, targets });
    // Beside them, the sheet, and a record with its photo for each dish.
    expect(files.size).toBe(3 * targets.length + 1 + 3 * 2);
    expect(String(files.get('Contents.csv'))).toContain('whose surroundings were continued');

    await user.call('deleteMenu', { params: { menuId: id } });
    expect((await user.call('listMenus')).items).toEqual([]);
  },
);

/** The files of a pack's ZIP. */
async function packed(user: TestUser, body: { id: string; pictures: object[]; targets: object[] }) {
  const { taskId } = await user.call('createPack', { body: body as never });
  for (;;) {
    const { state, files } = await user.call('getMyTask', { params: { taskId } });
    expect(state).not.toBe('failed');
    if (state === 'done') {
      // The same request again, as after a lost reply, has a link of its own.
      const again = await user.call('createPack', { body: body as never });
      expect((await fetch(again.files[0]?.url ?? '')).status).toBe(200);
      const reply = await fetch(files[0]?.url ?? '');
      return readZip(Buffer.from(await reply.arrayBuffer()));
    }
    await sleep(500);
  }
}

it('removes what was made of a dish that the models refuse, refunds it, and makes the others', async () => {
  const user = await signUpUser(sharedCloud(), { plan: 'pro' });
  const before = (await user.call('getMe')).credits.available;
  const uploadId = await uploadPhoto(user, dishPhoto('salad'));
  const dishes = ['Salad', 'Bloody explicit gore'].map((name) => ({
    name,
    source: { type: 'upload' as const, uploadId },
    photo: { width: 900, height: 900 },
  }));
  const { id } = await user.call('createMenu', {
    body: {
      id: ulid(),
      look: { backgroundStyle: 'neutral', plateStyle: 'current', imageStyle: 'natural' },
      targets: [{ platform: 'justeat', imageType: 'square' }],
      dishes,
    },
  });
  const menu = await ended(user, id);
  expect(menu).toMatchObject({ state: 'done', counts: { done: 1, failed: 1 } });
  expect(menu.dishes[1]?.message).toMatch(/declined these words.*Your credit was returned/);
  expect((await user.call('getMe')).credits.available).toBe(before - 1);
});
