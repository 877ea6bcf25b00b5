import * as z from 'zod/mini';
import { failPhotoWork } from '#lambdas/photos/fail-photo-work.ts';
import { photoMessageSchema } from '#lambdas/photos/queue-message.ts';
import { refusal } from '#lambdas/runtime/maintenance-store.ts';
import { queueHandler } from '#lambdas/runtime/queue-handler.ts';
import { failUndelivered } from './fail-undelivered.ts';
import { menuMessageSchema } from './menu-message.ts';
import { queueMessageSchema } from './queue-message.ts';

export const handler = queueHandler({
  function: 'deadLetterQueue',
  message: z.union([queueMessageSchema, photoMessageSchema, menuMessageSchema]),
  postpone: {
    isStopped: (mode) => mode === 'all',
    // During maintenance the message is returned to the queue, which keeps it for two weeks.
    until: async () => {
      throw refusal('all');
    },
  },
  handle: async (message) => {
    if ('photoId' in message) await failPhotoWork(message);
    // Messages about menus are dropped: the reconciler advances a running menu every minute, and whoever looks at
    // another one advances it.
    else if (!('menuId' in message)) await failUndelivered(message);
  },
});
