import { readdirSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { replyWithError } from './aws/aws-error.ts';
import { type AccessKey, type CredentialBook, createCredentialBook } from './aws/credential-book.ts';
import type { Handler } from './aws/handler.ts';
import { readAssembly } from './cloud/assembly.ts';
import { refusalOf } from './cloud/authorize.ts';
import { keptCertificate } from './cloud/certificate.ts';
import { Cloud } from './cloud/cloud.ts';
import {
  type DirectorySettings,
  lockDirectory,
  newKeySeed,
  readDirectorySettings,
  writeDirectorySettings,
} from './cloud/data-directory.ts';
import { type Engines, startEngines } from './cloud/engines.ts';
import type { AwsService } from './cloud/extension.ts';
import { provision } from './cloud/provision.ts';
import { type RunningCloud, runningCloud } from './cloud/running-cloud.ts';
import { closeServer, hostOf, openSite, type Site, type SiteRoute } from './cloud/site.ts';
import { createTimed, type OnTiming } from './cloud/timed.ts';
import { createCloudFrontApi } from './cloudfront/cloudfront-api.ts';
import { createCognito } from './cognito/cognito.ts';
import { startSignInHost } from './cognito/sign-in-host.ts';
import { DeliveryFaultRules } from './events/delivery-faults.ts';
import { CallFaultRules } from './front-door/call-faults.ts';
import { type FrontDoor, startFrontDoor } from './front-door/front-door.ts';
import { createProxy } from './http/proxy.ts';
import { createKms } from './kms/kms.ts';
import { LambdaHost } from './lambda/lambda-host.ts';
import type { MovableClock } from './movable-clock.ts';
import { createSecretsManager } from './secrets/secrets-manager.ts';
import { createSes } from './ses/ses.ts';

export interface CloudOptions {
  /** Name of the application, for the page that browsers see until it has started and for the certificate. */
  name: string;
  /** Folder for data and logs. One process at a time may use it. */
  directory: string;
  /** Folder of the cloud assembly (`cdk.out`), or a function that makes it: at the start and at each `update()`. */
  assembly: string | (() => Promise<string>);
  /** AWS services that the package does not have, by their name in request signatures (`bedrock`). */
  services?: Readonly<Record<string, AwsService>>;
  /** Makes the routes under the site's address that are not part of the stack. Called before `beforeProvision`. */
  siteRoutes?: (access: CloudAccess) => readonly SiteRoute[];
  /** Prepares what the stack expects in its account, such as secrets that it refers to by name. */
  beforeProvision?: (access: CloudAccess) => Promise<void>;
  /** Prepares what the functions expect. Event sources and schedules start afterwards. */
  afterProvision?: (access: CloudAccess, outputs: Record<string, string>) => Promise<void>;
  /** Port of the site; 0 (the default) for a free one. */
  sitePort?: number;
  /** Port of the AWS APIs of a new data directory; a used one keeps its port. 0 (the default) for a free one. */
  awsPort?: number;
  /** Port of the hosted sign-in pages of user pools; 0 (the default) for a free one. */
  signInPort?: number;
  /** Folder for the compiled code of functions, which clouds of the same assembly may share. */
  compileCache?: string;
  /** Factor by which the delays of messages are shortened; 1 by default. */
  waitingSpeed?: number;
  /** Milliseconds since 1970 for user pools; for tests that need an old user. The clock by default. */
  userPoolClock?: () => number;
  /** The clock of this process, for the functions to follow when it is moved. */
  clock?: MovableClock | undefined;
  /** The only requests that the site serves until `admitAll()`; by default, it serves all. */
  admits?: Site['admits'];
  /** Milliseconds until schedules run for the first time; 1000 by default. */
  schedulesAfterMs?: number;
  /** Called with each log line of a function. */
  onLog?: (functionName: string, line: string) => void;
  /** Called with the time that each part took to start, in milliseconds. */
  onTiming?: OnTiming;
}

/** How to call the AWS APIs of the local cloud. */
export interface CloudAccess {
  /** The site: `http://127.0.0.1:<port>`. */
  url: string;
  /** All AWS APIs: the value for AWS_ENDPOINT_URL. */
  awsUrl: string;
  region: string;
  /** An access key under a name of the caller's choice, with every permission. */
  accessKey(name: string): AccessKey;
}

const accountId = '000000000000';
/** Region of a stack that leaves it open. */
const defaultRegion = 'eu-west-2';

type Cleanup = () => unknown;

/** Starts the engines, provisions the stack of the assembly and serves its site. */
export async function startCloud(options: CloudOptions): Promise<RunningCloud> {
  const cleanups: Cleanup[] = [];
  try {
    return await start(options, (cleanup) => cleanups.push(cleanup));
  } catch (error) {
    for (const cleanup of cleanups.reverse()) await Promise.resolve(cleanup()).catch(() => undefined);
    throw error;
  }
}

/**
 * Removes all data of the local cloud, except for entries of the directory to `keep`. Throws DirectoryInUse while one
 * is running.
 */
export function clearCloud(directory: string, keep: readonly string[] = []): void {
  const unlock = lockDirectory(directory);
  unlock();
  for (const entry of readdirSync(directory))
    if (!keep.includes(entry)) rmSync(join(directory, entry), { recursive: true, force: true });
}

async function start(options: CloudOptions, onFailure: (cleanup: Cleanup) => void): Promise<RunningCloud> {
  const { directory, waitingSpeed = 1, services = {} } = options;
  const timed = createTimed(options.onTiming);
  const unlock = lockDirectory(directory);
  onFailure(unlock);

  const makeAssembly = async () =>
    typeof options.assembly === 'string' ? options.assembly : options.assembly();
  const assemblyReady = timed('synthesis', makeAssembly());
  // Awaited below; this keeps an earlier failure from ending the process with an unhandled rejection.
  assemblyReady.catch(() => undefined);

  const saved = readDirectorySettings(directory);
  const keySeed = saved?.keySeed ?? newKeySeed();
  const credentials = createCredentialBook(keySeed);
  const engines = await startEngines({ directory, credentials, waitingSpeed, timed });
  onFailure(() => engines.dynamodb.stop('SIGKILL'));
  onFailure(() => engines.queues.close());
  for (const service of Object.values(services)) onFailure(() => service.close?.());

  // The servers open first, because the stack contains their addresses. They answer fully once these are set.
  const parts: Parts = { cloud: undefined, handlers: {} };
  const faults = new CallFaultRules();
  const frontDoor = await openFrontDoor({ options, saved, credentials, parts, faults });
  onFailure(() => frontDoor.close());
  await writeDirectorySettings(directory, { keySeed, awsPort: Number(new URL(frontDoor.url).port) });
  const site = await openSite({
    name: options.name,
    port: options.sitePort ?? 0,
    mailbox: engines.mailbox,
    edge: () => parts.cloud?.edges.values().next().value,
    admits: options.admits,
  });
  onFailure(() => closeServer(site.server));
  const signInServer = await openSignIn(options, parts);
  onFailure(() => closeServer(signInServer));

  const assembly = readAssembly(await assemblyReady);
  const region = assembly.region ?? defaultRegion;
  const lambda = createLambda({ options, credentials, region, awsUrl: frontDoor.url });
  onFailure(() => lambda.close());
  const deliveries = new DeliveryFaultRules();
  const cloud = new Cloud({
    directory,
    region,
    accountId,
    assembly,
    awsUrl: frontDoor.url,
    siteHost: site.host,
    signInHost: hostOf(signInServer),
    accessKey: credentials.issue('local-cloud'),
    dynamodbUrl: engines.dynamodb.url,
    lambda,
    s3: engines.s3,
    kms: createKms({ directory: join(directory, 'kms'), region, accountId }),
    deliveries,
    services,
    schedulesAfterMs: options.schedulesAfterMs,
  });
  onFailure(() => cloud.destroy());
  Object.assign(parts.handlers, handlersOf(options, cloud, engines));
  parts.cloud = cloud;

  const access: CloudAccess = {
    url: `http://${site.host}`,
    awsUrl: frontDoor.url,
    region,
    accessKey: (name) => credentials.issue(name),
  };
  site.routes.push(...(options.siteRoutes?.(access) ?? []));
  for (const route of site.routes) onFailure(() => route.close?.());
  await options.beforeProvision?.(access);
  const outputs = await timed('provisioning', provision(cloud));
  site.isProvisioned = true;
  await options.afterProvision?.(access, outputs);
  cloud.startSources();
  onFailure(() => cloud.stopSources());

  return runningCloud({
    access,
    outputs,
    cloud,
    engines,
    lambda,
    site,
    signInServer,
    frontDoor,
    faults,
    deliveries,
    extensions: [...site.routes, ...Object.values(services)],
    makeAssembly,
    unlock,
  });
}

/** What exists only after the servers have opened, because it contains their addresses. */
interface Parts {
  cloud: Cloud | undefined;
  handlers: Record<string, Handler>;
}

function openFrontDoor(part: {
  options: CloudOptions;
  saved: DirectorySettings | undefined;
  credentials: CredentialBook;
  parts: Parts;
  faults: CallFaultRules;
}): Promise<FrontDoor> {
  const { options, saved, credentials, parts, faults } = part;
  return startFrontDoor({
    port: saved?.awsPort ?? options.awsPort ?? 0,
    credentials,
    services: parts.handlers,
    observe: (call) => faults.observe(call),
  });
}

async function openSignIn(options: CloudOptions, parts: Parts): Promise<Server> {
  return startSignInHost({
    port: options.signInPort ?? 0,
    certificate: await keptCertificate(options.directory, `${options.name} on this machine`),
    handle: async (...call) => {
      const cognito = parts.handlers['cognito-idp'];
      if (!cognito) throw new Error('Cognito is not ready');
      await cognito(...call);
    },
  });
}

function createLambda(part: {
  options: CloudOptions;
  credentials: CredentialBook;
  region: string;
  awsUrl: string;
}): LambdaHost {
  const { options, credentials, region, awsUrl } = part;
  return new LambdaHost({
    directory: options.directory,
    clock: options.clock,
    ...(options.compileCache !== undefined && { compileCache: options.compileCache }),
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
}

/** The services behind the front door. Each call is checked against the role of the function that makes it. */
function handlersOf(
  options: CloudOptions,
  cloud: Cloud,
  { s3, dynamodb, queues, mailbox }: Engines,
): Record<string, Handler> {
  const { directory } = options;
  const { awsUrl, region, lambda, kms } = cloud.options;
  const cognito = createCognito({
    directory: join(directory, 'cognito'),
    origin: awsUrl,
    mailbox,
    ...(options.userPoolClock && { now: options.userPoolClock }),
    invokeFunction: async (functionArn, event) => {
      const result = await lambda.invoke(functionArn, event);
      if (!result.ok) throw new Error(result.error.errorMessage);
      return JSON.parse(result.payload);
    },
  });
  const secrets = createSecretsManager({ directory: join(directory, 'secrets'), region, accountId });
  const handlers: Record<string, Handler> = {
    s3: s3.handle,
    dynamodb: nudgingStreams(cloud, createProxy(dynamodb.url)),
    sqs: queues.handle,
    'cognito-idp': cognito.handle,
    secretsmanager: secrets.handle,
    kms: kms.handle,
    ses: createSes({ mailbox }).handle,
    cloudfront: createCloudFrontApi(() => cloud.edges.values()),
  };
  for (const [name, { handle }] of Object.entries(options.services ?? {})) handlers[name] = handle;
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [name, authorized(cloud, name, handle)]),
  );
}

/** Makes streams read as soon as a write is done. */
function nudgingStreams(cloud: Cloud, handle: Handler): Handler {
  return async (req, ...call) => {
    try {
      await handle(req, ...call);
    } finally {
      const isRead = /\.(Get|Query|Scan|BatchGet|Describe|List)\w*$/.test(
        String(req.headers['x-amz-target']),
      );
      if (!isRead) for (const source of cloud.streamSources.values()) source.noteWrite();
    }
  };
}

function authorized(cloud: Cloud, service: string, handle: Handler): Handler {
  return async (req, res, body, caller) => {
    const refusal = refusalOf(cloud, { service, req, body, caller });
    if (refusal) replyWithError(res, service, refusal);
    else await handle(req, res, body, caller);
  };
}
