/**
 * Every alarm of the stack is raised by a real fault. There is no CloudWatch on this machine: `fakeCloudWatch` gathers
 * the metrics of the functions, this file adds those of the queue engine and of the HTTP API.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { AwsError } from 'local-cloud/aws/aws-error.ts';
import { Edge } from 'local-cloud/cloudfront/edge.ts';
import { DeliveryFaultRules } from 'local-cloud/events/delivery-faults.ts';
import { StreamSource } from 'local-cloud/events/stream-source.ts';
import { HttpApiHost } from 'local-cloud/http-api/http-api-host.ts';
import { createQueueEngine, type QueueEngine } from 'local-cloud/sqs/queue-engine.ts';
import Stripe from 'stripe';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { testCertificates } from '#bin/signing/make-certificates.ts';
import { publicKeyOf } from '#bin/signing/signing-key.ts';
import { changeSettings } from '#lambdas/admin/change-settings.ts';
import { handler as accounts } from '#lambdas/api/accounts.lambda.ts';
import { handler as site } from '#lambdas/api/site.lambda.ts';
import { handler as webhook } from '#lambdas/api/stripe-webhook.lambda.ts';
import { putPayment } from '#lambdas/billing/billing-store.ts';
import { topUpMetadata } from '#lambdas/billing/book-top-up.ts';
import { handler as settle } from '#lambdas/generations/dead-letter-queue.lambda.ts';
import { handler as worker } from '#lambdas/generations/worker.lambda.ts';
import { handler as customMessage } from '#lambdas/identity/custom-message.lambda.ts';
import { handler as postConfirmation } from '#lambdas/identity/post-confirmation.lambda.ts';
import { handler as preSignUp } from '#lambdas/identity/pre-sign-up.lambda.ts';
import { writeOutboxEntry } from '#lambdas/platform/outbox-store.ts';
import { startTask } from '#lambdas/platform/send-task.ts';
import { setSigningCertificates } from '#lambdas/platform/signing-certificate-store.ts';
import { createTaskSteps, newTask } from '#lambdas/platform/task-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { despiteMaintenance, forgetMaintenance } from '#lambdas/runtime/maintenance-store.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { handler as statsProjector } from '#lambdas/stats/projector.lambda.ts';
import { handler as tasks } from '#lambdas/tasks/tasks.lambda.ts';
import { stripeWebhookRoutes } from '#shared/api/billing.ts';
import { clientErrorRoutes } from '#shared/api/client-errors.ts';
import { routeKey } from '#shared/api/route.ts';
import { siteRoutes } from '#shared/api/site.ts';
import type { MaintenanceMode } from '#shared/domain/maintenance.ts';
import { ownSignUpKey } from '#shared/domain/sign-in.ts';
import type { StripeSettings } from '#shared/stripe-settings.ts';
import { menuRequest, startGenerations, studioRequest } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { attributes, triggerEvent } from '#test/lambdas/identity/trigger-event.ts';
import { awsError, awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';
import { httpEvent, invoke, lambdaContext } from '#test/lambdas/runtime/http-event.ts';
import { stripeSettings } from '#test/support/stripe-settings.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { fakeCloudWatch } from './fake-cloudwatch.ts';
import { synthesized } from './synthesized.ts';

// Powertools reads it when it is loaded, as in a function.
vi.hoisted(() => {
  process.env.POWERTOOLS_METRICS_NAMESPACE = 'PlatePost';
});

const { resources, ofType } = await synthesized({
  region: 'us-east-1',
  canary: true,
  email: { from: 'hello@platepost.test', sesRegion: 'us-east-1', sesDomain: 'platepost.test' },
});
const aws = awsJsonStub();
const cloud = startGenerations({ models: 'plain', stream: true });

const { data, alarms, as, raised } = fakeCloudWatch(ofType);

let engine: QueueEngine;
let sqs: SQSClient;
let queues: Server;
let stripeServer: Server;
let directory: string;
/** What Stripe answers when it is asked for an object. */
let session: object;
/** The events that Stripe lists. */
let listed: object[];

const listen = async (server: Server) => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

let settings: StripeSettings;

beforeAll(async () => {
  // The harness keeps the functions silent; a counter that is made when it is first needed reads this then.
  delete process.env.POWERTOOLS_METRICS_DISABLED;
  directory = temporaryFolder('alarms');
  engine = await createQueueEngine();
  queues = createServer(async (req, res) => engine.handle(req, res, await buffer(req)));
  sqs = new SQSClient({
    region: 'eu-west-2',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    endpoint: await listen(queues),
  });
  // Stripe, as far as it is asked: which events were there, and what is the session that an event speaks of?
  stripeServer = createServer((req, res) => {
    const isList = req.url?.startsWith('/v1/events');
    const answer = isList ? { object: 'list', data: listed, has_more: false } : session;
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  settings = stripeSettings(await listen(stripeServer));
  // The functions' own queue calls go through the harness.
  delete process.env.AWS_ENDPOINT_URL_SQS;
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

afterAll(async () => {
  sqs.destroy();
  for (const server of [queues, stripeServer]) {
    server.closeAllConnections();
    server.close();
  }
  await engine.close();
});

beforeEach(async () => {
  data.length = 0;
  listed = [];
  aws.answer('GetSecretValue', ({ SecretId }) => ({
    SecretString: String(SecretId).endsWith('stripe') ? JSON.stringify(settings) : 'the application secret',
  }));
  aws.answer('ListUsers', () => ({ Users: [] }));
  await as('reconciler', cloud.runReconciler);
});

/** A browser reports an error of the site. */
async function reportBrowserError(userId: string) {
  const body = { feature: 'studio', name: 'TypeError', place: 'app.js:1:2' };
  return accounts(httpEvent(clientErrorRoutes.reportClientError, { user: { userId }, body }), lambdaContext);
}

/** While the maintenance switch stops everything that writes. */
async function duringMaintenance(work: () => Promise<unknown>): Promise<void> {
  const turn = async (maintenance: MaintenanceMode) => {
    await despiteMaintenance(() => changeSettings({ maintenance }, 'test'));
    forgetMaintenance();
  };
  await turn('all');
  try {
    await work();
  } finally {
    await turn('off');
  }
}

const times = async (count: number, work: (n: number) => Promise<unknown>) => {
  for (let n = 0; n < count; n += 1) await work(n);
};

/** While the table cannot be found. */
async function withoutTable(work: () => Promise<unknown>): Promise<void> {
  const { TABLE_NAME } = process.env;
  process.env.TABLE_NAME = 'absent';
  try {
    await work();
  } finally {
    process.env.TABLE_NAME = TABLE_NAME;
  }
}

function queueEvent(body: string): SQSEvent {
  const record = {
    messageId: 'message-1',
    body,
    attributes: { ApproximateReceiveCount: '1' },
    eventSourceARN: 'arn:queue',
  };
  return { Records: [record] } as unknown as SQSEvent;
}

/** A queue of the template, by its name there, in the engine. */
async function openQueue(
  name: string,
  attributes: Record<string, string> = {},
): Promise<{ id: string; url: string }> {
  const id = Object.keys(resources).find((key) => new RegExp(`^Queues${name}[0-9A-F]{8}$`).test(key));
  if (!id) throw new Error(`The template has no queue ${name}`);
  const QueueName = `${name}-${expect.getState().currentTestName?.replace(/\W+/g, '-').slice(-40)}`;
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName, Attributes: attributes }));
  return { id, url: QueueUrl };
}

async function receive(url: string) {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      VisibilityTimeout: 0,
      MessageSystemAttributeNames: ['SentTimestamp'],
    }),
  );
  return Messages;
}

function putQueueMetric(id: string, name: string, value: number): void {
  data.push({ namespace: 'AWS/SQS', name, dimensions: { QueueName: id }, value });
}

/** A message lies in the queue for so long, and nobody takes it. */
async function waitInQueue(name: string, seconds: number): Promise<void> {
  const { id, url } = await openQueue(name);
  await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'a generation' }));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
  try {
    const [oldest] = await receive(url);
    const age = (Date.now() - Number(oldest?.Attributes?.SentTimestamp)) / 1000;
    putQueueMetric(id, 'ApproximateAgeOfOldestMessage', age);
  } finally {
    vi.useRealTimers();
  }
}

const redriveSchema = z.object({ RedrivePolicy: z.object({ maxReceiveCount: z.number() }) });

/** A message that crashes the worker each time, under the redrive policy of the template. */
async function crashWorker(): Promise<void> {
  const dead = await openQueue('DeadLetterQueue');
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: dead.url, AttributeNames: ['QueueArn'] }),
  );
  const [, standard] =
    Object.entries(resources).find(([key]) => /^QueuesStandard[0-9A-F]{8}$/.test(key)) ?? [];
  const { maxReceiveCount } = redriveSchema.parse(standard?.Properties).RedrivePolicy;
  const redrive = { deadLetterTargetArn: Attributes?.QueueArn, maxReceiveCount };
  const { url } = await openQueue('Standard', { RedrivePolicy: JSON.stringify(redrive) });
  await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: '{"no":"generation"}' }));
  for (let deliveries = 0; ; deliveries += 1) {
    const [message] = await receive(url);
    if (!message) break;
    expect(deliveries).toBeLessThan(maxReceiveCount);
    const reply = await as('worker', () => worker(queueEvent(message.Body ?? ''), lambdaContext));
    expect(reply?.batchItemFailures).toHaveLength(1);
  }
  const letters = await receive(dead.url);
  putQueueMetric(dead.id, 'NumberOfMessagesReceived', letters.length);
  for (const { Body = '' } of letters)
    await as('deadLetterQueue', () => settle(queueEvent(Body), lambdaContext));
}

/** A record of the table's stream whose function fails as often as it may. */
async function failStream(): Promise<void> {
  const failures = await openQueue('StreamFailures');
  const client = { region: 'eu-west-2', endpoint: String(process.env.AWS_ENDPOINT_URL_DYNAMODB) };
  const user = await cloud.signUp();
  const { Table } = await new DynamoDBClient(client).send(
    new DescribeTableCommand({ TableName: String(process.env.TABLE_NAME) }),
  );
  const source = new StreamSource({
    client: new DynamoDBStreamsClient(client),
    sqs,
    streamArn: String(Table?.LatestStreamArn),
    region: 'eu-west-2',
    functionName: 'publisher',
    functionArn: 'arn:aws:lambda:eu-west-2:000000000000:function:publisher',
    batchSize: 10,
    batchingWindow: 0,
    startingPosition: 'TRIM_HORIZON',
    filters: [{ dynamodb: { Keys: { pk: { S: [`USER#${user}`] } } } }],
    bisects: false,
    maximumRetries: 0,
    reportsBatchItemFailures: true,
    failureQueueUrl: failures.url,
    checkpointFile: join(directory, 'checkpoint.json'),
    invoke: async () => ({ ok: false, error: { errorType: 'Error', errorMessage: 'no' } }),
    deliveries: new DeliveryFaultRules(),
  });
  source.start();
  const ready = async () =>
    (await engine.depths()).find(({ name }) => failures.url.endsWith(`/${name}`))?.ready ?? 0;
  await vi.waitFor(async () => expect(await ready()).toBeGreaterThan(0), 10_000);
  await source.stop();
  putQueueMetric(failures.id, 'ApproximateNumberOfMessagesVisible', await ready());
}

/** CloudFront asks the API, which does not answer. */
async function failOrigin(): Promise<void> {
  const [id = ''] = ofType('AWS::CloudFront::Distribution').map(([logicalId]) => logicalId);
  const [behavior] = z
    .object({
      DistributionConfig: z.object({ CacheBehaviors: z.array(z.object({ PathPattern: z.string() })) }),
    })
    .parse(resources[id]?.Properties).DistributionConfig.CacheBehaviors;
  const edge = new Edge({
    id,
    domainName: 'site.test',
    defaultRootObject: '',
    customErrors: [],
    origins: new Map([
      ['api', async () => ({ status: 503, headers: {}, cookies: [], body: Buffer.alloc(0) })],
    ]),
    behaviors: [
      {
        pathPattern: behavior?.PathPattern,
        originId: 'api',
        methods: ['GET'],
        compress: false,
        cache: { times: { min: 0, standard: 0, max: 0 }, query: 'none', headers: [], compresses: false },
        originRequest: { headers: 'none', query: 'none' },
        responseHeaders: undefined,
        onRequest: undefined,
        onResponse: undefined,
      },
    ],
  });
  const request = { method: 'GET', path: '/api/public/offer', query: '', headers: {}, body: Buffer.alloc(0) };
  const { status } = await edge.handle({ ...request, sourceIp: '127.0.0.1' });
  data.push({
    namespace: 'AWS/CloudFront',
    name: '5xxErrorRate',
    dimensions: { DistributionId: id, Region: 'Global' },
    value: status >= 500 ? 100 : 0,
  });
}

/** SES's own metric of an account's mails, which no function counts. */
function putMailRate(rate: string, value: number): void {
  data.push({ namespace: 'AWS/SES', name: `Reputation.${rate}`, dimensions: {}, value });
}

/** A customer downloads a picture so many times. */
async function download(user: string, count: number): Promise<void> {
  const { id } = await cloud.generate(user, studioRequest());
  const request = { params: { generationId: id }, body: { variation: 0 } };
  await times(count, async () =>
    expect(await as('delivery', () => cloud.call(user, 'createDownload', request))).toMatchObject({
      status: 201,
    }),
  );
}

/** The same with a certificate that holds for a year from then. */
async function downloadSigned(from: number, count: number): Promise<void> {
  const publicKey = await publicKeyOf(process.env.SIGNING_KEY_ARN ?? '');
  const subject = { organisation: 'PlatePost', commonName: 'PlatePost' };
  await setSigningCertificates(testCertificates(publicKey, subject, from), 'test');
  await download(await cloud.signUp('starter'), count);
}

/** Visitors ask for the landing page's images. */
const askForImages = () => as('site', () => site(httpEvent(siteRoutes.listLandingImages), lambdaContext));

/** The API is asked so many times, and what it answers is counted as API Gateway does. */
async function countAnswers(count: number, answer: () => Promise<object | undefined>): Promise<void> {
  const [api = ''] = ofType('AWS::ApiGatewayV2::Api').map(([id]) => id);
  const [stage] = ofType('AWS::ApiGatewayV2::Stage').map(([, { Properties }]) => Properties?.StageName);
  const route = siteRoutes.listLandingImages;
  const host = new HttpApiHost({
    apiId: 'api',
    accountId: '000000000000',
    domainName: 'api.example.com',
    invoke: async () => ({ ok: true, payload: JSON.stringify(await answer()) }),
  });
  host.setRoutes([
    {
      routeKey: routeKey(route),
      functionArn: 'site',
      timeoutMs: 1000,
      authorizer: undefined,
      throttle: undefined,
    },
  ]);
  const request = { method: 'GET', path: route.path, query: '', headers: {}, body: Buffer.alloc(0) };
  await times(count, async () => {
    const { status } = await host.handle({ ...request, sourceIp: '127.0.0.1' });
    data.push({
      namespace: 'AWS/ApiGateway',
      name: '5xx',
      dimensions: { ApiId: api, Stage: String(stage) },
      value: status >= 500 ? 1 : 0,
    });
  });
}

const newUser = {
  eventID: 'event-1',
  eventName: 'INSERT',
  dynamodb: {
    SequenceNumber: '1',
    NewImage: {
      pk: { S: 'USER#ada' },
      sk: { S: 'ACCOUNT#PROFILE' },
      createdAt: { S: '2026-11-21T12:00:00.000Z' },
    },
  },
};

/** Hands an event of Stripe's to the webhook, signed by it, with our secret unless another is given. */
async function stripeSends(id: string, type: string, object: object, secret = settings.webhookSecret) {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } });
  const signature = new Stripe(settings.secretKey).webhooks.generateTestHeaderString({
    payload,
    secret,
  });
  const event = httpEvent(stripeWebhookRoutes.stripeWebhook, { text: payload });
  const headers = { ...event.headers, 'stripe-signature': signature };
  return as('stripeWebhook', () => invoke(webhook, { ...event, headers }));
}

/** The reconciler finds an event of Stripe's that never came to the webhook. */
async function missEvent(type: string, object: object): Promise<void> {
  listed = [{ id: `evt_missed_${type}`, object: 'event', type, created: 1, data: { object } }];
  await as('reconciler', cloud.runReconciler);
}

/** A top-up is paid with another amount than was asked. */
function payTooLittle(): void {
  session = {
    id: 'cs_1',
    object: 'checkout.session',
    mode: 'payment',
    payment_status: 'paid',
    payment_intent: 'pi_1',
    amount_total: 1,
    currency: 'gbp',
    customer: null,
    metadata: topUpMetadata({ userId: 'ada', credits: 50, pence: 1999 }),
  };
}

/** A top-up is refunded of which nothing is left. */
async function refundSpentTopUp(): Promise<void> {
  const userId = await cloud.signUp('starter');
  const [pence, credits] = [1999, 50];
  await transact([
    putPayment({
      paymentIntentId: 'pi_2',
      userId,
      ledgerEntryId: 'topup#cs_2',
      bucket: 'purchased',
      name: '50 credits',
      credits,
      pence,
    }),
  ]);
  session = { id: 're_1', object: 'refund', status: 'succeeded', amount: pence, payment_intent: 'pi_2' };
}

const signUpEvent = {
  userName: 'ada',
  triggerSource: 'PostConfirmation_ConfirmSignUp',
  request: {
    userAttributes: { sub: 'ada', email: 'ada@example.com', email_verified: 'true', name: 'Ada' },
    clientMetadata: { [ownSignUpKey]: 'ada' },
  },
  response: {},
} as never;

/** What keeps people from signing up. */
const signUpFaults = {
  'an account that cannot be created': () =>
    withoutTable(() => as('postConfirmation', () => postConfirmation(signUpEvent, lambdaContext))),
  'a sign-up that cannot be checked': () => {
    aws.answer('ListUsers', () => awsError('InternalErrorException'));
    return as('preSignUp', () => preSignUp(triggerEvent('PreSignUp_SignUp', attributes), lambdaContext));
  },
  'a mail that cannot be written': () =>
    as('customMessage', () =>
      customMessage({ triggerSource: 'CustomMessage_SignUp' } as never, lambdaContext),
    ),
  // Lambda would end the run half a second later, and what it counted would be lost.
  'a user pool that does not answer': () => {
    aws.answer('ListUsers', () => new Promise<never>(() => undefined));
    const context = { ...lambdaContext, getRemainingTimeInMillis: () => 600 };
    return as('preSignUp', () => preSignUp(triggerEvent('PreSignUp_SignUp', attributes), context));
  },
};

/** Asks for the cut-out of a sample dish. */
async function startCutOut(user: string) {
  const source = { type: 'sample', itemId: 'burger' } as const;
  const { body } = await cloud.callPhotos(user, 'createPhoto', { body: { source } });
  return cloud.callPhotos(user, 'createCutOut', { params: { photoId: body.id } });
}

/** A fault for each alarm, just large enough that an operator has to act. */
const faults: Readonly<Record<string, () => Promise<unknown>>> = {
  'dead-letter-queue': crashWorker,
  'stream-failures': failStream,
  'queue-age': () => waitInQueue('Standard', 301),
  'priority-queue-age': () => waitInQueue('Priority', 121),
  'menu-queue-age': () => waitInQueue('Menus', 301),
  'photo-queue-age': () => waitInQueue('Photos', 121),
  'api-errors': () => withoutTable(() => countAnswers(5, askForImages)),
  'publisher-errors': async () => {
    const user = await cloud.signUp('starter');
    const { id } = await cloud.created(user, studioRequest());
    cloud.faults.add({ service: 'sqs', times: 3, action: { kind: 'drop-request' } });
    await times(3, () => as('publisher', () => cloud.publishInsert(user, id)));
  },
  // New code does not load in one worker, has too little memory in another, and fails in the third.
  'worker-errors': async () => {
    await as('menuWorker', () => Promise.reject(new Error('Cannot find module')));
    await as('photoWorker', () => Promise.reject(new Error('Runtime exited')));
    await as('worker', () => worker(queueEvent('{"no":"generation"}'), lambdaContext));
  },
  'reconciler-errors': async () => {
    // The table is away, then one generation of two cannot be queued.
    await withoutTable(() => times(2, () => as('reconciler', cloud.runReconciler)));
    const user = await cloud.signUp('starter');
    await cloud.created(user, studioRequest());
    await cloud.minutesPass(1.1);
    cloud.faults.add({ service: 'sqs', action: { kind: 'drop-request' } });
    await as('reconciler', cloud.runReconciler);
  },
  'projector-errors': async () => {
    const event = { Records: [newUser] } as unknown as DynamoDBStreamEvent;
    await withoutTable(() =>
      times(3, () => as('statsProjector', () => statsProjector(event, lambdaContext))),
    );
  },
  'sign-up-errors': signUpFaults['an account that cannot be created'],
  'stripe-events-failed': () =>
    times(3, async (n) => {
      // The event is new; whose customer it is cannot be read.
      cloud.faults.add({
        service: 'dynamodb',
        operation: 'GetItem',
        nth: 2,
        action: { kind: 'drop-request' },
      });
      await stripeSends(`evt_failed_${n}`, 'customer.subscription.updated', { customer: 'cus_1' });
      cloud.faults.clear();
    }),
  'stripe-events-missed': async () => {
    await refundSpentTopUp();
    await missEvent('refund.created', { id: 're_1', payment_intent: 'pi_2' });
  },
  'payment-mismatch': () => {
    payTooLittle();
    return stripeSends('evt_mismatch', 'checkout.session.completed', { id: 'cs_1' });
  },
  // The one checkout of an hour, after the secret was changed on one side only.
  'stripe-signatures': async () => {
    for (const type of ['customer.subscription.created', 'checkout.session.completed', 'invoice.paid'])
      await stripeSends(`evt_${type}`, type, { id: 'object_1' }, 'whsec_another');
  },
  'credits-shortfall': async () => {
    await refundSpentTopUp();
    await stripeSends('evt_shortfall', 'refund.created', { id: 're_1' });
  },
  'tasks-late': async () => {
    const notBefore = new Date(Date.now() - 16 * 60_000).toISOString();
    const late = newTask({ id: 'deletion-late', kind: 'deletion', requestedBy: 'nobody', notBefore });
    await transact(createTaskSteps(late));
    await times(3, () => as('reconciler', cloud.runReconciler));
  },
  'tasks-failed': async () => {
    const task = newTask({ id: 'deletion-1', kind: 'deletion', requestedBy: 'nobody' });
    await startTask(task);
    const message = queueEvent(JSON.stringify({ taskId: task.id }));
    await times(3, () => as('tasks', () => tasks(message, lambdaContext)));
  },
  // Lambda counts a run that it ends at the time limit as an error.
  'task-errors': () => as('tasks', () => Promise.reject(new Error('Task timed out after 300.00 seconds'))),
  'generations-failed': async () => {
    cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' });
    const user = await cloud.signUp('pro');
    const ids: string[] = [];
    await times(10, async () => ids.push((await cloud.created(user, menuRequest())).id));
    await as('worker', () => Promise.all(ids.map((id) => cloud.workOn(user, id))));
  },
  'photos-failed': async () => {
    cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' });
    await times(10, async () => {
      const user = await cloud.signUp('pro');
      await startCutOut(user);
      const message = cloud.messages.pop();
      await as('photoWorker', () => cloud.workOnPhoto(JSON.parse(message?.body ?? '')));
    });
  },
  'model-capacity': async () => {
    cloud.modelFaults.add({ kind: 'throttle', perMinute: 0 });
    const users = [await cloud.signUp('pro'), await cloud.signUp('pro')];
    const waiting: { user: string; id: string }[] = [];
    for (const user of users)
      await times(10, async () =>
        waiting.push({ user, id: (await cloud.created(user, studioRequest())).id }),
      );
    await as('worker', () => Promise.all(waiting.map(({ user, id }) => cloud.workOn(user, id))));
  },
  'deadlines-missed': async () => {
    const user = await cloud.signUp('pro');
    await times(3, () => cloud.created(user, studioRequest()));
    await cloud.minutesPass(15.1);
    await as('reconciler', cloud.runReconciler);
  },
  // Nothing runs, so that there is no metric at all.
  'reconciler-stopped': async () => {
    data.length = 0;
  },
  'function-throttles': async () => {
    // Lambda's own metric of the account: no function runs, so that none can be made to count it.
    const name = 'Throttles';
    await times(5, async () => data.push({ namespace: 'AWS/Lambda', name, dimensions: {}, value: 1 }));
  },
  'edge-errors': failOrigin,
  'mail-bounces': async () => putMailRate('BounceRate', 0.05),
  'mail-complaints': async () => putMailRate('ComplaintRate', 0.001),
  'files-unsigned': async () => {
    const error = new AwsError(500, 'KMSInternalException', 'Out of order');
    cloud.faults.add({ service: 'kms', operation: 'Sign', action: { kind: 'error', error }, times: 3 });
    await downloadSigned(Date.now(), 3);
  },
  'signing-certificate': () => downloadSigned(Date.now() - 336 * 24 * 60 * 60_000, 1),
  'model-access': async () => {
    cloud.modelFaults.add({ kind: 'error', error: 'AccessDeniedException' }, { model: 'control-structure' });
    const user = await cloud.signUp('starter');
    const { id } = await cloud.created(user, studioRequest());
    await as('worker', () => cloud.workOn(user, id));
  },
  'model-legacy': async () => {
    cloud.bedrock.legacyModels.add('stability.stable-image-inpaint-v1:0');
    await cloud.reset();
    await as('reconciler', cloud.runReconciler);
    cloud.bedrock.legacyModels.clear();
  },
  'client-errors': () =>
    times(4, async () => {
      const userId = await cloud.signUp();
      await times(5, async () =>
        expect(await as('account', () => reportBrowserError(userId))).toMatchObject({ statusCode: 204 }),
      );
    }),
  'model-ended': async () => {
    cloud.modelFaults.add({ kind: 'end-of-life' }, { model: 'control-structure' });
    const user = await cloud.signUp('starter');
    const { id } = await cloud.created(user, studioRequest({ studio: { filter: { id: 'popcrush' } } }));
    await as('worker', () => cloud.workOn(user, id));
  },
  'budget-reached': () => budgetUsers['single pictures'](),
};

/** With a budget of half a dollar for each plan, and of ten cents for cut-outs. */
async function withSmallBudget(work: () => Promise<unknown>): Promise<void> {
  const { DAILY_MODEL_BUDGET } = process.env;
  process.env.DAILY_MODEL_BUDGET =
    '{"free":0.5,"starter":0.5,"pro":0.5,"promptTests":0,"photos":0.1,"posts":0}';
  try {
    await work();
  } finally {
    process.env.DAILY_MODEL_BUDGET = DAILY_MODEL_BUDGET;
  }
}

/** Who may use up a budget of the day. */
const budgetUsers = {
  'single pictures': () =>
    withSmallBudget(async () => {
      const user = await cloud.signUp('starter');
      await as('generations', async () => {
        for (let made = 0; made < 9; made += 1)
          if ((await cloud.create(user, studioRequest())).body.code === 'daily_budget_reached') break;
      });
    }),
  'whole menus': () =>
    withSmallBudget(async () => {
      const user = await cloud.signUp('pro');
      const dish = {
        name: 'Dish',
        source: { type: 'sample', itemId: 'burger' },
        photo: { width: 1600, height: 1200 },
      };
      const body = {
        id: ulid(),
        name: 'Autumn',
        look: { backgroundStyle: 'wooden', plateStyle: 'current', imageStyle: 'natural' },
        targets: [{ platform: 'justeat', imageType: 'square' }],
        dishes: Array.from({ length: 9 }, () => dish),
      };
      const menu = await cloud.callMenus(user, 'createMenu', { body });
      // Each run begins as many dishes as may be made at once, of which these end.
      for (let run = 0; run < 3; run += 1) {
        await as('menuWorker', () => cloud.workOnMenu(user, menu.body.id));
        const { body: now } = await cloud.callMenus(user, 'getMenu', { params: { menuId: menu.body.id } });
        for (const { generation } of now.dishes)
          if (generation?.state === 'queued') await cloud.workOn(user, generation.id);
      }
    }),
  'cut-outs': () =>
    withSmallBudget(async () => {
      const users = [await cloud.signUp('pro'), await cloud.signUp('pro')];
      await as('photos', () => Promise.all(users.map(startCutOut)));
    }),
  posts: async () => {
    const user = await cloud.signUp('pro');
    const { id } = await cloud.generate(user, studioRequest());
    const body = { id: ulid(), tone: 'friendly', network: 'instagram', language: 'en' };
    const today = new Date().toISOString().slice(0, 10);
    await dynamodb().send(
      new PutCommand({
        TableName: tableName(),
        Item: { pk: 'BUDGET#posts', sk: today, committed: 50_000_000 },
      }),
    );
    await as('posts', () =>
      cloud.call(user, 'writePost', { params: { generationId: id, variation: '0' }, body }),
    );
  },
};

describe('alarms', () => {
  it('each have a fault in this test that raises them', () => {
    expect(Object.keys(faults).toSorted()).toEqual([...alarms.keys()].toSorted());
  });

  it.each([...alarms.keys()])('%s is raised by its fault, and none before it', async (name) => {
    await cloud.reset();
    expect(raised()).toEqual([]);
    await faults[name]?.();
    expect(raised()).toContain(name);
  });

  it.each(Object.entries(signUpFaults))('sign-up-errors is raised by %s', async (_name, fail) => {
    await cloud.reset();
    await fail();
    expect(raised()).toEqual(['sign-up-errors']);
  });

  it('sign-up-errors is not raised by a sign-up that is refused', async () => {
    await cloud.reset();
    const social = { Username: 'google_1', UserStatus: 'EXTERNAL_PROVIDER' };
    aws.answer('ListUsers', () => ({ Users: [social] }));
    const refused = triggerEvent('PreSignUp_SignUp', attributes);
    await expect(preSignUp(refused, lambdaContext)).rejects.toThrow('Please continue with Google');
    await as('preSignUp', () => preSignUp(refused, lambdaContext));
    expect(raised()).toEqual([]);
  });

  it.each(Object.entries(budgetUsers))('budget-reached is raised by %s', async (_name, use) => {
    await cloud.reset();
    await use();
    expect(raised()).toContain('budget-reached');
  });

  it('report a model that may not be called, whichever function calls it', async () => {
    await cloud.reset();
    const user = await cloud.signUp('pro');
    const { id } = await cloud.generate(user, studioRequest());
    cloud.modelFaults.add({ kind: 'error', error: 'AccessDeniedException' });
    const params = { generationId: id, variation: '0' };
    const body = { id: ulid(), tone: 'friendly', network: 'instagram', language: 'en' };
    await as('posts', () => cloud.call(user, 'writePost', { params, body }));
    expect(raised()).toContain('model-access');
  });

  it('report payments also if the webhook missed their events', async () => {
    await cloud.reset();
    payTooLittle();
    await missEvent('checkout.session.completed', { id: 'cs_1', customer: null });
    expect(raised()).toEqual(['payment-mismatch']);
    await cloud.reset();
    await refundSpentTopUp();
    await missEvent('refund.created', { id: 're_1', payment_intent: 'pi_2' });
    expect(raised().toSorted()).toEqual(['credits-shortfall', 'payment-mismatch', 'stripe-events-missed']);
  });

  it('stay silent while everything goes well', async () => {
    await cloud.reset();
    await as('postConfirmation', () => postConfirmation(signUpEvent, lambdaContext));
    const user = await cloud.signUp('pro');
    const request = studioRequest();
    await as('generations', () => cloud.created(user, request));
    await as('publisher', () => cloud.publishInsert(user, request.id));
    await as('worker', () => cloud.workOn(user, request.id));
    // A picture is deleted while CloudFront takes no more invalidations: they are made later.
    const tooMany = new AwsError(400, 'TooManyInvalidationsInProgress', 'Too many');
    cloud.faults.add({ service: 'cloudfront', action: { kind: 'error', error: tooMany }, times: 4 });
    const paths = ['/media/gone.jpg'];
    await transact([writeOutboxEntry({ originals: [], media: [], paths }, new Date(0))]);
    await times(4, () => as('reconciler', cloud.runReconciler));
    expect(await cloud.get(user, request.id)).toMatchObject({ state: 'done' });
    expect(data.map(({ name }) => name)).toContain('GenerationDone');
    expect(raised()).toEqual([]);
  });

  it('stay silent while no certificate was set to sign pictures with', async () => {
    await cloud.reset();
    // What an earlier test set is no longer cached.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    try {
      await download(await cloud.signUp('starter'), 3);
    } finally {
      vi.useRealTimers();
    }
    expect(raised()).toEqual([]);
  });

  it('stay silent about rates of bounces and complaints at which SES does nothing', async () => {
    await cloud.reset();
    putMailRate('BounceRate', 0.049);
    putMailRate('ComplaintRate', 0.0009);
    expect(raised()).toEqual([]);
  });

  it('stay silent during maintenance, except for real faults', async () => {
    await cloud.reset();
    const userId = await cloud.signUp();
    await duringMaintenance(async () => {
      await countAnswers(5, () => as('account', () => reportBrowserError(userId)));
      expect(data.filter(({ name, value }) => name === '5xx' && value === 1)).toHaveLength(5);
      expect(raised()).toEqual([]);
      await withoutTable(() => countAnswers(5, askForImages));
      expect(raised()).toEqual(['api-errors']);
    });
  });

  it('may publish to the topic of the alarm e-mail', () => {
    const [topic] = ofType('AWS::SNS::Topic').map(([id]) => id);
    for (const { AlarmActions } of alarms.values()) expect(AlarmActions).toEqual([{ Ref: topic }]);
    const [policy] = ofType('AWS::SNS::TopicPolicy').map(([, { Properties }]) => Properties);
    expect(policy).toMatchObject({
      Topics: [{ Ref: topic }],
      PolicyDocument: {
        Statement: expect.arrayContaining([
          expect.objectContaining({
            Effect: 'Allow',
            Action: 'sns:Publish',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
          }),
        ]),
      },
    });
  });
});
