import * as z from 'zod/mini';
import { failPhotoWork } from '#lambdas/photos/fail-photo-work.ts';
import { photoMessageSchema } from '#lambdas/photos/queue-message.ts';
import { queueHandler } from '#lambdas/runtime/queue-handler.ts';
import { failUndelivered } from './fail-undelivered.ts';
import { queueMessageSchema } from './queue-message.ts';

export const handler = queueHandler({
  function: 'deadLetterQueue',
  message: z.union([queueMessageSchema, photoMessageSchema]),
  handle: (message) => ('photoId' in message ? failPhotoWork(message) : failUndelivered(message)),
});
