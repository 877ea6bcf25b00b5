import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import { readGeneration } from '#lambdas/generations/generation-store.ts';
import type { StoredDish } from './menu.ts';

/**
 * The generation that a dish shows: that of its last attempt while it is open and once it has pictures; otherwise the
 * former one, if that still has any.
 */
export async function shownGeneration(dish: StoredDish): Promise<StoredGeneration | undefined> {
  const { userId, generationId, redoId, formerId } = dish;
  if (generationId === null) return undefined;
  const last = await readRedone(userId, generationId, redoId);
  if (formerId === null || (last && last.state !== 'failed')) return last;
  const former = await readRedone(userId, formerId, null);
  return former?.state === 'done' ? former : last;
}

/** The id of the generation whose pictures a dish shows; null if it shows none. */
export async function shownPictures(dish: StoredDish): Promise<string | null> {
  const shown = await shownGeneration(dish);
  return shown?.state === 'done' ? shown.id : null;
}

/** A generation, or its free redo once that has pictures, even if the generation has been deleted. */
async function readRedone(
  userId: string,
  id: string,
  redoId: string | null,
): Promise<StoredGeneration | undefined> {
  const generation = await readGeneration(userId, id);
  const redoneId = generation ? generation.redo?.id : redoId;
  const redo = redoneId ? await readGeneration(userId, redoneId) : undefined;
  return redo?.state === 'done' && !redo.fallback ? redo : generation;
}
