import { SQSClient } from '@aws-sdk/client-sqs';

let client: SQSClient | undefined;

/** The SQS client, one for each execution environment. */
export function sqs(): SQSClient {
  client ??= new SQSClient({});
  return client;
}
