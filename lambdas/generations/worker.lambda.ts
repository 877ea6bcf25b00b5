import { queueHandler } from '#lambdas/runtime/queue-handler.ts';
import { processGeneration } from './process-generation.ts';
import { queueMessageSchema } from './queue-message.ts';
import { setWords } from './set-words.ts';

/** Milliseconds kept for recording how a run ended before Lambda stops the function. */
const reserve = 15_000;

export const handler = queueHandler({
  function: 'worker',
  message: queueMessageSchema,
  handle: ({ wordsId, ...message }, { remainingMs }) =>
    wordsId === undefined
      ? processGeneration(message, () => remainingMs() - reserve)
      : setWords({ ...message, wordsId }),
});
