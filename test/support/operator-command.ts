import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '#lib/bundle.ts';
import type { CloudAddress } from './cloud-address.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Runs a command of `bin/` as an operator does for a cloud on this machine, and returns what it printed. */
export async function runOperatorCommand(
  { outputs, accessKey, awsUrl, region }: CloudAddress,
  command: string,
  ...args: readonly string[]
): Promise<string> {
  const data = temporaryFolder('operator');
  const { TableName: tableName, UserPoolId: userPoolId, SigningKeyArn: signingKeyArn } = outputs;
  const operator = { awsUrl, region, tableName, userPoolId, signingKeyArn, ...accessKey };
  writeFileSync(join(data, 'operator.json'), JSON.stringify(operator));
  const program = join(projectRoot, 'bin', 'run.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [program, command, ...args, '--data', data]);
  return stdout;
}
