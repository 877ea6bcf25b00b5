import { queueHandler } from '#lambdas/runtime/queue-handler.ts';
import { queueMessageSchema } from './queue-message.ts';
import { settleGeneration } from './settle-generation.ts';

export const handler = queueHandler({
  function: 'deadLetterQueue',
  message: queueMessageSchema,
  handle: settleGeneration,
});
