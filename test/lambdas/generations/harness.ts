/**
 * The services that generations need, on this machine: DynamoDB Local, our S3 and our Bedrock runtime (or a quick
 * stand-in that paints a plain colour) behind the front door, which verifies signatures and injects faults; and the
 * functions' own handlers, called with events in AWS's format. Queues keep messages until the test delivers them.
 */
import { createHash } from 'node:crypto';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { createBedrockRuntime } from 'bedrock-stand-in';
import { createCredentialBook } from 'local-cloud/aws/credential-book.ts';
import { createVerifier } from 'local-cloud/aws/signature.ts';
import type { AwsCall, CallFault } from 'local-cloud/front-door/call-faults.ts';
import { CallFaultRules } from 'local-cloud/front-door/call-faults.ts';
import { startFrontDoor } from 'local-cloud/front-door/front-door.ts';
import { createProxy } from 'local-cloud/http/proxy.ts';
import { createKms } from 'local-cloud/kms/kms.ts';
import { createMailbox, type Mailbox } from 'local-cloud/mailbox/mailbox.ts';
import { createS3 } from 'local-cloud/s3/s3.ts';
import { createSes } from 'local-cloud/ses/ses.ts';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { putSubscription } from '#lambdas/accounts/subscription-store.ts';
import { ensureUser } from '#lambdas/accounts/user-store.ts';
import { handler as delivery } from '#lambdas/api/delivery.lambda.ts';
import { handler as api } from '#lambdas/api/generations.lambda.ts';
import { handler as menusApi } from '#lambdas/api/menus.lambda.ts';
import { handler as photosApi } from '#lambdas/api/photos.lambda.ts';
import { handler as posts } from '#lambdas/api/posts.lambda.ts';
import { grantCredits } from '#lambdas/credits/book-credits.ts';
import { readCredits } from '#lambdas/credits/credits-store.ts';
import { listEntries } from '#lambdas/credits/ledger-store.ts';
import { handler as settle } from '#lambdas/generations/dead-letter-queue.lambda.ts';
import { mediaKeys } from '#lambdas/generations/file-keys.ts';
import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import { readGeneration } from '#lambdas/generations/generation-store.ts';
import { handler as publish } from '#lambdas/generations/publisher.lambda.ts';
import { handler as worker } from '#lambdas/generations/worker.lambda.ts';
import { handler as menuWorker } from '#lambdas/menus/menu-worker.lambda.ts';
import { forgetDisabledAdapters } from '#lambdas/models/adapter-store.ts';
import { photoKeys, type StoredPhoto } from '#lambdas/photos/photo.ts';
import { handler as photoWorker } from '#lambdas/photos/photo-worker.lambda.ts';
import { handler as reconciler } from '#lambdas/reconciler/reconciler.lambda.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { fillForm } from '#local/cloud/fill-form.ts';
import { approvalRoutes } from '#shared/api/approvals.ts';
import { logoRoutes } from '#shared/api/brand-kit.ts';
import { deliveryRoutes } from '#shared/api/delivery.ts';
import { type Generation, generationRoutes } from '#shared/api/generations.ts';
import { menuRoutes } from '#shared/api/menus.ts';
import { packRoutes } from '#shared/api/packs.ts';
import { photoRoutes } from '#shared/api/photos.ts';
import { postRoutes } from '#shared/api/posts.ts';
import type { Route } from '#shared/api/route.ts';
import { available } from '#shared/domain/credits.ts';
import { lookTexts } from '#shared/domain/look-texts.ts';
import type { Tier } from '#shared/domain/plans.ts';
import { environment, type FunctionName } from '#shared/environment.ts';
import { httpEvent, invoke, lambdaContext } from '#test/lambdas/runtime/http-event.ts';
import { testTable } from '#test/support/dynamodb.ts';
import { plainModels } from '#test/support/plain-models.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** What a customer calls about pictures. */
const callable = { ...generationRoutes, ...deliveryRoutes, ...approvalRoutes, ...packRoutes, ...postRoutes };

const photosCallable = { ...photoRoutes, ...logoRoutes };

/** Calls that change nothing. */
const readOperations: ReadonlySet<string> = new Set([
  'GetItem',
  'BatchGetItem',
  'Query',
  'GetObject',
  'HeadObject',
  'ListObjectsV2',
  'GetSecretValue',
  'Sign',
  'ListUsers',
]);

export interface QueuedMessage {
  readonly queue: 'standard' | 'priority' | 'menus' | 'photos' | 'exports' | 'deletions';
  readonly body: string;
  readonly delaySeconds: number;
}

const buckets = {
  UPLOADS_BUCKET: 'uploads',
  ORIGINALS_BUCKET: 'originals',
  MEDIA_BUCKET: 'media',
  SITE_BUCKET: 'site',
  EXPORTS_BUCKET: 'exports',
};

/** Registers hooks that start the engines for this test file, and returns what tests ask of them. */
export function startGenerations(
  options: { readonly models?: 'renderer' | 'plain'; readonly stream?: boolean } = {},
) {
  const table = testTable({ stream: options.stream ?? false });
  const faults = new CallFaultRules();
  const bedrock = createBedrockRuntime({
    fillForm,
    ...(options.models === 'plain' ? plainModels : { lookTexts }),
  });
  const messages: QueuedMessage[] = [];
  const invalidations: string[] = [];
  const calls: AwsCall[] = [];
  let mailbox: Mailbox;
  let s3Client: S3Client;
  let rawTable: DynamoDBClient;
  let stop: () => Promise<void>;
  /** Set by `killAfter`: once no call is left, the process under test can make none any more. */
  let killed: { callsLeft: number; readonly counts: (call: AwsCall) => boolean } | undefined;

  function observe(call: AwsCall): CallFault | undefined {
    if (call.caller !== 'functions') return undefined;
    if (killed) {
      if (killed.callsLeft <= 0) return { kind: 'drop-request' };
      calls.push(call);
      if (!killed.counts(call)) return undefined;
      killed.callsLeft -= 1;
      if (killed.callsLeft === 0) return { kind: 'drop-reply' };
      return undefined;
    }
    calls.push(call);
    return faults.observe(call);
  }

  beforeAll(async () => {
    const directory = temporaryFolder('generations');
    const credentials = createCredentialBook('seed of the tests');
    mailbox = createMailbox({ directory });
    const kms = createKms({ directory, region: 'eu-west-2', accountId: '000000000000' });
    const s3 = createS3({ directory, verify: createVerifier(credentials) });
    const engine = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '';
    const door = await startFrontDoor({
      port: 0,
      credentials,
      services: {
        kms: kms.handle,
        dynamodb: createProxy(engine),
        s3: s3.handle,
        bedrock: bedrock.handle,
        ses: createSes({ mailbox }).handle,
        sqs: async (_req, res, body) => {
          const { QueueUrl, MessageBody, DelaySeconds } = JSON.parse(body.toString());
          messages.push({ queue: QueueUrl.split('/').pop(), body: MessageBody, delaySeconds: DelaySeconds });
          res.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
          const MD5OfMessageBody = createHash('md5').update(MessageBody).digest('hex');
          res.end(JSON.stringify({ MessageId: `message-${messages.length}`, MD5OfMessageBody }));
        },
        secretsmanager: async (_req, res, body) => {
          // Stripe is not set up.
          const isStripes = JSON.parse(body.toString()).SecretId === process.env.STRIPE_SECRET_ARN;
          res.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
          res.end(JSON.stringify({ SecretString: isStripes ? '{}' : 'the secret of the tests' }));
        },
        // No sign-up is unconfirmed.
        'cognito-idp': async (_req, res) => {
          res.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
          res.end(JSON.stringify({ Users: [] }));
        },
        cloudfront: async (_req, res, body) => {
          invalidations.push(body.toString());
          res.writeHead(201, { 'content-type': 'application/xml' });
          res.end('<Invalidation><Id>I1</Id><Status>InProgress</Status></Invalidation>');
        },
      },
      observe,
    });
    const functions = credentials.issue('functions');
    Object.assign(process.env, buckets, {
      AWS_ENDPOINT_URL: door.url,
      AWS_ENDPOINT_URL_DYNAMODB: door.url,
      AWS_ACCESS_KEY_ID: functions.accessKeyId,
      AWS_SECRET_ACCESS_KEY: functions.secretAccessKey,
      AWS_MAX_ATTEMPTS: '1',
      POWERTOOLS_METRICS_DISABLED: 'true',
      APP_SECRET_ARN: 'arn:aws:secretsmanager:eu-west-2:000000000000:secret:app',
      STRIPE_SECRET_ARN: 'arn:aws:secretsmanager:eu-west-2:000000000000:secret:stripe',
      DAILY_MODEL_BUDGET: '{"free":50,"starter":200,"pro":500,"promptTests":20,"photos":50,"posts":50}',
      STANDARD_QUEUE_URL: `${door.url}/000000000000/standard`,
      PRIORITY_QUEUE_URL: `${door.url}/000000000000/priority`,
      MENUS_QUEUE_URL: `${door.url}/000000000000/menus`,
      PHOTOS_QUEUE_URL: `${door.url}/000000000000/photos`,
      MODEL_REGIONS: 'us-east-1:20,us-east-2:20,us-west-2:20',
      DISTRIBUTION_ID: 'E1',
      EXPORTS_QUEUE_URL: `${door.url}/000000000000/exports`,
      PUSH_SERVICES: 'https://push.example/* http://127.0.0.1:*/*',
      DELETIONS_QUEUE_URL: `${door.url}/000000000000/deletions`,
      MAIL_FROM: 'hello@platepost.example',
      MAIL_REGION: 'eu-west-2',
      SITE_URL: 'https://platepost.example',
      USER_POOL_ID: 'pool',
      STAFF_SECOND_FACTOR: 'optional',
      SIGNING_KEY_ARN: await kms.keepKey('signing'),
    });
    const own = { region: 'eu-west-2', endpoint: door.url, credentials: credentials.issue('tests') };
    s3Client = new S3Client(own);
    rawTable = new DynamoDBClient({ ...own, endpoint: engine });
    for (const Bucket of Object.values(buckets)) await s3Client.send(new CreateBucketCommand({ Bucket }));
    stop = async () => {
      await door.close();
      await bedrock.close();
    };
  });

  afterEach(() => {
    faults.clear();
    bedrock.faults.clear();
    messages.length = 0;
    invalidations.length = 0;
    calls.length = 0;
    killed = undefined;
  });

  afterAll(() => stop());

  /** A new user of the tier; Free has its 2 credits, the others monthly ones besides. */
  async function signUp(tier: Tier = 'free', monthly = 10): Promise<string> {
    const userId = `user-${ulid().toLowerCase()}`;
    const email = `${userId}@example.com`;
    await ensureUser({ userId, username: userId, email, fullName: 'Test Person', companyName: '' });
    if (tier !== 'free') {
      const planName = tier === 'pro' ? 'Pro' : 'Starter';
      await transact([
        putSubscription(userId, {
          subscribed: true,
          productId: `product-${tier}`,
          subscriptionEnd: '2099-01-01T00:00:00.000Z',
          planName,
        }),
      ]);
      await grantCredits({
        userId,
        idempotencyKey: 'plan#1',
        buckets: { free: 0, subscription: monthly, purchased: 0 },
      });
    }
    return userId;
  }

  /** Adds purchased credits. */
  async function topUp(userId: string, credits: number): Promise<void> {
    const buckets = { free: 0, subscription: 0, purchased: credits };
    await grantCredits({ userId, idempotencyKey: `topup#${ulid()}`, buckets });
  }

  /** Calls a route as API Gateway does for this user. */
  async function call<N extends keyof typeof callable>(
    userId: string,
    name: N,
    input: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown } = {},
  ) {
    const route: Route = callable[name];
    const handler = route.owner === 'delivery' ? delivery : route.owner === 'posts' ? posts : api;
    return invoke(handler, httpEvent(route, { ...input, user: { userId } }));
  }

  /** Calls a route of the photos as API Gateway does for this user. */
  async function callPhotos<N extends keyof typeof photosCallable>(
    userId: string,
    name: N,
    input: { params?: Record<string, string>; body?: unknown } = {},
  ) {
    const route: Route = photosCallable[name];
    return invoke(photosApi, httpEvent(route, { ...input, user: { userId } }));
  }

  /** Calls a route of the menus as API Gateway does for this user. */
  async function callMenus<N extends keyof typeof menuRoutes>(
    userId: string,
    name: N,
    input: { params?: Record<string, string>; body?: unknown } = {},
  ) {
    const route: Route = menuRoutes[name];
    return invoke(menusApi, httpEvent(route, { ...input, user: { userId } }));
  }

  /** Uploads a file by the presigned PUT, as the browser does. */
  async function upload(userId: string, file: Buffer, contentType = 'image/jpeg'): Promise<string> {
    const { status, body } = await call(userId, 'createUpload', {
      body: { contentType, contentLength: file.length, fileName: 'dish.jpg' },
    });
    expect(status).toBe(201);
    const reply = await fetch(body.url, { method: 'PUT', headers: body.headers, body: new Uint8Array(file) });
    expect(reply.status).toBe(200);
    return body.uploadId;
  }

  async function create(userId: string, body: object) {
    return call(userId, 'createGeneration', { body });
  }

  /** Creates a generation that must succeed. */
  async function created(userId: string, body: object): Promise<Generation> {
    const reply = await create(userId, body);
    expect(reply.body).toMatchObject({ state: 'queued' });
    expect(reply.status).toBe(202);
    return reply.body;
  }

  /** Passes the insertion of a generation to the outbox publisher, as the table's stream does. */
  async function publishInsert(userId: string, id: string): Promise<DynamoDBBatchResponse> {
    const { Item } = await rawTable.send(
      new GetItemCommand({
        TableName: tableName(),
        Key: { pk: { S: `USER#${userId}` }, sk: { S: `GENERATION#${id}` } },
      }),
    );
    const event = {
      Records: [
        {
          eventID: `event-${id}`,
          eventName: 'INSERT',
          eventSource: 'aws:dynamodb',
          dynamodb: {
            ApproximateCreationDateTime: Date.now() / 1000,
            NewImage: Item,
            SequenceNumber: '1',
            StreamViewType: 'NEW_AND_OLD_IMAGES',
          },
        },
      ],
    } as unknown as DynamoDBStreamEvent;
    return publish(event, lambdaContext);
  }

  /** Passes a change of a generation's record to the publisher, as the table's stream does. */
  async function publishChange(before: StoredGeneration, after: StoredGeneration): Promise<void> {
    const imageOf = (generation: StoredGeneration) =>
      marshall(
        { pk: `USER#${generation.userId}`, sk: `GENERATION#${generation.id}`, ...generation },
        { removeUndefinedValues: true },
      );
    const event = {
      Records: [
        {
          eventID: `change-${after.id}`,
          eventName: 'MODIFY',
          eventSource: 'aws:dynamodb',
          dynamodb: {
            ApproximateCreationDateTime: Date.now() / 1000,
            OldImage: imageOf(before),
            NewImage: imageOf(after),
            SequenceNumber: '1',
            StreamViewType: 'NEW_AND_OLD_IMAGES',
          },
        },
      ],
    } as unknown as DynamoDBStreamEvent;
    expect(await publish(event, lambdaContext)).toEqual({ batchItemFailures: [] });
  }

  /** Hands a message to the worker, as its event source does. */
  function work(message: { readonly body: string }): Promise<SQSBatchResponse> {
    return worker(sqsEvent(message.body), { ...lambdaContext, getRemainingTimeInMillis: () => 300_000 });
  }

  function workOn(userId: string, id: string): Promise<SQSBatchResponse> {
    return work({ body: JSON.stringify({ userId, generationId: id }) });
  }

  /** Makes the menu worker advance a menu. */
  function workOnMenu(userId: string, menuId: string): Promise<SQSBatchResponse> {
    return menuWorker(sqsEvent(JSON.stringify({ userId, menuId }), 'menus'), lambdaContext);
  }

  /** Hands a message of the queue for photos to the photo worker. */
  function workOnPhoto(body: object): Promise<SQSBatchResponse> {
    return photoWorker(sqsEvent(JSON.stringify(body), 'photos'), {
      ...lambdaContext,
      getRemainingTimeInMillis: () => 120_000,
    });
  }

  /** Runs work without the buckets that the stack does not give to this function; also twice at once. */
  async function runAs<T>(name: FunctionName, work: () => Promise<T>): Promise<T> {
    const own: readonly string[] = environment[name];
    const others = Object.entries(buckets).filter(([variable]) => !own.includes(variable));
    for (const [variable] of others) delete process.env[variable];
    try {
      return await work();
    } finally {
      Object.assign(process.env, Object.fromEntries(others));
    }
  }

  /** Hands a message of the dead-letter queue to its function. */
  function deliverDeadPhoto(body: object): Promise<SQSBatchResponse> {
    return runAs('deadLetterQueue', () => settle(sqsEvent(JSON.stringify(body)), lambdaContext));
  }

  function deliverDeadLetter(userId: string, id: string, wordsId?: string): Promise<SQSBatchResponse> {
    return deliverDeadPhoto({ userId, generationId: id, wordsId });
  }

  function runReconciler(): Promise<void> {
    return runAs('reconciler', () => reconciler({}, lambdaContext));
  }

  /** Creates, publishes and processes a generation and returns it as the API reports it. */
  async function generate(userId: string, body: { readonly id: string }): Promise<Generation> {
    await created(userId, body);
    await publishInsert(userId, body.id);
    const message = messages.pop();
    if (!message) throw new Error('The outbox publisher has queued nothing');
    expect(await work(message)).toEqual({ batchItemFailures: [] });
    return get(userId, body.id);
  }

  async function get(userId: string, id: string): Promise<Generation> {
    const { status, body } = await call(userId, 'getGeneration', { params: { generationId: id } });
    expect(status).toBe(200);
    return body;
  }

  async function stored(userId: string, id: string): Promise<StoredGeneration> {
    const generation = await readGeneration(userId, id);
    if (!generation) throw new Error('There is no such generation');
    return generation;
  }

  /** Moves times of the record into the past. */
  async function setTimes(
    userId: string,
    id: string,
    times: Partial<Pick<StoredGeneration, 'finishedAt' | 'leaseUntil' | 'queuedAt'>>,
  ): Promise<void> {
    const names = Object.keys(times);
    await dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk: `USER#${userId}`, sk: `GENERATION#${id}` },
        UpdateExpression: `SET ${names.map((name) => `${name} = :${name}`).join(', ')}`,
        ExpressionAttributeValues: Object.fromEntries(
          Object.entries(times).map(([name, value]) => [`:${name}`, value]),
        ),
      }),
    );
  }

  /** Ends the leases under which the user's photos are cut out. */
  async function endPhotoLeases(userId: string): Promise<void> {
    for (const { pk, sk, cutOut } of await table.allItems()) {
      if (pk !== `USER#${userId}` || !(cutOut as StoredPhoto['cutOut'])?.leaseUntil) continue;
      await dynamodb().send(
        new UpdateCommand({
          TableName: tableName(),
          Key: { pk, sk },
          UpdateExpression: 'SET cutOut.leaseUntil = :past',
          ExpressionAttributeValues: { ':past': new Date(0).toISOString() },
        }),
      );
    }
  }

  /**
   * Lets time pass, by moving every time in the table back (the SDK and the front door would notice a clock that
   * is moved forward).
   */
  async function minutesPass(minutes: number): Promise<void> {
    const earlier = (time: string) => new Date(Date.parse(time) - minutes * 60_000).toISOString();
    for (const item of await table.allItems()) {
      const { pk, sk } = item;
      const moved = { ...item };
      for (const name of ['createdAt', 'queuedAt', 'leaseUntil', 'notBefore', 'dueAt', 'firstAt']) {
        if (typeof item[name] === 'string') moved[name] = earlier(item[name]);
      }
      const isDated = ['OUTBOX', 'INVALIDATIONS', 'OPEN_TASKS'].includes(String(pk));
      if (isDated) {
        const [notBefore = '', id] = String(sk).split('#');
        moved.sk = `${earlier(notBefore)}#${id}`;
        await dynamodb().send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));
      }
      if (
        isDated ||
        pk === 'OPEN' ||
        pk === 'NOTICES' ||
        sk === 'TASK' ||
        String(sk).startsWith('GENERATION#')
      )
        await dynamodb().send(new PutCommand({ TableName: tableName(), Item: moved }));
    }
  }

  /**
   * Stops the process under test, while it runs, after this many calls that count. The last of them is carried out and
   * its reply is lost.
   */
  async function killAfter(
    callsLeft: number,
    run: () => Promise<unknown>,
    counts: (call: AwsCall) => boolean = () => true,
  ): Promise<boolean> {
    const state = { callsLeft, counts };
    killed = state;
    try {
      await run().catch(() => undefined);
    } finally {
      killed = undefined;
    }
    return state.callsLeft === 0;
  }

  /**
   * Like `killAfter`, but counts only calls that change something: after a read, the state is the same as after the
   * write before it.
   */
  function killAfterWrites(writesLeft: number, run: () => Promise<unknown>): Promise<boolean> {
    return killAfter(writesLeft, run, ({ operation }) => !readOperations.has(operation));
  }

  async function listKeys(bucket: keyof typeof buckets): Promise<string[]> {
    const { Contents = [] } = await s3Client.send(new ListObjectsV2Command({ Bucket: buckets[bucket] }));
    return Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
  }

  async function readObject(bucket: keyof typeof buckets, key: string): Promise<Buffer> {
    const { Body } = await s3Client.send(new GetObjectCommand({ Bucket: buckets[bucket], Key: key }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  }

  async function putObject(bucket: keyof typeof buckets, key: string, body: Buffer): Promise<void> {
    await s3Client.send(new PutObjectCommand({ Bucket: buckets[bucket], Key: key, Body: body }));
  }

  async function removeObject(bucket: keyof typeof buckets, key: string): Promise<void> {
    await s3Client.send(new DeleteObjectCommand({ Bucket: buckets[bucket], Key: key }));
  }

  /** Starts again without items and results. */
  async function reset(): Promise<void> {
    await table.clear();
    forgetDisabledAdapters();
    for (const bucket of ['ORIGINALS_BUCKET', 'MEDIA_BUCKET', 'EXPORTS_BUCKET'] as const) {
      for (const key of await listKeys(bucket)) await removeObject(bucket, key);
    }
  }

  /** The books of a user: available credits, whether the ledger explains them, and open generations. */
  async function books(userId: string) {
    const credits = await readCredits(userId);
    const { items } = await listEntries(userId);
    const explained = items.reduce(
      (sum, entry) => sum + entry.free + entry.subscription + entry.purchased,
      0,
    );
    expect(explained).toBe(available(credits));
    return {
      available: available(credits),
      openGenerations: credits.openGenerations,
      causes: items.map(({ id }) => id),
    };
  }

  /** Files that no generation and no photo in the table names. */
  async function orphans(): Promise<string[]> {
    const all = await table.allItems();
    const generations = all.filter(({ sk }) => String(sk).startsWith('GENERATION#'));
    const masks = (generations as unknown as StoredGeneration[]).flatMap((generation) =>
      generation.variations
        .filter(({ hasDishMask }) => hasDishMask)
        .map(({ index }) => mediaKeys(generation, index).dishMask),
    );
    const items = JSON.stringify([
      ...generations,
      ...masks,
      ...all.flatMap(({ sk, userId, id, correction }) =>
        String(sk).startsWith('PHOTO#')
          ? [correction, ...Object.values(photoKeys({ userId: String(userId), id: String(id) }))]
          : [],
      ),
    ]);
    const keys = [...(await listKeys('ORIGINALS_BUCKET')), ...(await listKeys('MEDIA_BUCKET'))];
    // A signed copy belongs to the file from which it was made.
    return keys.filter((key) => !items.includes(`"${key.replace('-signed', '')}"`));
  }

  return {
    table,
    faults,
    modelFaults: bedrock.faults,
    messages,
    /** E-mails to an address, newest first. */
    mails: (address: string) => mailbox.list(address),
    invalidations,
    calls,
    bedrock,
    signUp,
    topUp,
    call,
    callPhotos,
    callMenus,
    workOnMenu,
    upload,
    create,
    created,
    publishInsert,
    publishChange,
    work,
    workOn,
    workOnPhoto,
    deliverDeadPhoto,
    deliverDeadLetter,
    runReconciler,
    generate,
    get,
    stored,
    setTimes,
    endPhotoLeases,
    minutesPass,
    killAfter,
    killAfterWrites,
    listKeys,
    readObject,
    putObject,
    removeObject,
    reset,
    books,
    orphans,
  };
}

function sqsEvent(body: string, queue = 'standard'): SQSEvent {
  return {
    Records: [
      {
        messageId: 'message-1',
        receiptHandle: 'receipt-1',
        body,
        attributes: {
          ApproximateReceiveCount: '1',
          SentTimestamp: String(Date.now()),
          SenderId: 'sender',
          ApproximateFirstReceiveTimestamp: String(Date.now()),
        },
        messageAttributes: {},
        md5OfBody: createHash('md5').update(body).digest('hex'),
        eventSource: 'aws:sqs',
        eventSourceARN: `arn:aws:sqs:eu-west-2:000000000000:${queue}`,
        awsRegion: 'eu-west-2',
      },
    ],
  };
}

/** The body of a request to create a generation. */
export interface GenerationRequest {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** A studio generation with everything left at its defaults; `studio` and the rest can be changed. */
export function studioRequest(change: { studio?: object; [field: string]: unknown } = {}): GenerationRequest {
  const { studio, ...rest } = change;
  return {
    kind: 'studio',
    id: ulid(),
    source: { type: 'sample', itemId: 'burger' },
    productName: 'Classic Burger',
    studio: { formatId: 'square_feed', creationPath: 'social', ...studio },
    ...rest,
  };
}

/** A menu enhancement; `menu` and the rest can be changed. */
export function menuRequest(change: { menu?: object; [field: string]: unknown } = {}): GenerationRequest {
  const { menu, ...rest } = change;
  return {
    kind: 'menu',
    id: ulid(),
    source: { type: 'sample', itemId: 'burger' },
    productName: 'Classic Burger',
    menu: {
      platform: 'uber',
      imageType: 'menu',
      backgroundStyle: 'marble',
      plateStyle: 'current',
      imageStyle: 'natural',
      ...menu,
    },
    ...rest,
  };
}
