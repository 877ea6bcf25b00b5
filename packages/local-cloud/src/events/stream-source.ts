import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { readJsonFile, writeJsonFile } from '#src/json-file.ts';
import type { InvokeResult } from '#src/lambda/execution-environment.ts';
import type { DeliveryFaultRules } from './delivery-faults.ts';
import { type EventPattern, matchesPattern } from './event-pattern.ts';
import { type LambdaRecord, lambdaRecord } from './stream-record.ts';

export interface StreamSourceOptions {
  client: DynamoDBStreamsClient;
  sqs: SQSClient;
  streamArn: string;
  region: string;
  functionName: string;
  functionArn: string;
  batchSize: number;
  /** Seconds to gather a batch. */
  batchingWindow: number;
  startingPosition: 'TRIM_HORIZON' | 'LATEST';
  filters: readonly EventPattern[];
  bisects: boolean;
  /** -1 for ever. */
  maximumRetries: number;
  reportsBatchItemFailures: boolean;
  /** URL of the queue that receives a message for each batch whose retries are used up. */
  failureQueueUrl: string | undefined;
  /** File with the position reached in each shard, so that a restart loses nothing. */
  checkpointFile: string;
  invoke: (event: unknown) => Promise<InvokeResult>;
  deliveries: DeliveryFaultRules;
}

const checkpointSchema = z.record(z.string(), z.string());
const failuresSchema = z.object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })) });

/** Written for a shard that was read to its end. */
const shardEnd = 'END';
/**
 * Milliseconds until the next read after a first one without records; doubled with each further one, up to the longest.
 */
const shortestPauseMs = 20;
const longestPauseMs = 500;
/** Milliseconds between reads while a batch is gathered. */
const gatherPauseMs = 200;
const shardDiscoveryMs = 30_000;
const longestBackoffMs = 5000;

/**
 * The event source mapping of a DynamoDB stream: shards in their order, batches filtered, retried, bisected and
 * finally reported, the position kept on disk after each batch. At least once: a crash between the function's
 * success and the checkpoint delivers the batch again, as on AWS.
 */
export class StreamSource {
  readonly #options: StreamSourceOptions;
  readonly #checkpoint: Record<string, string>;
  readonly #shards = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #sleepers = new Set<AbortController>();
  /** Reads without records since the latest write or record. */
  #emptyReads = 0;
  /** Time at which each open shard was read to its end; absent while it has new records. */
  readonly #caughtUpAt = new Map<string, number>();
  #discovery: Promise<void> | undefined;
  #discovered = false;

  constructor(options: StreamSourceOptions) {
    this.#options = options;
    this.#checkpoint = checkpointSchema.parse(readJsonFile(options.checkpointFile) ?? {});
  }

  start(): void {
    this.#discovery = this.#discover();
  }

  /** Stops reading and waits for the batch under way, so that it is not delivered again. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#discovery;
    await Promise.all(this.#shards.values());
  }

  /** Schedules the next read soon after a write. A source with a batching window waits for the window. */
  noteWrite(): void {
    if (this.#options.batchingWindow === 0) this.nudge();
  }

  /** Reads at once. */
  nudge(): void {
    this.#emptyReads = 0;
    for (const sleeper of this.#sleepers) sleeper.abort();
  }

  /** Whether everything written before `time` (milliseconds since the epoch) has been handled. */
  caughtUpSince(time: number): boolean {
    return (
      this.#shards.size > 0 && [...this.#shards.keys()].every((id) => (this.#caughtUpAt.get(id) ?? 0) > time)
    );
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #discover(): Promise<void> {
    while (!this.#stopped) {
      try {
        const shards = await this.#describe();
        for (const shard of shards) this.#follow(shard, shards);
        this.#discovered = true;
      } catch (error) {
        if (!this.#stopped) console.error(`Reading the stream ${this.#options.streamArn} failed:`, error);
      }
      // A shard that ended has child shards, which are looked up at once.
      await Promise.race([this.#pause(this.#discovered ? shardDiscoveryMs : 500), ...this.#shards.values()]);
    }
  }

  async #describe(): Promise<Shard[]> {
    const shards: Shard[] = [];
    let start: string | undefined;
    do {
      const { StreamDescription } = await this.#options.client.send(
        new DescribeStreamCommand({
          StreamArn: this.#options.streamArn,
          ...(start !== undefined && { ExclusiveStartShardId: start }),
        }),
      );
      shards.push(...(StreamDescription?.Shards ?? []));
      start = StreamDescription?.LastEvaluatedShardId;
    } while (start !== undefined);
    return shards;
  }

  /** Begins to read a shard once its parent has been read to the end. */
  #follow({ ShardId: id, ParentShardId: parent }: Shard, all: Shard[]): void {
    if (id === undefined || this.#shards.has(id) || this.#checkpoint[id] === shardEnd) return;
    const parentIsOpen =
      parent !== undefined &&
      all.some(({ ShardId }) => ShardId === parent) &&
      this.#checkpoint[parent] !== shardEnd;
    if (parentIsOpen) return;
    const reading = this.#read(id)
      .catch((error: unknown) => {
        if (!this.#stopped) console.error(`Reading shard ${id} failed:`, error);
      })
      .finally(() => {
        this.#shards.delete(id);
        this.#caughtUpAt.delete(id);
      });
    this.#shards.set(id, reading);
  }

  async #read(shardId: string): Promise<void> {
    const { client, batchSize, batchingWindow } = this.#options;
    let iterator = await this.#iterator(shardId);
    while (!this.#stopped && iterator !== undefined) {
      const startedAt = Date.now();
      const records: LambdaRecord[] = [];
      const gatherUntil = startedAt + batchingWindow * 1000;
      let last: string | undefined;
      do {
        const askedAt = Date.now();
        const page: {
          Records?: Parameters<typeof lambdaRecord>[0][];
          NextShardIterator?: string | undefined;
        } = await client.send(
          new GetRecordsCommand({
            ShardIterator: iterator,
            Limit: Math.min(1000, batchSize - records.length),
          }),
        );
        iterator = page.NextShardIterator;
        const found = page.Records ?? [];
        if (found.length > 0) {
          this.#caughtUpAt.delete(shardId);
          this.#emptyReads = 0;
        }
        last = found.at(-1)?.dynamodb?.SequenceNumber ?? last;
        for (const record of found) {
          const converted = lambdaRecord(record, this.#options.streamArn, this.#options.region);
          if (this.#wanted(converted)) records.push(converted);
        }
        if (found.length === 0 && last === undefined) {
          this.#caughtUpAt.set(shardId, askedAt);
          break;
        }
        if (found.length === 0)
          await this.#pause(Math.min(gatherPauseMs, Math.max(0, gatherUntil - Date.now())));
      } while (
        !this.#stopped &&
        iterator !== undefined &&
        records.length > 0 &&
        records.length < batchSize &&
        Date.now() < gatherUntil
      );
      if (last !== undefined) {
        if (records.length > 0) await this.#handle(shardId, this.#arranged(records), 0);
        this.#checkpoint[shardId] = last;
        await writeJsonFile(this.#options.checkpointFile, this.#checkpoint);
      } else {
        await this.#untilNudged(Math.min(longestPauseMs, shortestPauseMs * 2 ** this.#emptyReads));
        this.#emptyReads += 1;
      }
    }
    if (iterator === undefined) {
      this.#checkpoint[shardId] = shardEnd;
      await writeJsonFile(this.#options.checkpointFile, this.#checkpoint);
    }
  }

  async #iterator(shardId: string): Promise<string | undefined> {
    const { client, streamArn, startingPosition } = this.#options;
    const after = this.#checkpoint[shardId];
    const ask = async (position: object) => {
      const command = new GetShardIteratorCommand({
        StreamArn: streamArn,
        ShardId: shardId,
        ShardIteratorType: 'TRIM_HORIZON',
        ...position,
      });
      return (await client.send(command)).ShardIterator;
    };
    // Shards that appear later than the mapping are read from their beginning, whatever the position.
    const first = this.#discovered ? 'TRIM_HORIZON' : startingPosition;
    if (after === undefined) return ask({ ShardIteratorType: first });
    try {
      return await ask({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after });
    } catch (error) {
      if (error instanceof TrimmedDataAccessException) return ask({});
      throw error;
    }
  }

  #wanted(record: LambdaRecord): boolean {
    const { filters } = this.#options;
    return filters.length === 0 || filters.some((pattern) => matchesPattern(pattern, record));
  }

  #arranged(records: readonly LambdaRecord[]): LambdaRecord[] {
    const { deliveries, functionName } = this.#options;
    return deliveries.arrange(functionName, records, ({ dynamodb }) => JSON.stringify(dynamodb.Keys));
  }

  /**
   * Delivers records until they are handled or their retries are used up; `attempt` counts from 0. Rejects when
   * stopped before.
   */
  async #handle(shardId: string, records: LambdaRecord[], attempt: number): Promise<void> {
    const { deliveries, functionName, invoke, bisects, maximumRetries } = this.#options;
    if (this.#stopped) throw new Error('Stopped before the batch was handled');
    const result = await deliveries.apply('stream', functionName, () => invoke({ Records: records }));
    if (!result) throw new Error('A stream delivery was dropped');
    const firstFailed = this.#firstFailed(result, records);
    if (firstFailed === undefined) return;
    const rest = records.slice(firstFailed);
    if (maximumRetries >= 0 && attempt >= maximumRetries) {
      await this.#report(shardId, rest, attempt + 1, result);
      return;
    }
    await this.#pause(Math.min(longestBackoffMs, 50 * 2 ** attempt));
    if (bisects && rest.length > 1 && !result.ok) {
      const middle = Math.ceil(rest.length / 2);
      await this.#handle(shardId, rest.slice(0, middle), attempt + 1);
      await this.#handle(shardId, rest.slice(middle), attempt + 1);
    } else await this.#handle(shardId, rest, attempt + 1);
  }

  /** Index of the first record to deliver again; undefined when all were handled. */
  #firstFailed(result: InvokeResult, records: LambdaRecord[]): number | undefined {
    if (!result.ok) return 0;
    if (!this.#options.reportsBatchItemFailures) return undefined;
    const reply: unknown = JSON.parse(result.payload);
    if (reply === null || (typeof reply === 'object' && Object.keys(reply).length === 0)) return undefined;
    const failures = failuresSchema.safeParse(reply);
    if (!failures.success) return 0;
    const failed = new Set(failures.data.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    if (failed.size === 0) return undefined;
    const index = records.findIndex(({ dynamodb }) => failed.has(dynamodb.SequenceNumber ?? ''));
    return Math.max(0, index);
  }

  async #report(
    shardId: string,
    records: LambdaRecord[],
    attempts: number,
    result: InvokeResult,
  ): Promise<void> {
    const { failureQueueUrl, functionArn, streamArn, sqs } = this.#options;
    if (failureQueueUrl === undefined) return;
    const time = (record: LambdaRecord | undefined) =>
      new Date((record?.dynamodb.ApproximateCreationDateTime ?? 0) * 1000).toISOString();
    const body = {
      requestContext: {
        requestId: randomUUID(),
        functionArn,
        condition: 'RetryAttemptsExhausted',
        approximateInvokeCount: attempts,
      },
      responseContext: {
        statusCode: 200,
        executedVersion: '$LATEST',
        functionError: result.ok ? null : 'Unhandled',
      },
      version: '1.0',
      timestamp: new Date().toISOString(),
      DDBStreamBatchInfo: {
        shardId,
        startSequenceNumber: records[0]?.dynamodb.SequenceNumber,
        endSequenceNumber: records.at(-1)?.dynamodb.SequenceNumber,
        approximateArrivalOfFirstRecord: time(records[0]),
        approximateArrivalOfLastRecord: time(records.at(-1)),
        batchSize: records.length,
        streamArn,
      },
    };
    await sqs.send(new SendMessageCommand({ QueueUrl: failureQueueUrl, MessageBody: JSON.stringify(body) }));
  }

  /** Sleeps, at most until stopped. */
  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  /** Sleeps, at most until nudged or stopped. */
  async #untilNudged(ms: number): Promise<void> {
    const sleeper = new AbortController();
    this.#sleepers.add(sleeper);
    const signal = AbortSignal.any([sleeper.signal, this.#stopping.signal]);
    await sleep(ms, undefined, { signal }).catch(() => undefined);
    this.#sleepers.delete(sleeper);
  }
}
