import { createHmac } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs';
import { type BedrockRuntime, createBedrockRuntime, type Draw } from 'bedrock-stand-in';
import { replyWithError } from 'local-cloud/aws/aws-error.ts';
import { createCredentialBook } from 'local-cloud/aws/credential-book.ts';
import { FaultPlan } from 'local-cloud/aws/faults.ts';
import { type FrontDoor, type Handler, startFrontDoor } from 'local-cloud/aws/front-door.ts';
import { createVerifier } from 'local-cloud/aws/signature.ts';
import { readAssembly } from 'local-cloud/cloud/assembly.ts';
import { type Grant, grantsOf, refusalOf } from 'local-cloud/cloud/authorize.ts';
import { keptCertificate } from 'local-cloud/cloud/certificate.ts';
import { Cloud } from 'local-cloud/cloud/cloud.ts';
import {
  lockDirectory,
  newKeySeed,
  readDirectorySettings,
  writeDirectorySettings,
} from 'local-cloud/cloud/data-directory.ts';
import { provision } from 'local-cloud/cloud/provision.ts';
import { createCloudFrontApi } from 'local-cloud/cloudfront/cloudfront-api.ts';
import type { Edge } from 'local-cloud/cloudfront/edge.ts';
import { createCognito } from 'local-cloud/cognito/cognito.ts';
import { startSignInHost } from 'local-cloud/cognito/sign-in-host.ts';
import { startDynamoDbLocal } from 'local-cloud/dynamodb/dynamodb-local.ts';
import { DeliveryPlan } from 'local-cloud/events/delivery-faults.ts';
import { textResponse } from 'local-cloud/http-api/http-message.ts';
import { startHttpServer } from 'local-cloud/http-api/http-server.ts';
import { createProxy } from 'local-cloud/http-api/proxy.ts';
import { LambdaHost } from 'local-cloud/lambda/lambda-host.ts';
import { createMailbox, type Mailbox } from 'local-cloud/mailbox/mailbox.ts';
import { createS3 } from 'local-cloud/s3/s3.ts';
import { createSecretsManager } from 'local-cloud/secrets/secrets-manager.ts';
import { createQueueEngine } from 'local-cloud/sqs/queue-engine.ts';
import { createStripe, type LocalStripe } from 'stripe-stand-in';
import { lookTexts } from '#local/pictures/look-texts.ts';
import { brand } from '#shared/brand.ts';
import { createRealBedrock } from './real-bedrock.ts';
import { setUpStripe } from './set-up-stripe.ts';
import { putSocialSecrets } from './social-sign-in.ts';
import { synthesizeAssembly } from './synthesize-assembly.ts';

export interface LocalCloudOptions {
  /** Where data, logs and the cloud assembly are kept; inside the project, so that bundles find sharp's binary. */
  directory: string;
  /** Port of the site; 0 (the default) for a free one. */
  sitePort?: number;
  /** Port of the AWS APIs of a new data directory; a used one keeps its port. 0 (the default) for a free one. */
  awsPort?: number;
  /** Port of the pages that Google and Apple are asked on; 0 (the default) for a free one. */
  signInPort?: number;
  /** A cloud assembly made before; otherwise the stack is synthesized. */
  assembly?: string;
  /** Calls Amazon Bedrock with the credentials of this machine instead of the local renderer. */
  bedrock?: 'local' | 'aws';
  /** Draws in the renderer's place, for tests that ask for many pictures and look at none. */
  draw?: Draw;
  /**
   * How much faster than the clock the minutes of model quotas, the delays of messages and the waits between attempts
   * of webhooks pass; 1 unless given.
   */
  waitingSpeed?: number;
  /** Milliseconds until schedules run for the first time; a second unless given. */
  schedulesAfterMs?: number;
  /** Sees each log line of a function. */
  onLog?: (functionName: string, line: string) => void;
  /** Sees how long each part took to start, in milliseconds. */
  onTiming?: (part: string, ms: number) => void;
}

/** The running local cloud. */
export interface LocalCloud {
  /** The site: `http://127.0.0.1:<port>`. */
  url: string;
  /** All AWS APIs: the value for AWS_ENDPOINT_URL. */
  awsUrl: string;
  /** Outputs of the stack. */
  outputs: Record<string, string>;
  region: string;
  /** An access key of the local cloud under a name of one's own, with every permission. */
  accessKey(name: string): { accessKeyId: string; secretAccessKey: string };
  mailbox: Mailbox;
  /** Disturbs calls of AWS APIs; callers are the functions' short names ('worker'). */
  faults: FaultPlan;
  /** Disturbs deliveries of queues and streams. */
  deliveries: DeliveryPlan;
  /** Disturbs the image models, and the calls that were made of them. */
  bedrock: Pick<BedrockRuntime, 'faults' | 'calls'>;
  /** Stripe: its clock, its faults, and what customers and banks do there. */
  stripe: LocalStripe;
  /** The server of the site, for protocols that upgrade a connection. */
  siteServer: Server;
  /** Has the site's own files served by a development server; the API and pictures stay with the edge. */
  serveSiteWith(middleware: SiteMiddleware): void;
  /** Kills every process of a function that is in the middle of its work; returns how many there were. */
  kill(functionName: string): number;
  /** Makes messages that were received and not deleted visible at once instead of after their timeout. */
  redeliver(): Promise<void>;
  /** Runs every schedule now, as if its time had come. */
  runSchedules(): void;
  /** Resolves when no message, stream record or invocation is left; rejects after `timeoutMs` (60 s). */
  settle(timeoutMs?: number): Promise<void>;
  /** Every permission that the functions' roles grant, and whether a call needed it so far. */
  grants(): Grant[];
  /** Starts the idle functions behind the HTTP API, so that nobody waits for the first of each. */
  warm(): Promise<void>;
  /** Synthesizes again and brings every resource up to date without losing data. */
  update(): Promise<void>;
  /** Stops everything in order. */
  stop(): Promise<void>;
  /** Ends everything at once, as SIGKILL would: nothing is finished and nothing is written. */
  crash(): Promise<void>;
}

/** Answers a request for a page or file of the site and returns true, or leaves it to the edge. */
type SiteMiddleware = (req: IncomingMessage, res: ServerResponse) => boolean;

const accountId = '000000000000';
/** Region of a stack that leaves it open. */
const defaultRegion = 'eu-west-2';

/** The answer while the stack is being provisioned; a browser asks again by itself. */
const starting = textResponse(
  503,
  'text/html; charset=utf-8',
  `<!doctype html><title>${brand.name}</title><meta http-equiv="refresh" content="1"><p>${brand.name} is starting …`,
);

/** Starts engines and hosts, provisions the template and serves the site. */
export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const { directory } = options;
  const unlock = lockDirectory(directory);
  const undo: (() => unknown)[] = [unlock];
  try {
    return await start(options, undo);
  } catch (error) {
    for (const step of undo.reverse()) await Promise.resolve(step()).catch(() => undefined);
    throw error;
  }
}

async function start(options: LocalCloudOptions, undo: (() => unknown)[]): Promise<LocalCloud> {
  const { directory } = options;
  const timed = async <T>(part: string, work: Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await work;
    options.onTiming?.(part, performance.now() - began);
    return result;
  };

  const outdir = join(directory, 'cdk.out');
  const assemblyReady = timed(
    'synthesis',
    options.assembly === undefined ? synthesizeAssembly(outdir) : Promise.resolve(options.assembly),
  );
  // Seen again where it is awaited; here only so that an earlier failure does not end the process.
  assemblyReady.catch(() => undefined);

  const saved = readDirectorySettings(directory);
  const keySeed = saved?.keySeed ?? newKeySeed();
  const credentials = createCredentialBook(keySeed);
  const faults = new FaultPlan();
  const deliveries = new DeliveryPlan();
  const { waitingSpeed = 1 } = options;
  const mailbox = createMailbox({ directory: join(directory, 'mailbox') });
  const s3 = createS3({ directory: join(directory, 's3'), verify: createVerifier(credentials) });
  const runtime = createBedrockRuntime({
    lookTexts,
    now: () => Date.now() * waitingSpeed,
    ...(options.draw && { draw: options.draw }),
  });
  undo.push(() => runtime.close());

  const [dynamodb, queueEngine] = await Promise.all([
    timed('DynamoDB Local', startDynamoDbLocal({ directory: join(directory, 'dynamodb') })),
    timed('queues', createQueueEngine(waitingSpeed)),
  ]);
  undo.push(
    () => dynamodb.stop('SIGKILL'),
    () => queueEngine.close(),
  );

  // What needs the front door's address is made once it is open; nobody calls before.
  const late: {
    cloud?: Cloud;
    cognito?: Handler;
    secrets?: Handler;
    siteMiddleware?: SiteMiddleware;
    stripe?: LocalStripe;
  } = {};
  const deferred =
    (name: 'cognito' | 'secrets'): Handler =>
    (...call) => {
      const handler = late[name];
      if (!handler) throw new Error(`${name} is not ready`);
      return handler(...call);
    };
  /** Asks the caller's role before the service. */
  const guarded =
    (service: string, handler: Handler): Handler =>
    async (req, res, body, caller) => {
      const refusal = late.cloud && refusalOf(late.cloud, { service, req, body, caller });
      if (refusal) replyWithError(res, service, refusal);
      else await handler(req, res, body, caller);
    };
  const frontDoor: FrontDoor = await startFrontDoor({
    port: saved?.awsPort ?? options.awsPort ?? 0,
    credentials,
    services: {
      s3: guarded('s3', s3.handle),
      dynamodb: guarded('dynamodb', createProxy(dynamodb.url)),
      sqs: guarded('sqs', queueEngine.handle),
      bedrock: guarded('bedrock', options.bedrock === 'aws' ? createRealBedrock() : runtime.handle),
      'cognito-idp': guarded('cognito-idp', deferred('cognito')),
      secretsmanager: guarded('secretsmanager', deferred('secrets')),
      cloudfront: guarded(
        'cloudfront',
        createCloudFrontApi(() => late.cloud?.edges.values() ?? []),
      ),
    },
    observe: (call) => {
      const { cloud } = late;
      if (call.service === 'dynamodb' && !/^(Get|Query|Scan|BatchGet|Describe|List)/.test(call.operation))
        for (const source of cloud?.streamSources.values() ?? []) source.nudge();
      return faults.observe(call);
    },
  });
  undo.push(() => frontDoor.close());
  const awsUrl = frontDoor.url;
  await writeDirectorySettings(directory, { keySeed, awsPort: Number(new URL(awsUrl).port) });

  const edge = (): Edge | undefined => late.cloud?.edges.values().next().value;
  const siteServer = await startHttpServer({
    port: options.sitePort ?? 0,
    intercept: (req, res) => {
      if (req.url?.startsWith('/_local/mail')) {
        mailbox.handle(req, res);
        return true;
      }
      if (late.stripe?.matches(req.url?.split('?')[0] ?? '/')) {
        void serveStripe(late.stripe, req, res);
        return true;
      }
      return (
        late.siteMiddleware !== undefined &&
        edge()?.servesByDefault(req.url ?? '/') === true &&
        late.siteMiddleware(req, res)
      );
    },
    handle: async (request) => (await edge()?.handle(request)) ?? starting,
  });
  undo.push(() => closeServer(siteServer));
  const siteHost = hostOf(siteServer);
  const signInServer = await startSignInHost({
    port: options.signInPort ?? 0,
    certificate: await keptCertificate(directory, `${brand.name} on this machine`),
    handle: deferred('cognito'),
  });
  undo.push(() => closeServer(signInServer));
  const stripe = createStripe({
    directory: join(directory, 'stripe'),
    publicOrigin: `http://${siteHost}`,
    apiKey: stripeKey(keySeed),
    retryDelay: (ms) => ms / waitingSpeed,
  });
  late.stripe = stripe;
  undo.push(() => stripe.close());

  const assembly = readAssembly(await assemblyReady);
  const region = assembly.region ?? defaultRegion;
  const lambda = new LambdaHost({
    directory,
    ...(options.assembly !== undefined && { compileCache: join(options.assembly, '..', 'compile-cache') }),
    hostVariables: ({ name }) => {
      const key = credentials.issue(name);
      return {
        AWS_REGION: region,
        AWS_DEFAULT_REGION: region,
        AWS_ENDPOINT_URL: awsUrl,
        AWS_ACCESS_KEY_ID: key.accessKeyId,
        AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
      };
    },
    ...(options.onLog && { onLog: options.onLog }),
  });
  undo.push(() => lambda.close());
  late.cognito = createCognito({
    directory: join(directory, 'cognito'),
    origin: awsUrl,
    mailbox,
    invokeFunction: async (functionArn, event) => {
      const result = await lambda.invoke(functionArn, event);
      if (!result.ok) throw new Error(result.error.errorMessage);
      return JSON.parse(result.payload);
    },
  }).handle;
  late.secrets = createSecretsManager({ directory: join(directory, 'secrets'), region, accountId }).handle;
  const cloud = new Cloud({
    directory,
    region,
    accountId,
    assembly,
    awsUrl,
    siteHost,
    signInHost: hostOf(signInServer),
    accessKey: credentials.issue('local-cloud'),
    lambda,
    s3,
    deliveries,
    schedulesAfterMs: options.schedulesAfterMs,
  });
  late.cloud = cloud;
  undo.push(() => cloud.destroy());
  await putSocialSecrets(cloud);
  let outputs = await timed('provisioning', provision(cloud));
  const setupKey = credentials.issue('setup-stripe');
  await timed(
    'Stripe',
    setUpStripe({
      directory,
      siteUrl: `http://${siteHost}`,
      apiKey: stripeKey(keySeed),
      secretArn: outputs.StripeSecretArn ?? '',
      awsVariables: {
        AWS_REGION: region,
        AWS_ENDPOINT_URL: awsUrl,
        AWS_ACCESS_KEY_ID: setupKey.accessKeyId,
        AWS_SECRET_ACCESS_KEY: setupKey.secretAccessKey,
      },
    }),
  );
  cloud.startSources();
  undo.push(() => cloud.stopSources());

  const closeEngines = async (signal: 'SIGTERM' | 'SIGKILL') => {
    await stripe.close();
    await Promise.all([
      lambda.close(),
      frontDoor.close(),
      closeServer(siteServer),
      closeServer(signInServer),
      queueEngine.close(),
      runtime.close(),
      dynamodb.stop(signal),
    ]);
    cloud.destroy();
  };
  const unlock = undo[0];

  return {
    url: `http://${siteHost}`,
    awsUrl,
    region,
    get outputs() {
      return outputs;
    },
    accessKey: (name) => credentials.issue(name),
    mailbox,
    faults,
    deliveries,
    bedrock: { faults: runtime.faults, calls: runtime.calls },
    stripe,
    siteServer,
    serveSiteWith(middleware) {
      late.siteMiddleware = middleware;
    },
    kill: (name) => lambda.kill(name),
    async redeliver() {
      for (const { name } of await queueEngine.depths())
        for (const ReceiptHandle of await queueEngine.inFlight(name)) {
          const visible = { QueueUrl: cloud.queueUrl(name), ReceiptHandle, VisibilityTimeout: 0 };
          await cloud.queues.send(new ChangeMessageVisibilityCommand(visible)).catch((error: Error) => {
            // It was handled meanwhile.
            if (error.name !== 'MessageNotInflight') throw error;
          });
        }
    },
    runSchedules() {
      for (const schedule of cloud.schedules.values()) schedule.runNow();
    },
    async settle(timeoutMs = 60_000) {
      const limit = Date.now() + timeoutMs;
      const consumed = new Set([...cloud.queueSources.values()].map(({ queueUrl }) => queueUrl));
      for (;;) {
        await stripe.webhooks.settle(Math.max(limit - Date.now(), 0));
        const since = Date.now();
        const begun = lambda.invocations;
        for (const source of cloud.streamSources.values()) source.nudge();
        const isQuiet = async () => {
          if (lambda.active > 0) return false;
          if (![...cloud.streamSources.values()].every((source) => source.caughtUpSince(since))) return false;
          const depths = (await queueEngine.depths()).filter(({ name }) =>
            consumed.has(cloud.queueUrl(name)),
          );
          return depths.every(({ ready, inFlight, delayed }) => ready + inFlight + delayed === 0);
        };
        while (!(await isQuiet())) {
          if (Date.now() > limit) throw new Error(`The local cloud was still at work after ${timeoutMs} ms`);
          await sleep(20);
        }
        // An invocation that began meanwhile may have written something new.
        if (lambda.invocations === begun) return;
      }
    },
    grants: () => grantsOf(cloud),
    async warm() {
      for (const { parts } of cloud.httpApis.values())
        for (const { functionArn } of parts.integrations.values()) await lambda.warm(functionArn);
    },
    async update() {
      await synthesizeAssembly(outdir);
      await cloud.stopSources();
      cloud.takeTemplate(readAssembly(outdir));
      outputs = await provision(cloud);
      cloud.startSources();
    },
    async stop() {
      await cloud.stopSources();
      await closeEngines('SIGTERM');
      unlock?.();
    },
    async crash() {
      lambda.killAll();
      await closeEngines('SIGKILL');
      await cloud.stopSources();
      unlock?.();
    },
  };
}

/** Key of the local Stripe, the same for as long as the data lives. */
function stripeKey(keySeed: string): string {
  return `sk_test_${createHmac('sha256', keySeed).update('stripe').digest('hex').slice(0, 32)}`;
}

async function serveStripe(stripe: LocalStripe, req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    await stripe.handle(req, res, await buffer(req));
  } catch (error) {
    console.error(`${req.method} ${req.url} failed:`, error);
    if (!res.headersSent) res.writeHead(500, { 'content-type': 'text/plain' });
    res.end('The local Stripe failed');
  }
}

function hostOf(server: Server): string {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
  return `127.0.0.1:${address.port}`;
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

/** Removes all data of the local cloud. */
export function clearLocalCloud(directory: string): void {
  const unlock = lockDirectory(directory);
  unlock();
  rmSync(directory, { recursive: true, force: true });
}
