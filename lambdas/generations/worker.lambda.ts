import { readEnvironment } from '#lambdas/runtime/env.ts';
import { postponeMessage } from '#lambdas/runtime/queue.ts';
import { queueHandler } from '#lambdas/runtime/queue-handler.ts';
import { processGeneration } from './process-generation.ts';
import { queueMessageSchema } from './queue-message.ts';
import { setWords } from './set-words.ts';

export const handler = queueHandler({
  function: 'worker',
  message: queueMessageSchema,
  postpone: {
    // A change of the words needs no model, so it is not stopped with the models alone.
    isStopped: (mode, { wordsId }) => mode === 'all' || (mode === 'generation' && wordsId === undefined),
    until: (message, delivery) => {
      const { STANDARD_QUEUE_URL, PRIORITY_QUEUE_URL } = readEnvironment('worker');
      return postponeMessage(message, delivery, [STANDARD_QUEUE_URL, PRIORITY_QUEUE_URL]);
    },
  },
  handle: ({ wordsId, ...message }, { workMs }) =>
    wordsId === undefined ? processGeneration(message, workMs) : setWords({ ...message, wordsId }),
});
