import { join } from 'node:path';
import type { CloudAccess } from 'local-cloud';
import { readJsonFile, writeJsonFile } from 'local-cloud/json-file.ts';
import { runCommand } from './run-command.ts';

/** How long a certificate is used here before another one is made: it holds for a year. */
const keptFor = 300 * 24 * 60 * 60_000;

/**
 * Makes a certificate for trying for the key that signs pictures, by the command with which an operator sets one. Skipped
 * while that of an earlier start holds.
 */
export async function setUpSigning({
  directory,
  access,
  outputs: { SigningKeyArn = '', TableName = '' },
}: {
  readonly directory: string;
  readonly access: CloudAccess;
  readonly outputs: Readonly<Record<string, string>>;
}): Promise<void> {
  const record = join(directory, 'signing-certificate.json');
  const madeAt = readJsonFile(record);
  if (typeof madeAt === 'number' && Date.now() - madeAt < keptFor) return;
  await runCommand(access, ['signing-certificate', '--test', '--key', SigningKeyArn], {
    TABLE_NAME: TableName,
  });
  await writeJsonFile(record, Date.now());
}
