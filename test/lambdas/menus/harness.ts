import { ulid } from 'ulid';
import { beforeAll, beforeEach, expect } from 'vitest';
import type { Menu } from '#shared/api/menus.ts';
import { maxDishes } from '#shared/domain/whole-menu.ts';
import { startGenerations } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';

export const look = { backgroundStyle: 'wooden', plateStyle: 'current', imageStyle: 'natural' };
const burger = { type: 'sample', itemId: 'burger' };

export function menuRequest(dishes: number, more: object = {}) {
  return {
    id: ulid(),
    name: 'Autumn',
    look,
    targets: [{ platform: 'uber', imageType: 'menu' }],
    dishes: Array.from({ length: dishes }, (_, index) => ({
      name: `Dish ${index + 1}`,
      source: burger,
      photo: { width: 1600, height: 1200 },
    })),
    ...more,
  };
}

/** Starts the cloud, and returns it with functions that call the API and the workers of whole menus. */
export function startMenus() {
  const cloud = startGenerations({ models: 'plain' });

  beforeAll(async () => {
    await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
  });

  beforeEach(() => cloud.reset());

  async function create(user: string, dishes: number, more: object = {}): Promise<Menu> {
    const { status, body } = await cloud.callMenus(user, 'createMenu', { body: menuRequest(dishes, more) });
    expect(body).toMatchObject({ state: 'running' });
    expect(status).toBe(202);
    return body;
  }

  async function read(user: string, menuId: string): Promise<Menu> {
    const { status, body } = await cloud.callMenus(user, 'getMenu', { params: { menuId } });
    expect(status).toBe(200);
    return body;
  }

  function direct(user: string, menuId: string, action: string, more: object = {}) {
    return cloud.callMenus(user, 'directMenu', { params: { menuId }, body: { action, ...more } });
  }

  /** Processes what the dishes that were begun wait for, and tells their menu. */
  async function makeDishes(user: string, menuId: string): Promise<void> {
    const { dishes } = await read(user, menuId);
    for (const { generation } of dishes) {
      if (generation?.state !== 'queued') continue;
      await cloud.workOn(user, generation.id);
    }
    await cloud.workOnMenu(user, menuId);
  }

  /** Goes on until the menu stands still. */
  async function runMenu(user: string, menuId: string): Promise<Menu> {
    await cloud.workOnMenu(user, menuId);
    for (let round = 0; round < maxDishes; round += 1) {
      const { state, counts } = await read(user, menuId);
      if (state !== 'running' && counts.running === 0) break;
      await makeDishes(user, menuId);
    }
    return read(user, menuId);
  }

  /** Makes the free redo of a generation, and returns its id. */
  async function redo(user: string, generationId: string): Promise<string> {
    const body = { id: ulid(), reason: 'dish_changed' };
    const { status } = await cloud.call(user, 'redoGeneration', { params: { generationId }, body });
    expect(status).toBe(202);
    await cloud.workOn(user, body.id);
    return body.id;
  }

  async function deletePictures(user: string, generationId: string): Promise<void> {
    const { status } = await cloud.call(user, 'deleteGeneration', { params: { generationId } });
    expect(status).toBe(204);
  }

  /** Ids of the dishes' generations that were charged. */
  async function charged(user: string): Promise<string[]> {
    const { causes } = await cloud.books(user);
    return causes.filter((cause) => cause.startsWith('spend#')).map((cause) => cause.slice(6));
  }

  /** Ids of the menus that the reconciler goes on with. */
  async function openMenus(): Promise<unknown[]> {
    return (await cloud.table.allItems()).flatMap(({ pk, menuId }) => (pk === 'OPEN_MENUS' ? [menuId] : []));
  }

  function remake(user: string, { id, dishes }: Menu, number: number) {
    const seen = dishes[number - 1]?.attempt;
    return cloud.callMenus(user, 'remakeDish', {
      params: { menuId: id, number: String(number) },
      body: { seen, look: null },
    });
  }

  return {
    cloud,
    create,
    read,
    direct,
    makeDishes,
    runMenu,
    redo,
    deletePictures,
    charged,
    openMenus,
    remake,
  };
}
