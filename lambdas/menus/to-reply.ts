import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import { toReply as toGenerationReply } from '#lambdas/generations/to-reply.ts';
import type { Dish, Menu, MenuSummary } from '#shared/api/menus.ts';
import { countDishes, type StoredDish, type StoredMenu, shownState } from './menu.ts';
import { shownGeneration } from './shown-generation.ts';

/** Translates a menu into the API's reply, without its dishes. */
export function toSummary(menu: StoredMenu): MenuSummary {
  const { id, name, createdAt, finishedAt, state, pausedFor, message, look, targets, counts } = menu;
  return { id, name, createdAt, finishedAt, state, pausedFor, message, look, targets, counts };
}

/** Translates a menu into the API's reply, with its dishes and the present state of their pictures. */
export async function toReply(menu: StoredMenu, stored: readonly StoredDish[]): Promise<Menu> {
  const dishes = await Promise.all(stored.map(toDish));
  return { ...toSummary(menu), counts: countDishes(dishes), dishes };
}

async function toDish(dish: StoredDish): Promise<Dish> {
  const { number, name, source, look, message, generationId } = dish;
  const generation = await shownGeneration(dish);
  return {
    number,
    name,
    source,
    state: stateOf(dish, generation),
    look,
    message,
    attempt: generationId,
    generation: generation ? await toGenerationReply(generation) : null,
  };
}

function stateOf(dish: StoredDish, generation: StoredGeneration | undefined): Dish['state'] {
  // The generation may be done before the dish's own record is updated.
  return dish.state === 'running' && generation?.state === 'done' ? 'done' : shownState(dish);
}
