import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateTableCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import {
  CreateQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DynamoDbLocal, startDynamoDbLocal } from '#src/dynamodb/dynamodb-local.ts';
import { DeliveryFaultRules } from '#src/events/delivery-faults.ts';
import { QueueSource, type QueueSourceOptions } from '#src/events/queue-source.ts';
import { StreamSource, type StreamSourceOptions } from '#src/events/stream-source.ts';
import type { InvokeResult } from '#src/lambda/execution-environment.ts';
import { createQueueEngine, type QueueEngine } from '#src/sqs/queue-engine.ts';

const client = { region: 'eu-west-2', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };
const done: InvokeResult = { ok: true, payload: 'null' };
const thrown: InvokeResult = { ok: false, error: { errorType: 'Error', errorMessage: 'no' } };

let engine: QueueEngine;
let server: Server;
let sqs: SQSClient;
let url: string;
let deliveries: DeliveryFaultRules;

beforeAll(async () => {
  engine = await createQueueEngine();
  server = createServer(async (req, res) => engine.handle(req, res, await buffer(req)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sqs = new SQSClient({ ...client, endpoint: url });
});

afterAll(async () => {
  sqs.destroy();
  server.closeAllConnections();
  server.close();
  await engine.close();
});

beforeEach(() => {
  deliveries = new DeliveryFaultRules();
});

let count = 0;

async function newQueue(attributes: Record<string, string> = {}): Promise<string> {
  const QueueName = `queue-${++count}`;
  await sqs.send(new CreateQueueCommand({ QueueName, Attributes: attributes }));
  return `${url}/000000000000/${QueueName}`;
}

async function depth(queueUrl: string): Promise<[ready: number, inFlight: number]> {
  const queue = (await engine.depths()).find(({ name }) => queueUrl.endsWith(`/${name}`));
  return [queue?.ready ?? -1, queue?.inFlight ?? -1];
}

describe('the source of a queue', () => {
  let source: QueueSource | undefined;

  afterEach(async () => {
    await source?.stop();
    source = undefined;
  });

  function start(
    queueUrl: string,
    invoke: QueueSourceOptions['invoke'],
    options: Partial<QueueSourceOptions> = {},
  ) {
    source = new QueueSource({
      client: sqs,
      queueUrl,
      queueArn: 'arn:aws:sqs:eu-west-2:000000000000:q',
      region: 'eu-west-2',
      functionName: 'worker',
      batchSize: 1,
      maximumConcurrency: 2,
      reportsBatchItemFailures: true,
      invoke,
      deliveries,
      ...options,
    });
    source.start();
  }

  const send = (queueUrl: string, body: string) =>
    sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body }));

  it('hands messages over as Lambda does and deletes what was handled', async () => {
    const queueUrl = await newQueue();
    const events: unknown[] = [];
    await send(queueUrl, 'soup');
    start(queueUrl, async (event) => {
      events.push(event);
      return done;
    });
    await vi.waitFor(async () => expect(await depth(queueUrl)).toEqual([0, 0]), 5000);
    expect(events).toEqual([
      {
        Records: [
          expect.objectContaining({
            messageId: expect.any(String),
            receiptHandle: expect.any(String),
            body: 'soup',
            attributes: expect.objectContaining({
              ApproximateReceiveCount: '1',
              SentTimestamp: expect.any(String),
            }),
            messageAttributes: {},
            eventSource: 'aws:sqs',
            eventSourceARN: 'arn:aws:sqs:eu-west-2:000000000000:q',
            awsRegion: 'eu-west-2',
          }),
        ],
      },
    ]);
  });

  it('runs no more invocations at once than the maximum', async () => {
    const queueUrl = await newQueue();
    for (let i = 0; i < 6; i += 1) await send(queueUrl, String(i));
    let running = 0;
    let most = 0;
    start(queueUrl, async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(60);
      running -= 1;
      return done;
    });
    await vi.waitFor(async () => expect(await depth(queueUrl)).toEqual([0, 0]), 5000);
    expect(most).toBe(2);
  });

  it('leaves failed messages to the visibility timeout and, after the last receive, to the dead letters', async () => {
    const deadLetters = await newQueue();
    const name = deadLetters.split('/').at(-1);
    const queueUrl = await newQueue({
      VisibilityTimeout: '1',
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: `arn:aws:sqs:eu-west-2:000000000000:${name}`,
        maxReceiveCount: 2,
      }),
    });
    const results: InvokeResult[] = [thrown];
    let calls = 0;
    await send(queueUrl, 'burnt');
    start(queueUrl, async (event) => {
      calls += 1;
      const [record] = (event as { Records: { messageId: string }[] }).Records;
      const report = { batchItemFailures: [{ itemIdentifier: record?.messageId }] };
      return results.shift() ?? { ok: true, payload: JSON.stringify(report) };
    });
    await vi.waitFor(async () => expect(await depth(deadLetters)).toEqual([1, 0]), 8000);
    expect(calls).toBe(2);
  });

  it('delivers twice, late or not at all when a test wants it', async () => {
    const queueUrl = await newQueue({ VisibilityTimeout: '1' });
    const bodies: string[] = [];
    deliveries.add({ source: 'queue', function: 'worker', fault: { kind: 'duplicate' } });
    deliveries.add({ source: 'queue', function: 'other', fault: { kind: 'drop' } });
    start(queueUrl, async (event) => {
      bodies.push((event as { Records: { body: string }[] }).Records[0]?.body ?? '');
      return done;
    });
    await send(queueUrl, 'twice');
    await vi.waitFor(async () => expect(await depth(queueUrl)).toEqual([0, 0]), 5000);
    expect(bodies).toEqual(['twice', 'twice']);
    deliveries.add({ source: 'queue', fault: { kind: 'drop' } });
    await send(queueUrl, 'lost once');
    await vi.waitFor(() => expect(bodies).toHaveLength(3), 5000);
    expect(() => deliveries.add({ source: 'stream', fault: { kind: 'drop' } })).toThrow('never loses');
  });
});

describe('the source of a stream', () => {
  let dynamo: DynamoDbLocal;
  let dynamodb: DynamoDBClient;
  let streams: DynamoDBStreamsClient;
  let directory: string;
  const running: StreamSource[] = [];

  beforeAll(async () => {
    dynamo = await startDynamoDbLocal({ directory: undefined });
    dynamodb = new DynamoDBClient({ ...client, endpoint: dynamo.url });
    streams = new DynamoDBStreamsClient({ ...client, endpoint: dynamo.url });
    directory = mkdtempSync(join(tmpdir(), 'platepost-streams-'));
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((source) => source.stop()));
  });

  afterAll(async () => {
    await dynamo.stop('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });

  async function newTable(): Promise<{
    put: (id: string, more?: object) => Promise<unknown>;
    streamArn: string;
  }> {
    const TableName = `table-${++count}`;
    const { TableDescription } = await dynamodb.send(
      new CreateTableCommand({
        TableName,
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      }),
    );
    return {
      streamArn: TableDescription?.LatestStreamArn ?? '',
      put: (id, more = {}) =>
        dynamodb.send(new PutItemCommand({ TableName, Item: { pk: { S: id }, ...more } })),
    };
  }

  interface StreamEvent {
    Records: {
      dynamodb: {
        Keys: { pk: { S: string } };
        NewImage?: Record<string, { S?: string }>;
        SequenceNumber: string;
      };
    }[];
  }

  function follow(
    streamArn: string,
    invoke: (ids: string[], event: StreamEvent) => InvokeResult | Promise<InvokeResult>,
    options: Partial<StreamSourceOptions> = {},
  ): StreamSource {
    const source = new StreamSource({
      client: streams,
      sqs,
      streamArn,
      region: 'eu-west-2',
      functionName: 'publisher',
      functionArn: 'arn:publisher',
      batchSize: 10,
      batchingWindow: 0,
      startingPosition: 'TRIM_HORIZON',
      filters: [],
      bisects: true,
      maximumRetries: 3,
      reportsBatchItemFailures: true,
      failureQueueUrl: undefined,
      checkpointFile: join(directory, `${++count}.json`),
      deliveries,
      invoke: async (event) => {
        const records = event as StreamEvent;
        return invoke(
          records.Records.map(({ dynamodb }) => dynamodb.Keys.pk.S),
          records,
        );
      },
      ...options,
    });
    running.push(source);
    source.start();
    return source;
  }

  it('hands records over as Lambda does, in order, those that a filter wants', async () => {
    const { put, streamArn } = await newTable();
    const events: StreamEvent[] = [];
    follow(
      streamArn,
      (_ids, event) => {
        events.push(event);
        return done;
      },
      { filters: [{ dynamodb: { Keys: { pk: { S: [{ prefix: 'GENERATION#' }] } } } }] },
    );
    await put('STATS#1');
    await put('GENERATION#1', { photo: { B: Buffer.from('abc') }, options: { M: {} } });
    await put('GENERATION#2');
    const records = () => events.flatMap(({ Records }) => Records);
    await vi.waitFor(() => expect(records()).toHaveLength(2), 5000);
    expect(records()[0]).toEqual({
      eventID: expect.any(String),
      eventName: 'INSERT',
      eventVersion: expect.any(String),
      eventSource: 'aws:dynamodb',
      awsRegion: 'eu-west-2',
      eventSourceARN: streamArn,
      dynamodb: {
        ApproximateCreationDateTime: expect.any(Number),
        Keys: { pk: { S: 'GENERATION#1' } },
        NewImage: { pk: { S: 'GENERATION#1' }, photo: { B: 'YWJj' }, options: { M: {} } },
        SequenceNumber: expect.any(String),
        SizeBytes: expect.any(Number),
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    });
    expect(records().map(({ dynamodb: { Keys } }) => Keys.pk.S)).toEqual(['GENERATION#1', 'GENERATION#2']);
  });

  it('goes on behind its checkpoint after a restart: nothing lost, nothing handled twice', async () => {
    const { put, streamArn } = await newTable();
    const seen: string[] = [];
    const options = { checkpointFile: join(directory, 'restart.json') };
    const take = (ids: string[]) => {
      seen.push(...ids);
      return done;
    };
    const first = follow(streamArn, take, options);
    await put('1');
    await vi.waitFor(() => expect(seen).toEqual(['1']), 5000);
    await first.stop();
    await put('2');
    await put('3');
    follow(streamArn, take, options);
    await vi.waitFor(() => expect(seen).toEqual(['1', '2', '3']), 5000);
  });

  it('delivers a batch again that was not finished when it stopped', async () => {
    const { put, streamArn } = await newTable();
    const options = { checkpointFile: join(directory, 'unfinished.json'), maximumRetries: -1 };
    let failures = 0;
    const first = follow(
      streamArn,
      () => {
        failures += 1;
        return thrown;
      },
      options,
    );
    await put('1');
    await vi.waitFor(() => expect(failures).toBeGreaterThan(1), 5000);
    await first.stop();
    const seen: string[] = [];
    follow(
      streamArn,
      (ids) => {
        seen.push(...ids);
        return done;
      },
      options,
    );
    await vi.waitFor(() => expect(seen).toEqual(['1']), 5000);
  });

  it('halves a failing batch until the bad record is alone, gives it up and reports it', async () => {
    const { put, streamArn } = await newTable();
    for (const id of ['1', '2', 'bad', '4']) await put(id);
    const failureQueueUrl = await newQueue();
    const handled: string[] = [];
    follow(
      streamArn,
      (ids) => {
        if (ids.includes('bad')) return thrown;
        handled.push(...ids);
        return done;
      },
      { failureQueueUrl },
    );
    await vi.waitFor(async () => expect(await depth(failureQueueUrl)).toEqual([1, 0]), 8000);
    await vi.waitFor(() => expect(handled).toEqual(['1', '2', '4']), 5000);
    const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: failureQueueUrl }));
    expect(JSON.parse(Messages?.[0]?.Body ?? '')).toMatchObject({
      requestContext: { functionArn: 'arn:publisher', condition: 'RetryAttemptsExhausted' },
      DDBStreamBatchInfo: { batchSize: 1, streamArn },
    });
  });

  it('goes on from the first record that the function reports as failed', async () => {
    const { put, streamArn } = await newTable();
    for (const id of ['1', '2', '3']) await put(id);
    const batches: string[][] = [];
    follow(streamArn, (ids, { Records }) => {
      batches.push(ids);
      if (batches.length > 1) return done;
      const itemIdentifier = Records[1]?.dynamodb.SequenceNumber;
      return { ok: true, payload: JSON.stringify({ batchItemFailures: [{ itemIdentifier }] }) };
    });
    await vi.waitFor(
      () =>
        expect(batches).toEqual([
          ['1', '2', '3'],
          ['2', '3'],
        ]),
      5000,
    );
  });

  it('reports when everything written before has been handled', async () => {
    const { put, streamArn } = await newTable();
    let isDone = false;
    const source = follow(streamArn, async () => {
      await sleep(200);
      isDone = true;
      return done;
    });
    await put('1');
    const since = Date.now();
    source.nudge();
    while (!source.caughtUpSince(since)) {
      source.nudge();
      await sleep(10);
    }
    expect(isDone).toBe(true);
  });

  it('delivers a batch twice when a test wants it', async () => {
    const { put, streamArn } = await newTable();
    deliveries.add({ source: 'stream', function: 'publisher', fault: { kind: 'duplicate' } });
    const seen: string[] = [];
    follow(streamArn, (ids) => {
      seen.push(...ids);
      return done;
    });
    await put('1');
    await vi.waitFor(() => expect(seen).toEqual(['1', '1']), 5000);
  });

  it('reorders items when a test wants it, but keeps the order of each item’s changes', async () => {
    const { put, streamArn } = await newTable();
    deliveries.add({ source: 'stream', function: 'publisher', fault: { kind: 'reorder' } });
    for (const [id, change] of ['a1', 'b1', 'a2', 'c1'].entries())
      await put(change.charAt(0), { change: { S: change }, number: { N: String(id) } });
    const seen: string[] = [];
    follow(streamArn, (_ids, { Records }) => {
      seen.push(...Records.map(({ dynamodb }) => dynamodb.NewImage?.change?.S ?? ''));
      return done;
    });
    await vi.waitFor(() => expect(seen).toEqual(['c1', 'b1', 'a1', 'a2']), 5000);
  });
});
