import { readEnvironment } from '#lambdas/runtime/env.ts';
import { postponeMessage } from '#lambdas/runtime/queue.ts';
import { queueHandler } from '#lambdas/runtime/queue-handler.ts';
import type { PhotoPart } from './photo.ts';
import { processPhoto } from './process-photo.ts';
import { photoMessageSchema } from './queue-message.ts';

/** The work that calls a model. */
const modelParts: ReadonlySet<PhotoPart> = new Set(['cutOut', 'reading']);

export const handler = queueHandler({
  function: 'photoWorker',
  message: photoMessageSchema,
  postpone: {
    isStopped: (mode, { part }) => mode === 'all' || (mode === 'generation' && modelParts.has(part)),
    until: (message, delivery) =>
      postponeMessage(message, delivery, [readEnvironment('photoWorker').PHOTOS_QUEUE_URL]),
  },
  handle: (message, { workMs }) => processPhoto(message, workMs),
});
