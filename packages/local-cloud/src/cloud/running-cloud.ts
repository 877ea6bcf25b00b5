import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs';
import type { AccessKey } from '#src/aws/credential-book.ts';
import type { DeliveryFaultRules } from '#src/events/delivery-faults.ts';
import type { CallFaultRules } from '#src/front-door/call-faults.ts';
import type { FrontDoor } from '#src/front-door/front-door.ts';
import type { LambdaHost } from '#src/lambda/lambda-host.ts';
import type { Mailbox } from '#src/mailbox/mailbox.ts';
import { readAssembly } from './assembly.ts';
import { type Grant, grantsOf } from './authorize.ts';
import type { Cloud } from './cloud.ts';
import type { Engines } from './engines.ts';
import type { Extension } from './extension.ts';
import { provision } from './provision.ts';
import { closeServer, type Site, type SiteMiddleware } from './site.ts';

export interface RunningCloud {
  /** The site: `http://127.0.0.1:<port>`. */
  url: string;
  /** All AWS APIs: the value for AWS_ENDPOINT_URL. */
  awsUrl: string;
  /** Outputs of the stack. */
  outputs: Record<string, string>;
  region: string;
  /** An access key under a name of the caller's choice, with every permission. */
  accessKey(name: string): AccessKey;
  /** Mail that user pools sent. */
  mailbox: Mailbox;
  /** Injects faults into calls of AWS APIs. Callers are the functions' short names: `worker` for `WorkerFunction`. */
  faults: CallFaultRules;
  /** Injects faults into deliveries of queues and streams. */
  deliveries: DeliveryFaultRules;
  /** The server of the site, for protocols that upgrade a connection. */
  siteServer: Server;
  /** Lets a development server serve pages and files of the site; the edge serves the other behaviours. */
  serveSiteWith(middleware: SiteMiddleware): void;
  /** Lets the site serve all requests, if `admits` limited them so far. */
  admitAll(): void;
  /** Kills every process of a function that handles an invocation; returns how many there were. */
  kill(functionName: string): number;
  /** Makes messages that were received and not deleted visible at once instead of after their timeout. */
  redeliver(): Promise<void>;
  /** Runs every schedule now. */
  runSchedules(): void;
  /** Resolves when no message, stream record or invocation is left; rejects after `timeoutMs` (60 s). */
  settle(timeoutMs?: number): Promise<void>;
  /** Every permission that the functions' roles grant, and whether a call needed it so far. */
  grants(): Grant[];
  /** Starts the idle functions behind the HTTP API, so that the first request of each is not a cold start. */
  warm(): Promise<void>;
  /** Makes the assembly again and updates every resource. Data is kept. */
  update(): Promise<void>;
  /** Stops everything in order. */
  stop(): Promise<void>;
  /** Ends everything at once, as SIGKILL would: invocations are cut off, nothing more is written. */
  crash(): Promise<void>;
}

/** What `startCloud` has started. */
export interface StartedParts {
  access: Pick<RunningCloud, 'url' | 'awsUrl' | 'region' | 'accessKey'>;
  outputs: Record<string, string>;
  cloud: Cloud;
  engines: Engines;
  lambda: LambdaHost;
  site: Site;
  signInServer: Server;
  frontDoor: FrontDoor;
  faults: CallFaultRules;
  deliveries: DeliveryFaultRules;
  extensions: readonly Extension[];
  makeAssembly: () => Promise<string>;
  unlock: () => void;
}

export function runningCloud(parts: StartedParts): RunningCloud {
  const { access, cloud, engines, lambda, site, faults, deliveries } = parts;
  let { outputs } = parts;
  return {
    ...access,
    get outputs() {
      return outputs;
    },
    mailbox: engines.mailbox,
    faults,
    deliveries,
    siteServer: site.server,
    serveSiteWith(middleware) {
      site.middleware = middleware;
    },
    admitAll() {
      site.admits = undefined;
    },
    kill: (name) => lambda.kill(name),
    redeliver: () => redeliver(cloud, engines),
    runSchedules() {
      for (const schedule of cloud.schedules.values()) schedule.runNow();
    },
    settle: (timeoutMs = 60_000) => settle(parts, timeoutMs),
    grants: () => grantsOf(cloud),
    async warm() {
      for (const { parts } of cloud.httpApis.values())
        for (const { functionArn } of parts.integrations.values()) await lambda.warm(functionArn);
    },
    async update() {
      const assembly = await parts.makeAssembly();
      await cloud.stopSources();
      cloud.takeTemplate(readAssembly(assembly));
      outputs = await provision(cloud);
      cloud.startSources();
    },
    async stop() {
      await cloud.stopSources();
      await close(parts, 'SIGTERM');
      parts.unlock();
    },
    async crash() {
      // First, so that the sources do not report the calls that fail when the engines end.
      const stopped = cloud.stopSources();
      lambda.killAll();
      await close(parts, 'SIGKILL');
      await stopped;
      parts.unlock();
    },
  };
}

async function redeliver(cloud: Cloud, { queues }: Engines): Promise<void> {
  for (const { name } of await queues.depths())
    for (const ReceiptHandle of await queues.inFlight(name)) {
      const visible = { QueueUrl: cloud.queueUrl(name), ReceiptHandle, VisibilityTimeout: 0 };
      await cloud.queues.send(new ChangeMessageVisibilityCommand(visible)).catch((error: Error) => {
        // The message was deleted or became visible in the meantime.
        if (error.name !== 'MessageNotInflight') throw error;
      });
    }
}

async function settle(
  { cloud, engines, lambda, extensions }: StartedParts,
  timeoutMs: number,
): Promise<void> {
  const limit = Date.now() + timeoutMs;
  const consumed = new Set([...cloud.queueSources.values()].map(({ queueUrl }) => queueUrl));
  for (;;) {
    for (const extension of extensions) await extension.settle?.(Math.max(limit - Date.now(), 0));
    const since = Date.now();
    const begun = lambda.invocations;
    for (const source of cloud.streamSources.values()) source.nudge();
    /** What is still to be done, in words for the error; empty when nothing is. */
    const open = async (): Promise<string[]> => {
      const streams = [...cloud.streamSources.values()].filter((source) => !source.caughtUpSince(since));
      const depths = (await engines.queues.depths()).filter(({ name }) => consumed.has(cloud.queueUrl(name)));
      return [
        ...(lambda.active > 0 ? [`${lambda.active} invocations`] : []),
        ...(streams.length > 0 ? [`${streams.length} streams`] : []),
        ...depths
          .filter(({ ready, inFlight, delayed }) => ready + inFlight + delayed > 0)
          .map(
            (depth) =>
              `${depth.name}: ${depth.ready} ready, ${depth.inFlight} in flight, ${depth.delayed} delayed`,
          ),
      ];
    };
    for (let left = await open(); left.length > 0; left = await open()) {
      if (Date.now() > limit)
        throw new Error(`The local cloud was still at work after ${timeoutMs} ms (${left.join('; ')})`);
      await sleep(20);
    }
    // An invocation that began in the meantime may have written something new.
    if (lambda.invocations === begun) return;
  }
}

async function close(parts: StartedParts, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const { cloud, engines, lambda, site, signInServer, frontDoor, extensions } = parts;
  for (const route of site.routes) await route.close?.();
  await Promise.all([
    lambda.close(),
    frontDoor.close(),
    closeServer(site.server),
    closeServer(signInServer),
    engines.queues.close(),
    engines.dynamodb.stop(signal),
    ...extensions
      .filter((extension) => !site.routes.some((route) => route === extension))
      .map((extension) => extension.close?.()),
  ]);
  cloud.destroy();
}
