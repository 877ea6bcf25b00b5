import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import * as z from 'zod';
import type { InvokeResult } from '#src/lambda/execution-environment.ts';
import type { DeliveryFaultRules } from './delivery-faults.ts';

export interface QueueSourceOptions {
  client: SQSClient;
  queueUrl: string;
  queueArn: string;
  region: string;
  functionName: string;
  batchSize: number;
  maximumConcurrency: number;
  reportsBatchItemFailures: boolean;
  invoke: (event: unknown) => Promise<InvokeResult>;
  deliveries: DeliveryFaultRules;
}

const failuresSchema = z.object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })) });

/** Seconds of one long poll. */
const waitSeconds = 10;

/** The event source mapping of an SQS queue: receives messages, invokes the function and deletes handled messages. */
export class QueueSource {
  readonly #options: QueueSourceOptions;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #loop: Promise<void> | undefined;

  constructor(options: QueueSourceOptions) {
    this.#options = options;
  }

  start(): void {
    this.#loop = this.#poll();
  }

  /** Stops receiving; invocations under way are not waited for. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  get queueUrl(): string {
    return this.#options.queueUrl;
  }

  async #poll(): Promise<void> {
    const { client, queueUrl, batchSize, maximumConcurrency } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      if (this.#running.size >= maximumConcurrency) {
        await Promise.race(this.#running);
        continue;
      }
      try {
        const { Messages = [] } = await client.send(
          new ReceiveMessageCommand({
            QueueUrl: queueUrl,
            MaxNumberOfMessages: Math.min(batchSize, 10),
            WaitTimeSeconds: waitSeconds,
            MessageSystemAttributeNames: ['All'],
            MessageAttributeNames: ['All'],
          }),
          { abortSignal: signal },
        );
        if (Messages.length === 0) continue;
        const delivery = this.#deliver(Messages).finally(() => this.#running.delete(delivery));
        this.#running.add(delivery);
      } catch (error) {
        if (signal.aborted) return;
        console.error(`Receiving from ${queueUrl} failed:`, error);
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  }

  async #deliver(messages: Message[]): Promise<void> {
    const { client, queueUrl, deliveries, functionName, invoke } = this.#options;
    const event = { Records: messages.map((message) => this.#record(message)) };
    try {
      const result = await deliveries.apply('queue', functionName, () => invoke(event));
      // Messages that are not deleted become visible again after the queue's timeout, and after the last receive they
      // move to the dead-letter queue.
      const handled = messages.filter(
        ({ MessageId }) => result?.ok && !this.#failed(result.payload).has(MessageId),
      );
      if (handled.length === 0) return;
      await client.send(
        new DeleteMessageBatchCommand({
          QueueUrl: queueUrl,
          Entries: handled.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
        }),
      );
    } catch (error) {
      if (!this.#stopping.signal.aborted) console.error(`Delivering to ${functionName} failed:`, error);
    }
  }

  /** Ids that the function reports as failed; all of them when its report cannot be read, as on AWS. */
  #failed(payload: string): { has(id: string | undefined): boolean } {
    if (!this.#options.reportsBatchItemFailures) return { has: () => false };
    const reply: unknown = JSON.parse(payload);
    if (reply === null || (typeof reply === 'object' && Object.keys(reply).length === 0))
      return { has: () => false };
    const failures = failuresSchema.safeParse(reply);
    if (!failures.success) return { has: () => true };
    const ids = new Set<string | undefined>(
      failures.data.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
    );
    return ids;
  }

  #record(message: Message) {
    return {
      messageId: message.MessageId,
      receiptHandle: message.ReceiptHandle,
      body: message.Body,
      attributes: message.Attributes ?? {},
      messageAttributes: Object.fromEntries(
        Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [
          name,
          {
            stringValue: value.StringValue,
            binaryValue: value.BinaryValue && Buffer.from(value.BinaryValue).toString('base64'),
            stringListValues: [],
            binaryListValues: [],
            dataType: value.DataType,
          },
        ]),
      ),
      md5OfBody: message.MD5OfBody,
      eventSource: 'aws:sqs',
      eventSourceARN: this.#options.queueArn,
      awsRegion: this.#options.region,
    };
  }
}
