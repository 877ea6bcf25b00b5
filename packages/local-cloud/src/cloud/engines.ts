import { join } from 'node:path';
import type { CredentialBook } from '#src/aws/credential-book.ts';
import { createVerifier } from '#src/aws/signature.ts';
import { type DynamoDbLocal, startDynamoDbLocal } from '#src/dynamodb/dynamodb-local.ts';
import { createMailbox, type Mailbox } from '#src/mailbox/mailbox.ts';
import { createS3, type S3 } from '#src/s3/s3.ts';
import { createQueueEngine, type QueueEngine } from '#src/sqs/queue-engine.ts';
import type { Timed } from './timed.ts';

/** The engines that hold the data of the local cloud. */
export interface Engines {
  dynamodb: DynamoDbLocal;
  queues: QueueEngine;
  s3: S3;
  mailbox: Mailbox;
}

export async function startEngines(options: {
  directory: string;
  credentials: CredentialBook;
  /** Factor by which the delays of messages are shortened. */
  waitingSpeed: number;
  timed: Timed;
}): Promise<Engines> {
  const { directory, credentials, waitingSpeed, timed } = options;
  const mailbox = createMailbox({ directory: join(directory, 'mailbox') });
  const s3 = createS3({ directory: join(directory, 's3'), verify: createVerifier(credentials) });
  const [dynamodb, queues] = await Promise.all([
    timed('DynamoDB Local', startDynamoDbLocal({ directory: join(directory, 'dynamodb') })),
    timed('queues', createQueueEngine(waitingSpeed)),
  ]);
  return { dynamodb, queues, s3, mailbox };
}
