import * as z from 'zod/mini';
import { menuMessageSchema } from '#lambdas/generations/menu-message.ts';
import { processGeneration } from '#lambdas/generations/process-generation.ts';
import { queueMessageSchema } from '#lambdas/generations/queue-message.ts';
import { readEnvironment } from '#lambdas/runtime/env.ts';
import { postponeMessage } from '#lambdas/runtime/queue.ts';
import { queueHandler } from '#lambdas/runtime/queue-handler.ts';
import { advanceMenu } from './advance-menu.ts';

/**
 * Makes the dishes of whole menus, and begins the next ones. A function of its own, so that menus do not delay single
 * pictures.
 */
export const handler = queueHandler({
  function: 'menuWorker',
  message: z.union([queueMessageSchema, menuMessageSchema]),
  postpone: {
    isStopped: (mode) => mode !== 'off',
    until: (message, delivery) =>
      postponeMessage(message, delivery, [readEnvironment('menuWorker').MENUS_QUEUE_URL]),
  },
  handle: (message, { workMs }) =>
    'menuId' in message ? advanceMenu(message.userId, message.menuId) : processGeneration(message, workMs),
});
