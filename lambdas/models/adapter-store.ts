/**
 * Model adapters that are out of service.
 *
 * - Which adapters are out of service?   table, pk SETTINGS, sk begins ADAPTER#
 */
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import type { AdapterName } from './edit-modes.ts';

const partition = 'SETTINGS';

/** Names of the adapters that were taken out of service. */
export async function readDisabledAdapters(): Promise<ReadonlySet<string>> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :settings AND begins_with(sk, :adapter)',
      ExpressionAttributeValues: { ':settings': partition, ':adapter': 'ADAPTER#' },
    }),
  );
  return new Set(Items.map((item) => z.object({ name: z.string() }).parse(item).name));
}

/** Takes an adapter out of service because its model has ended; an operator brings it back (docs/runbook.md). */
export async function disableAdapter(name: AdapterName, reason: string): Promise<void> {
  await dynamodb().send(
    new PutCommand({
      TableName: tableName(),
      Item: { pk: partition, sk: `ADAPTER#${name}`, name, reason, disabledAt: nowIso() },
    }),
  );
}
