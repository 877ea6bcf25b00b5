import { readEnvironment } from '#lambdas/runtime/env.ts';
import { postponeMessage } from '#lambdas/runtime/queue.ts';
import { queueHandler } from '#lambdas/runtime/queue-handler.ts';
import { processPhoto } from './process-photo.ts';
import { photoMessageSchema } from './queue-message.ts';

/** Milliseconds kept for recording how the work ended before Lambda stops the function. */
const reserve = 15_000;

export const handler = queueHandler({
  function: 'photoWorker',
  message: photoMessageSchema,
  postpone: {
    isStopped: (mode) => mode !== 'off',
    until: (message, delivery) =>
      postponeMessage(message, delivery, [readEnvironment('photoWorker').PHOTOS_QUEUE_URL]),
  },
  handle: (message, { remainingMs }) => processPhoto(message, () => remainingMs() - reserve),
});
