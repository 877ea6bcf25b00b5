import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeSettings } from '#lambdas/admin/change-settings.ts';
import { disableAdapter } from '#lambdas/models/adapter-store.ts';
import { menuRequest, startGenerations, studioRequest } from './harness.ts';
import { jpeg } from './photos.ts';

const cloud = startGenerations({ models: 'plain' });

beforeEach(async () => {
  await cloud.reset();
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

const locked = (studio: object) => studioRequest({ foodLock: true, studio });
const filtered = () => studioRequest({ studio: { filter: { id: 'luxeglow' } } });
const refused = {
  status: 503,
  body: {
    code: 'maintenance',
    detail: 'This is paused while we work on it. Nothing was charged. Please try again in a few minutes.',
  },
};

async function expectNothingDone(user: string): Promise<void> {
  expect(await cloud.books(user)).toMatchObject({ available: 12, openGenerations: 0 });
  const items = await cloud.table.allItems();
  expect(items.filter(({ sk }) => String(sk).startsWith('GENERATION#'))).toEqual([]);
}

describe('an order that no adapter can draw', () => {
  it.each([
    ['a scene under the food lock', () => locked({ scene: { text: 'A garden' } })],
    ['a menu picture with its own plate', () => menuRequest()],
  ])('is refused uncharged when the model of the only one has ended: %s', async (_, request) => {
    const user = await cloud.signUp('pro');
    await disableAdapter('stability-composite', 'ended');
    expect(await cloud.create(user, request())).toMatchObject(refused);
    await expectNothingDone(user);
  });

  it('is refused uncharged when staff stopped one and the model of the other has ended', async () => {
    const user = await cloud.signUp('pro');
    await changeSettings({ stoppedAdapters: ['stability-structure'] }, 'test');
    await disableAdapter('sd35-image-to-image', 'ended');
    expect(await cloud.create(user, filtered())).toMatchObject(refused);
    await expectNothingDone(user);
  });

  it('leaves what other adapters draw', async () => {
    const user = await cloud.signUp('pro');
    await disableAdapter('stability-composite', 'ended');
    for (const request of [
      filtered(),
      locked({ adjustment: 'warmer_lighting' }),
      studioRequest({ studio: { scene: { text: 'A garden' } } }),
      menuRequest({ menu: { plateStyle: 'rustic' } }),
    ])
      expect((await cloud.create(user, request)).status).toBe(202);
  });

  it('is not made again free of charge, and can be asked for again later', async () => {
    const user = await cloud.signUp('starter');
    const { id } = await cloud.generate(user, locked({ scene: { text: 'A garden' } }));
    const body = { id: ulid(), reason: 'other' };
    await disableAdapter('stability-composite', 'ended');
    const redo = () => cloud.call(user, 'redoGeneration', { params: { generationId: id }, body });
    expect(await redo()).toMatchObject(refused);
    expect(await cloud.stored(user, id)).not.toHaveProperty('redo');
  });
});
