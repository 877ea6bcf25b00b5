import type { Stack } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { signingCertificatesKey as Key } from '#lambdas/platform/signing-certificate-store.ts';
import { ok, type Verdict, warning } from './finding.ts';

/**
 * Checks whether the stage has certificates to sign pictures with.
 * @param stack The stage's stack, if there is one.
 */
export async function checkSigning(region: string, stack: Stack | undefined): Promise<Verdict> {
  const TableName = stack?.Outputs?.find(({ OutputKey }) => OutputKey === 'TableName')?.OutputValue;
  const table = DynamoDBDocumentClient.from(new DynamoDBClient({ region }));
  const isSet = TableName && (await table.send(new GetCommand({ TableName, Key }))).Item;
  return isSet
    ? ok('certificates are set')
    : warning(
        'Pictures leave unsigned, without an alarm, until a certificate is set: see "Signing certificate" in docs/runbook.md.',
      );
}
