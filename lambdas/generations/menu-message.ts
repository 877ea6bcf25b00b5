import * as z from 'zod/mini';
import { readVariable } from '#lambdas/runtime/env.ts';
import { sendMessage } from '#lambdas/runtime/queue.ts';

/** The message of the queue of menus: the menu to advance. */
export const menuMessageSchema = z.object({ userId: z.string(), menuId: z.string() });

/** Queues a message that makes a worker advance the menu. */
export async function sendToMenusQueue(message: z.output<typeof menuMessageSchema>): Promise<void> {
  await sendMessage(readVariable('MENUS_QUEUE_URL'), message);
}
