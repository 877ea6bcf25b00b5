import { queueHandler } from '#lambdas/runtime/queue-handler.ts';
import { failUndelivered } from './fail-undelivered.ts';
import { queueMessageSchema } from './queue-message.ts';

export const handler = queueHandler({
  function: 'deadLetterQueue',
  message: queueMessageSchema,
  handle: failUndelivered,
});
