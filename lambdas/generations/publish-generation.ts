import * as z from 'zod/mini';
import type { Change } from '#lambdas/runtime/stream-handler.ts';
import { sendToQueue } from './queue-message.ts';

const queuedGenerationSchema = z.object({ id: z.string(), userId: z.string(), priority: z.boolean() });

/**
 * Queues a job because its record was written: whoever paid is served, even if the request that wrote it died.
 * A change delivered twice queues the job twice, which the worker's lease makes harmless.
 */
export async function publishGeneration({ before, after }: Change): Promise<void> {
  const isNew = !before && String(after?.sk).startsWith('GENERATION#') && after?.state === 'queued';
  if (isNew) await sendToQueue(queuedGenerationSchema.parse(after));
}
