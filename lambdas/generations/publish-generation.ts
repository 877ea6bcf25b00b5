import * as z from 'zod/mini';
import type { Change } from '#lambdas/runtime/stream-handler.ts';
import { storedGenerationSchema } from './generation.ts';
import { sendToMenusQueue } from './menu-message.ts';
import { sendToQueue, sendWordsToQueue } from './queue-message.ts';

const queuedGenerationSchema = z.pick(storedGenerationSchema, {
  id: true,
  userId: true,
  priority: true,
  dish: true,
});

const endedDishSchema = z.object({
  userId: z.string(),
  state: z.enum(['done', 'failed']),
  dish: z.object({ menuId: z.string() }),
});

const openWordsSchema = z.object({ words: z.object({ id: z.string(), state: z.literal('open') }) });

/**
 * Handles changes from the table's stream: queues a new generation, a new change of its words, and the menu of a dish
 * that has ended. So all are processed even if the request that created them crashed. A change that is delivered twice
 * is queued twice; the workers are idempotent.
 */
export async function publishGeneration({ before, after }: Change): Promise<void> {
  if (!after || !String(after.sk).startsWith('GENERATION#')) return;
  if (!before) {
    if (after.state === 'queued') await sendToQueue(queuedGenerationSchema.parse(after));
    return;
  }
  const { data: ended } = endedDishSchema.safeParse(after);
  if (ended && !endedDishSchema.safeParse(before).success)
    await sendToMenusQueue({ userId: ended.userId, menuId: ended.dish.menuId });
  const { data: open } = openWordsSchema.safeParse(after);
  if (!open || openWordsSchema.safeParse(before).data?.words.id === open.words.id) return;
  await sendWordsToQueue(queuedGenerationSchema.parse(after), open.words.id);
}
