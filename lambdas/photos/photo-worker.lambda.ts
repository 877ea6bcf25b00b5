import { queueHandler } from '#lambdas/runtime/queue-handler.ts';
import { processPhoto } from './process-photo.ts';
import { photoMessageSchema } from './queue-message.ts';

/** Milliseconds kept for recording how the work ended before Lambda stops the function. */
const reserve = 15_000;

export const handler = queueHandler({
  function: 'photoWorker',
  message: photoMessageSchema,
  handle: (message, { remainingMs }) => processPhoto(message, () => remainingMs() - reserve),
});
