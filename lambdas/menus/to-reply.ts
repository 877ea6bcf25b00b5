import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import { readGeneration } from '#lambdas/generations/generation-store.ts';
import { toReply as toGenerationReply } from '#lambdas/generations/to-reply.ts';
import type { Dish, Menu, MenuSummary } from '#shared/api/menus.ts';
import { countDishes, type StoredDish, type StoredMenu } from './menu.ts';

/** A menu for the API, without its dishes. */
export function toSummary(menu: StoredMenu): MenuSummary {
  const { id, name, createdAt, finishedAt, state, pausedFor, message, look, targets, counts } = menu;
  return { id, name, createdAt, finishedAt, state, pausedFor, message, look, targets, counts };
}

/** A menu for the API with its dishes and their pictures, as they are now. */
export async function toReply(menu: StoredMenu, stored: readonly StoredDish[]): Promise<Menu> {
  const dishes = await Promise.all(stored.map(toDish));
  return { ...toSummary(menu), counts: countDishes(dishes), dishes };
}

async function toDish(dish: StoredDish): Promise<Dish> {
  const { userId, number, name, source, state, look, message, generationId } = dish;
  const generation = generationId === null ? undefined : await latest(userId, generationId);
  return {
    number,
    name,
    source,
    // Its menu is told a little later.
    state: state === 'running' && generation?.state === 'done' ? 'done' : state,
    look,
    message,
    attempt: generationId,
    generation: generation ? await toGenerationReply(generation) : null,
  };
}

/** The generation, or its free redo once that has pictures. */
async function latest(userId: string, generationId: string): Promise<StoredGeneration | undefined> {
  const generation = await readGeneration(userId, generationId);
  const redo = generation?.redo && (await readGeneration(userId, generation.redo.id));
  return redo?.state === 'done' && !redo.fallback ? redo : generation;
}
