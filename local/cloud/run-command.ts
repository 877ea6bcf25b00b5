import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CloudAccess } from 'local-cloud';

const script = fileURLToPath(new URL('../../bin/run.mjs', import.meta.url));

/**
 * Runs an operator's command against the local cloud while it starts, as operators run it against a stack in AWS.
 * @throws Error with the command's output if it fails
 */
export async function runCommand(
  { awsUrl, region, accessKey }: CloudAccess,
  [command, ...options]: readonly [string, ...string[]],
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const key = accessKey(command);
  const child = spawn(process.execPath, [script, command, ...options], {
    env: {
      AWS_REGION: region,
      AWS_ENDPOINT_URL: awsUrl,
      AWS_ACCESS_KEY_ID: key.accessKeyId,
      AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => child.kill();
  process.once('exit', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  process.off('exit', end);
  if (status !== 0) throw new Error(`npm run tool:${command} failed:\n${output.trim()}`);
}
