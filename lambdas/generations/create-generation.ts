import { requireAccount } from '#lambdas/accounts/user-store.ts';
import { checkIdTime } from '#lambdas/runtime/client-id.ts';
import type { CreateGeneration, Generation } from '#shared/api/generations.ts';
import { findRepeated, requireRepeated } from './find-repeated.ts';
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
  return ordered === 'exists' ? requireRepeated(userId, request.id, requestHash) : toReply(ordered);
}
