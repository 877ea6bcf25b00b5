import type { SQS } from '@aws-sdk/client-sqs';

let client: SQS | undefined;

/** The SQS client, one for each execution environment. The first call loads it. */
export async function sqs(): Promise<SQS> {
  const { SQS } = await import('@aws-sdk/client-sqs');
  client ??= new SQS({});
  return client;
}

/** Sends a message as JSON; the queue delivers it after `delaySeconds`. */
export async function sendMessage(queueUrl: string, message: object, delaySeconds = 0): Promise<void> {
  const queues = await sqs();
  await queues.sendMessage({
    QueueUrl: queueUrl,
    MessageBody: JSON.stringify(message),
    DelaySeconds: delaySeconds,
  });
}

/** How long a message waits before the maintenance switch is looked at again, in seconds. */
const pause = 60;

/**
 * Puts a fresh copy of a message on the queue that delivered it: waiting counts neither as a failed attempt nor towards
 * the time that a queue keeps messages.
 * @param queueUrls Those that the function consumes.
 */
export async function postponeMessage(
  message: object,
  { queueArn }: { readonly queueArn: string },
  queueUrls: readonly string[],
): Promise<void> {
  const name = queueArn.split(':').at(-1);
  const queueUrl = queueUrls.find((url) => url.endsWith(`/${name}`));
  if (queueUrl === undefined) throw new Error(`The function has no address of the queue ${name}`);
  await sendMessage(queueUrl, message, pause);
}
