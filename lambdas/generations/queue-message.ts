import * as z from 'zod/mini';
import { readVariable } from '#lambdas/runtime/env.ts';
import { sendMessage } from '#lambdas/runtime/queue.ts';

/** The message of the queues: which generation to process. Everything else is in its record. */
export const queueMessageSchema = z.object({ userId: z.string(), generationId: z.string() });

/** Puts a generation on the queue of its plan; SQS delivers it after `delaySeconds`. */
export async function sendToQueue(
  generation: { readonly userId: string; readonly id: string; readonly priority: boolean },
  delaySeconds = 0,
): Promise<void> {
  const message: z.output<typeof queueMessageSchema> = {
    userId: generation.userId,
    generationId: generation.id,
  };
  const queueUrl = readVariable(generation.priority ? 'PRIORITY_QUEUE_URL' : 'STANDARD_QUEUE_URL');
  await sendMessage(queueUrl, message, delaySeconds);
}
