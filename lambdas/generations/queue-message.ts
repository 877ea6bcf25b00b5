import * as z from 'zod/mini';
import { readVariable } from '#lambdas/runtime/env.ts';
import { sendMessage } from '#lambdas/runtime/queue.ts';

/**
 * The message of the queues: which generation to process, or which change of its words to set. Everything else is in its
 * record.
 */
export const queueMessageSchema = z.object({
  userId: z.string(),
  generationId: z.string(),
  wordsId: z.optional(z.string()),
});

/** Puts a change of a generation's words on the queue of its plan. */
export async function sendWordsToQueue(
  generation: { readonly userId: string; readonly id: string; readonly priority: boolean },
  wordsId: string,
): Promise<void> {
  const message: QueueMessage = { userId: generation.userId, generationId: generation.id, wordsId };
  await sendMessage(queueOf(generation), message);
}

/** Puts a generation on the queue of its plan; SQS delivers it after `delaySeconds`. */
export async function sendToQueue(
  generation: { readonly userId: string; readonly id: string; readonly priority: boolean },
  delaySeconds = 0,
): Promise<void> {
  const message: QueueMessage = { userId: generation.userId, generationId: generation.id };
  await sendMessage(queueOf(generation), message, delaySeconds);
}

type QueueMessage = z.output<typeof queueMessageSchema>;

function queueOf({ priority }: { readonly priority: boolean }): string {
  return readVariable(priority ? 'PRIORITY_QUEUE_URL' : 'STANDARD_QUEUE_URL');
}
