import { describe, expect, it } from 'vitest';
import { look, startMenus } from './harness.ts';

const { cloud, create, runMenu } = startMenus();

describe('a dish', () => {
  it('is renamed at any time, and given another look until it begins', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 2);
    const change = (number: string, body: object) =>
      cloud.callMenus(user, 'changeDish', { params: { menuId: id, number }, body });
    const marble = { ...look, backgroundStyle: 'marble' };
    expect((await change('2', { look: marble, name: 'Soup' })).body.dishes[1]).toMatchObject({
      name: 'Soup',
      look: marble,
    });
    expect(await change('1', { look: { ...look, plateStyle: 'none' } })).toMatchObject({ status: 400 });
    const menu = await runMenu(user, id);
    expect(menu.dishes[1]?.generation).toMatchObject({ menuItemName: 'Soup', menu: marble });
    expect(await change('2', { look })).toMatchObject({ status: 409 });
    const renamed = (await change('2', { name: 'Leek soup' })).body.dishes[1];
    expect(renamed).toMatchObject({ name: 'Leek soup', generation: { menuItemName: 'Leek soup' } });
    expect((await cloud.get(user, renamed.generation.id)).menuItemName).toBe('Leek soup');
    expect(await change('3', { name: 'Cake' })).toMatchObject({ status: 404 });
  });
});
