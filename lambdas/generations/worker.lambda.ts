import { queueHandler } from '#lambdas/runtime/queue-handler.ts';
import { processGeneration } from './process-generation.ts';
import { queueMessageSchema } from './queue-message.ts';

/** Milliseconds kept for recording how a run ended before Lambda stops the function. */
const reserve = 15_000;

export const handler = queueHandler({
  function: 'worker',
  message: queueMessageSchema,
  handle: (message, { remainingMs }) => processGeneration(message, () => remainingMs() - reserve),
});
