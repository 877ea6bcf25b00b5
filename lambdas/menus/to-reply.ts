import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import { readGeneration } from '#lambdas/generations/generation-store.ts';
import { toReply as toGenerationReply } from '#lambdas/generations/to-reply.ts';
import type { Dish, Menu, MenuSummary } from '#shared/api/menus.ts';
import { countDishes, type StoredDish, type StoredMenu } from './menu.ts';

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
  const { number, name, source, state, look, message, generationId } = dish;
  const generation = await latest(dish);
  return {
    number,
    name,
    source,
    state: shownState(state, generation),
    look,
    message,
    attempt: generationId,
    generation: generation ? await toGenerationReply(generation) : null,
  };
}

function shownState(state: StoredDish['state'], generation: StoredGeneration | undefined): Dish['state'] {
  if (state === 'asked') return 'running';
  // The generation may be done before the dish's own record is updated.
  return state === 'running' && generation?.state === 'done' ? 'done' : state;
}

/**
 * The generation of the last attempt, or its free redo once that has pictures, even if the generation has been deleted.
 */
async function latest({ userId, generationId, redoId }: StoredDish): Promise<StoredGeneration | undefined> {
  if (generationId === null) return undefined;
  const generation = await readGeneration(userId, generationId);
  const id = generation ? generation.redo?.id : redoId;
  const redo = id ? await readGeneration(userId, id) : undefined;
  return redo?.state === 'done' && !redo.fallback ? redo : generation;
}
