import * as z from 'zod/mini';
import type { Change } from '#lambdas/runtime/stream-handler.ts';
import { sendToQueue } from './queue-message.ts';

const queuedGenerationSchema = z.object({ id: z.string(), userId: z.string(), priority: z.boolean() });

/**
 * Queues a generation when its record appears in the table's stream, so that it is processed even if the request that
 * created it crashed. A change that is delivered twice queues it twice, which the worker's lease makes harmless.
 */
export async function publishGeneration({ before, after }: Change): Promise<void> {
  const isNew = !before && String(after?.sk).startsWith('GENERATION#') && after?.state === 'queued';
  if (isNew) await sendToQueue(queuedGenerationSchema.parse(after));
}
