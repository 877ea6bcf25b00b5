import { ulid } from 'ulid';
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

  it('is renamed with its free redo, before that is made and afterwards', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    const made = (await runMenu(user, id)).dishes[0]?.attempt ?? '';
    const redone = ulid();
    const body = { id: redone, reason: 'other' };
    await cloud.call(user, 'redoGeneration', { params: { generationId: made }, body });
    const rename = async (name: string) => {
      const params = { menuId: id, number: '1' };
      const { body: menu } = await cloud.callMenus(user, 'changeDish', { params, body: { name } });
      const generations = await Promise.all([made, redone].map((each) => cloud.get(user, each)));
      return [menu.dishes[0].generation, ...generations].map((each) => [each.id, each.menuItemName]);
    };
    expect(await rename('Burger')).toEqual([made, made, redone].map((each) => [each, 'Burger']));
    await cloud.workOn(user, redone);
    expect(await rename('Soup')).toEqual([redone, made, redone].map((each) => [each, 'Soup']));
  });
});
