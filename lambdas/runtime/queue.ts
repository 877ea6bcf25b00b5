type Queues = typeof import('./sqs.ts');

/** Puts a message on a queue. The client of SQS is loaded by the first one: most requests send none. */
export const sendMessage: Queues['sendMessage'] = async (...call) =>
  (await import('./sqs.ts')).sendMessage(...call);
