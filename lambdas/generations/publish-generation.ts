import * as z from 'zod/mini';
import type { Change } from '#lambdas/runtime/stream-handler.ts';
import { sendToQueue, sendWordsToQueue } from './queue-message.ts';

const queuedGenerationSchema = z.object({ id: z.string(), userId: z.string(), priority: z.boolean() });

const openWordsSchema = z.object({ words: z.object({ id: z.string(), state: z.literal('open') }) });

/**
 * Queues a generation when its record appears in the table's stream, and a change of its words when that appears in the
 * record, so that both are processed even if the request that created them crashed. A change that is delivered twice
 * queues it twice, which the worker makes harmless.
 */
export async function publishGeneration({ before, after }: Change): Promise<void> {
  if (!after || !String(after.sk).startsWith('GENERATION#')) return;
  if (!before) {
    if (after.state === 'queued') await sendToQueue(queuedGenerationSchema.parse(after));
    return;
  }
  const { data: open } = openWordsSchema.safeParse(after);
  if (!open || openWordsSchema.safeParse(before).data?.words.id === open.words.id) return;
  await sendWordsToQueue(queuedGenerationSchema.parse(after), open.words.id);
}
