import type { Generation } from '#shared/api/generations.ts';
import { updateCover } from './generation-store.ts';
import { toReply } from './to-reply.ts';

/**
 * Makes a variation the one that the gallery shows.
 * @throws AppError `not_found`, `not_ready`
 */
export async function setCover(userId: string, id: string, cover: number): Promise<Generation> {
  return toReply(await updateCover(userId, id, cover));
}
