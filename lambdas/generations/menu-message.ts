import * as z from 'zod/mini';
import { readVariable } from '#lambdas/runtime/env.ts';
import { sendMessage } from '#lambdas/runtime/queue.ts';

/** The message of the queue of menus: a menu to go on with. */
export const menuMessageSchema = z.object({ userId: z.string(), menuId: z.string() });

/** Has a worker look at what a menu needs next. */
export async function sendToMenusQueue(message: z.output<typeof menuMessageSchema>): Promise<void> {
  await sendMessage(readVariable('MENUS_QUEUE_URL'), message);
}
