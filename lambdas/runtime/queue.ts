import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

let client: SQSClient | undefined;

/** The SQS client, one for each execution environment. */
export function sqs(): SQSClient {
  client ??= new SQSClient({});
  return client;
}

/** Sends a message as JSON; the queue delivers it after `delaySeconds`. */
export async function sendMessage(queueUrl: string, message: object, delaySeconds = 0): Promise<void> {
  await sqs().send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: JSON.stringify(message),
      DelaySeconds: delaySeconds,
    }),
  );
}
