import { join } from 'node:path';
import type { CloudAccess } from 'local-cloud';
import { readJsonFile, writeJsonFile } from 'local-cloud/json-file.ts';
import { runCommand } from './run-command.ts';

/** Age in milliseconds at which a certificate is replaced: 300 days of its lifetime of a year. */
const keptFor = 300 * 24 * 60 * 60_000;

/**
 * Makes a test certificate for the key that signs pictures, with the operator's command. Skipped as long as that of an
 * earlier start is recent enough.
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
