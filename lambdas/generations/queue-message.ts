import * as z from 'zod/mini';
import { readVariable } from '#lambdas/runtime/env.ts';
import { sendMessage } from '#lambdas/runtime/queue.ts';

/** What the queues carry: which job to process. Everything else stands in its record. */
export const queueMessageSchema = z.object({ userId: z.string(), generationId: z.string() });

/** Puts a job on the queue of its plan; it is handed out after `delaySeconds`. */
export async function sendToQueue(
  job: { readonly userId: string; readonly id: string; readonly priority: boolean },
  delaySeconds = 0,
): Promise<void> {
  const message: z.output<typeof queueMessageSchema> = { userId: job.userId, generationId: job.id };
  const queueUrl = readVariable(job.priority ? 'PRIORITY_QUEUE_URL' : 'STANDARD_QUEUE_URL');
  await sendMessage(queueUrl, message, delaySeconds);
}
