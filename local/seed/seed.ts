import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Draw } from 'bedrock-stand-in';
import { clearCloud } from 'local-cloud';
import { readJsonFile, writeJsonFile } from 'local-cloud/json-file.ts';
import { installMovableClock, type MovableClock } from 'local-cloud/movable-clock.ts';
import sharp from 'sharp';
import type { LocalCloud } from '#local/cloud/local-cloud.ts';
import { type CloudMessage, type HistoryRequest, historyHeader } from './cloud-message.ts';

const accounts = 'seed-process.ts';
const pictures = join(import.meta.dirname, '..', '..', 'web', 'pages', 'pictures');

/**
 * Creates the seeded accounts once per data directory, after the cloud has started. The process that does so is started
 * at once, so that its modules are loaded by then.
 */
export function prepareSeed(directory: string): (cloud: LocalCloud) => Promise<void> {
  const record = join(directory, 'seeded.json');
  const waiting = readJsonFile(record) === undefined ? begin(accounts) : undefined;
  return (cloud) => runOnce(cloud, record, accounts, 'The seeded accounts could not be created', waiting);
}

/** Clears all local data. What depends on the code alone stays, so that the next start takes less time. */
export function clearLocalData(directory: string): void {
  clearCloud(directory, ['cdk.out', 'compile-cache']);
}

/** A history that is about to be made. */
export interface PreparedHistory {
  /** Options that the cloud needs from its start. */
  readonly options: {
    readonly clock: MovableClock;
    readonly draw: Draw;
    readonly admits: (req: IncomingMessage) => boolean;
  };
  /** Makes the history, then opens the site for all requests. */
  readonly make: (cloud: LocalCloud) => Promise<void>;
}

/**
 * Prepares the seeded accounts together with a month of history, for a data directory without accounts; undefined if it
 * has any. An interrupted first start begins again.
 */
export function prepareHistory(directory: string): PreparedHistory | undefined {
  const record = join(directory, 'seeded.json');
  if (readJsonFile(record) !== undefined) return undefined;
  // Otherwise nothing is cleared: the folder may hold other files.
  if (existsSync(join(directory, 'cloud.json'))) clearLocalData(directory);
  const clock = installMovableClock();
  const waiting = begin('history-process.ts');
  let drawn: string | undefined;
  let isSecond = false;
  const answer = async (cloud: LocalCloud, asked: HistoryRequest) => {
    if ('draw' in asked) drawn = asked.draw;
    else {
      // Webhooks are waited for, because one that was signed long ago is refused. Streams are not: counters use the
      // times in the items.
      await cloud.stripe.webhooks.settle();
      clock.shift(asked.shift);
    }
    waiting.child.send('done', () => undefined);
  };
  return {
    options: {
      clock,
      admits: isOfHistory,
      async draw({ service, pictures: given, fields }) {
        if (drawn === undefined || service === 'remove-background') return undefined;
        const { width, height } = await sharp(given.image ?? given.init_image).metadata();
        isSecond = !isSecond;
        return sharp(join(pictures, `${drawn}-720.webp`))
          .resize({ width, height, fit: 'cover' })
          .flop(isSecond)
          .toFormat(fields.output_format, { compressionLevel: 1 })
          .toBuffer();
      },
    },
    async make(cloud) {
      waiting.child.on('message', (asked) => void answer(cloud, asked as HistoryRequest));
      await runOnce(cloud, record, 'history-process.ts', 'The history could not be made', waiting);
      drawn = undefined;
      cloud.admitAll();
    },
  };
}

/** Whether a request comes from the history process, or from the functions and Stripe on its behalf. */
function isOfHistory({ method, url = '', headers }: IncomingMessage): boolean {
  if (headers[historyHeader] !== undefined) return true;
  const isStripes = url.startsWith('/v1/') || url === '/api/stripe/webhook';
  return isStripes || (method === 'POST' && url.startsWith('/_local/stripe/'));
}

/** Creates the seeded accounts in a running cloud. */
export async function seed(cloud: LocalCloud, directory: string): Promise<void> {
  await prepareSeed(directory)(cloud);
}

/** Creates customers and their pictures once per data directory; an interrupted run continues at the next start. */
export async function seedLife(cloud: LocalCloud, directory: string): Promise<void> {
  const record = join(directory, 'lively.json');
  await runOnce(cloud, record, 'life-process.ts', 'The seeded customers could not be created');
}

/** Fills the public pages with pictures once per data directory. */
export async function seedSite(cloud: LocalCloud, directory: string): Promise<void> {
  const record = join(directory, 'filled.json');
  await runOnce(cloud, record, 'site-images-process.ts', 'The pages could not be filled');
}

interface Begun {
  readonly child: ChildProcess;
  /** Resolves with the exit code and the whole output. */
  readonly ended: Promise<{ readonly status: number | null; readonly output: string }>;
}

/** Starts a process that waits for the address of the cloud. */
function begin(script: string): Begun {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), [], {
    env: { POWERTOOLS_LOG_LEVEL: 'WARN' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // The process is stopped together with the cloud.
  const stop = () => child.kill();
  process.once('exit', stop);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve)).then((status) => {
    process.off('exit', stop);
    return { status, output: output.trim() };
  });
  return { child, ended };
}

async function runOnce(
  cloud: LocalCloud,
  record: string,
  script: string,
  failure: string,
  waiting?: Begun,
): Promise<void> {
  const { UserPoolId = '', UserPoolClientId = '', TableName = '', StripeSecretArn = '' } = cloud.outputs;
  if (readJsonFile(record) === UserPoolId) return;
  const key = cloud.accessKey('seed');
  const { child, ended } = waiting ?? begin(script);
  const message: CloudMessage = {
    userPoolId: UserPoolId,
    clientId: UserPoolClientId,
    siteUrl: cloud.url,
    environment: {
      TABLE_NAME: TableName,
      USER_POOL_ID: UserPoolId,
      STRIPE_SECRET_ARN: StripeSecretArn,
      MEDIA_BUCKET: cloud.outputs.MediaBucketName ?? '',
      AWS_REGION: cloud.region,
      AWS_ENDPOINT_URL: cloud.awsUrl,
      AWS_ACCESS_KEY_ID: key.accessKeyId,
      AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
    },
  };
  // Sending fails when the process has already failed; its exit code and output are reported below.
  child.send(message, () => undefined);
  const { status, output } = await ended;
  if (status !== 0) throw new Error(`${failure}:\n${output}`);
  await writeJsonFile(record, UserPoolId);
}
