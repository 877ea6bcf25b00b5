import { AppError } from '#lambdas/runtime/app-error.ts';
import { usedForAnother } from '#lambdas/runtime/client-id.ts';
import type { Generation } from '#shared/api/generations.ts';
import { readGeneration } from './generation-store.ts';
import { toReply } from './to-reply.ts';

/** The generation that has this id already. @throws AppError `conflict` when it was made by another request. */
export async function findRepeated(
  userId: string,
  id: string,
  requestHash: string,
): Promise<Generation | undefined> {
  const generation = await readGeneration(userId, id);
  if (!generation) return undefined;
  if (generation.requestHash !== requestHash) throw usedForAnother();
  return toReply(generation);
}

/**
 * The generation that has this id already, after a transaction was refused because of it.
 * @throws AppError `conflict` when it was made by another request, or was deleted
 */
export async function requireRepeated(...request: Parameters<typeof findRepeated>): Promise<Generation> {
  const winner = await findRepeated(...request);
  if (winner) return winner;
  throw new AppError('conflict', 'This id was used for an image that was deleted');
}
