import { requireAccount } from '#lambdas/accounts/user-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { checkIdTime } from '#lambdas/runtime/client-id.ts';
import type { CreateGeneration, Generation } from '#shared/api/generations.ts';
import { findRepeated } from './find-repeated.ts';
import { orderGeneration } from './order-generation.ts';
import { hashOf } from './request-hash.ts';
import { toReply } from './to-reply.ts';

/**
 * Charges a credit and creates a generation, in one transaction. The client chooses the id: the same request again
 * returns the same generation and charges nothing.
 * @throws AppError with the code of the first condition that fails; then nothing was charged.
 */
export async function createGeneration(userId: string, request: CreateGeneration): Promise<Generation> {
  const requestHash = hashOf(request);
  const [repeated, account] = await Promise.all([
    findRepeated(userId, request.id, requestHash),
    requireAccount(userId),
  ]);
  if (repeated) return repeated;
  checkIdTime(request.id);
  const ordered = await orderGeneration(account, request, { requestHash });
  if (ordered !== 'exists') return toReply(ordered);
  const winner = await findRepeated(userId, request.id, requestHash);
  if (winner) return winner;
  throw new AppError('conflict', 'This id was used for an image that was deleted');
}
