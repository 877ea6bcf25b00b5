import { describe, expect, it } from 'vitest';
import { startMenus } from './harness.ts';

const { cloud, create, read, direct, runMenu } = startMenus();

describe('the list of a menu', () => {
  it('can be deleted when it has ended; its pictures stay', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    const remove = () => cloud.callMenus(user, 'deleteMenu', { params: { menuId: id } });
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'not_ready' } });
    const menu = await runMenu(user, id);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(204);
    expect(await cloud.callMenus(user, 'getMenu', { params: { menuId: id } })).toMatchObject({ status: 404 });
    await cloud.get(user, menu.dishes[0]?.generation?.id ?? '');
  });

  it('is nobody else’s', async () => {
    const user = await cloud.signUp('pro');
    const stranger = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    expect((await cloud.callMenus(stranger, 'getMenu', { params: { menuId: id } })).status).toBe(404);
    expect((await direct(stranger, id, 'cancel')).status).toBe(404);
    expect((await cloud.callMenus(stranger, 'deleteMenu', { params: { menuId: id } })).status).toBe(204);
    expect(await read(user, id)).toMatchObject({ state: 'running' });
  });
});
