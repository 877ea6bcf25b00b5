import type { Dish, Menu } from '#shared/api/menus.ts';
import { doneGeneration } from '#test/web/generations/stored-generation.ts';

/** A dish that waits for its turn. */
export const waitingDish: Dish = {
  number: 1,
  name: 'Soup',
  source: { type: 'upload', uploadId: '01J00000000000000000000009' },
  state: 'waiting',
  look: null,
  message: null,
  attempt: null,
  generation: null,
};

/** A dish with two pictures. */
export const doneDish: Dish = {
  ...waitingDish,
  state: 'done',
  attempt: doneGeneration.id,
  generation: { ...doneGeneration, kind: 'menu', menuItemName: 'Soup', studio: null },
};

/** A menu of these dishes, numbered; it is being made. */
export function menuOf(dishes: readonly Dish[], change: Partial<Menu> = {}): Menu {
  const counts = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
  for (const { state } of dishes) counts[state] += 1;
  return {
    id: '01J00000000000000000000005',
    name: 'Winter menu',
    createdAt: '2026-11-23T12:00:00.000Z',
    finishedAt: null,
    state: 'running',
    pausedFor: null,
    message: null,
    look: { backgroundStyle: 'neutral', plateStyle: 'current', imageStyle: 'natural' },
    targets: [{ platform: 'uber', imageType: 'menu' }],
    counts,
    dishes: dishes.map((dish, index) => ({ ...dish, number: index + 1 })),
    ...change,
  };
}
