import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJsonFile, writeJsonFile } from 'local-cloud/json-file.ts';
import type { LocalCloud } from '#local/cloud/local-cloud.ts';
import type { CloudMessage } from './cloud-message.ts';

const accounts = 'seed-process.ts';

/**
 * Creates the seeded accounts once per data directory, when the cloud has started. The process that does so starts at
 * once, so that its modules are loaded by then.
 */
export function prepareSeed(directory: string): (cloud: LocalCloud) => Promise<void> {
  const record = join(directory, 'seeded.json');
  const waiting = readJsonFile(record) === undefined ? begin(accounts) : undefined;
  return (cloud) => runOnce(cloud, record, accounts, 'The seeded accounts could not be created', waiting);
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
  /** Resolves with the exit code and all that was printed. */
  readonly ended: Promise<{ readonly status: number | null; readonly output: string }>;
}

/** Starts a process that waits for the address of the cloud. */
function begin(script: string): Begun {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), [], {
    env: { POWERTOOLS_LOG_LEVEL: 'WARN' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // The process ends with the cloud.
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
