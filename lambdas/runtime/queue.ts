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

/** Seconds after which a postponed message is delivered again and the maintenance switch is checked again. */
const pause = 60;

/**
 * Sends a copy of a message to the queue that delivered it, so that waiting counts neither as a failed attempt nor
 * towards the retention period of the queue.
 * @param queueUrls The queues that the function consumes.
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
