import * as z from 'zod/mini';
import { readVariable } from '#lambdas/runtime/env.ts';
import { sendMessage } from '#lambdas/runtime/queue.ts';
import type { StoredGeneration } from './generation.ts';

/**
 * The message of the queues: which generation to process, or which change of its words to carry out. Everything else is
 * in the record.
 */
export const queueMessageSchema = z.object({
  userId: z.string(),
  generationId: z.string(),
  wordsId: z.optional(z.string()),
});

type Queued = Pick<StoredGeneration, 'userId' | 'id' | 'priority' | 'dish'>;

/** Puts a change of a generation's words on the queue of its plan. */
export async function sendWordsToQueue({ userId, id, priority }: Queued, wordsId: string): Promise<void> {
  const message: QueueMessage = { userId, generationId: id, wordsId };
  await sendMessage(queueOf({ priority }), message);
}

/** Sends a generation to the queue of its plan, or to that of whole menus. SQS delivers it after `delaySeconds`. */
export async function sendToQueue(generation: Queued, delaySeconds = 0): Promise<void> {
  const message: QueueMessage = { userId: generation.userId, generationId: generation.id };
  await sendMessage(queueOf(generation), message, delaySeconds);
}

type QueueMessage = z.output<typeof queueMessageSchema>;

function queueOf({ priority, dish }: Pick<Queued, 'priority' | 'dish'>): string {
  if (dish) return readVariable('MENUS_QUEUE_URL');
  return readVariable(priority ? 'PRIORITY_QUEUE_URL' : 'STANDARD_QUEUE_URL');
}
