import { queueHandler } from '#lambdas/runtime/queue-handler.ts';
import { queueMessageSchema } from './queue-message.ts';
import { failUndelivered } from './fail-undelivered.ts';

export const handler = queueHandler({
  function: 'deadLetterQueue',
  message: queueMessageSchema,
  handle: failUndelivered,
});
