import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LocalCloud } from '#local/cloud/local-cloud.ts';
import { readJsonFile, writeJsonFile } from '#local/cognito/json-file.ts';

/** Makes the seeded accounts once per data directory. */
export async function seed(cloud: LocalCloud, directory: string): Promise<void> {
  await once(
    cloud,
    join(directory, 'seeded.json'),
    'seed-process.ts',
    'The seeded accounts could not be made',
  );
}

/** Makes customers and their pictures once per data directory; what was broken off is gone on with next time. */
export async function seedLife(cloud: LocalCloud, directory: string): Promise<void> {
  await once(
    cloud,
    join(directory, 'lively.json'),
    'life-process.ts',
    'The seeded customers could not be made',
  );
}

/** Fills the public pages with pictures once per data directory. */
export async function seedSite(cloud: LocalCloud, directory: string): Promise<void> {
  await once(
    cloud,
    join(directory, 'filled.json'),
    'site-images-process.ts',
    'The pages could not be filled',
  );
}

async function once(cloud: LocalCloud, record: string, script: string, failure: string): Promise<void> {
  const { UserPoolId = '', UserPoolClientId = '', TableName = '', StripeSecretArn = '' } = cloud.outputs;
  if (readJsonFile(record) === UserPoolId) return;
  const key = cloud.accessKey('seed');
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL(script, import.meta.url)), UserPoolId, UserPoolClientId, cloud.url],
    {
      // The stores read their table and the SDK its endpoint from the environment, as in a function.
      env: {
        TABLE_NAME: TableName,
        STRIPE_SECRET_ARN: StripeSecretArn,
        MEDIA_BUCKET: cloud.outputs.MediaBucketName ?? '',
        AWS_REGION: cloud.region,
        AWS_ENDPOINT_URL: cloud.awsUrl,
        AWS_ACCESS_KEY_ID: key.accessKeyId,
        AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
        POWERTOOLS_LOG_LEVEL: 'WARN',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  // A cloud that stops takes it along.
  const stop = () => child.kill();
  process.once('exit', stop);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  process.off('exit', stop);
  if (status !== 0) throw new Error(`${failure}:\n${output.trim()}`);
  await writeJsonFile(record, UserPoolId);
}
