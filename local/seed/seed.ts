import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LocalCloud } from '#local/cloud/local-cloud.ts';
import { readJsonFile, writeJsonFile } from '#local/cognito/json-file.ts';

/** Makes the seeded accounts once per data directory. */
export async function seed(cloud: LocalCloud, directory: string): Promise<void> {
  const record = join(directory, 'seeded.json');
  const { UserPoolId = '', UserPoolClientId = '', TableName = '', StripeSecretArn = '' } = cloud.outputs;
  if (readJsonFile(record) === UserPoolId) return;
  const key = cloud.accessKey('seed');
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./seed-process.ts', import.meta.url)), UserPoolId, UserPoolClientId],
    {
      // The stores read their table and the SDK its endpoint from the environment, as in a function.
      env: {
        TABLE_NAME: TableName,
        STRIPE_SECRET_ARN: StripeSecretArn,
        AWS_REGION: cloud.region,
        AWS_ENDPOINT_URL: cloud.awsUrl,
        AWS_ACCESS_KEY_ID: key.accessKeyId,
        AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
        POWERTOOLS_LOG_LEVEL: 'WARN',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (status !== 0) throw new Error(`The seeded accounts could not be made:\n${output.trim()}`);
  await writeJsonFile(record, UserPoolId);
}
