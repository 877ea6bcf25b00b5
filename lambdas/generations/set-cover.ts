import { AppError } from '#lambdas/runtime/app-error.ts';
import type { Generation } from '#shared/api/generations.ts';
import { findGeneration, updateCover } from './generation-store.ts';
import { toReply } from './to-reply.ts';

/**
 * Makes a variation the one that the gallery shows; the others stay.
 * @throws AppError `not_found`, `not_ready`
 */
export async function setCover(userId: string, id: string, cover: number): Promise<Generation> {
  const generation = await findGeneration(userId, id);
  if (!generation.variations.some(({ index }) => index === cover)) throw new AppError('not_ready');
  const updated = await updateCover(userId, id, cover);
  if (!updated) throw new AppError('not_ready');
  return toReply(updated);
}
