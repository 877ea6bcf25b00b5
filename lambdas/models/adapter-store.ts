/**
 * Model adapters that are out of service.
 *
 * - Which adapters are out of service?   table, pk SETTINGS, sk begins ADAPTER#
 */
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { expiryIn, nowIso } from '#lambdas/runtime/time.ts';
import { table } from '#shared/table.ts';
import type { AdapterName } from './edit-modes.ts';

const partition = 'SETTINGS';

/** Seconds that an adapter stays out of service. */
const disabledFor = 24 * 60 * 60;

const disabledSchema = z.object({ name: z.string(), [table.expiry]: z.number() });

/** Names of the adapters that were taken out of service. */
export async function readDisabledAdapters(): Promise<ReadonlySet<string>> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :settings AND begins_with(sk, :adapter)',
      ExpressionAttributeValues: { ':settings': partition, ':adapter': 'ADAPTER#' },
    }),
  );
  const disabled = Items.map((item) => disabledSchema.parse(item));
  // The table may remove an expired item days later.
  return new Set(disabled.filter(({ expiresAt }) => expiresAt > expiryIn(0)).map(({ name }) => name));
}

/**
 * Takes an adapter out of service for a day because its model exists in no region. Afterwards it is tried again: an
 * answer of 404 can also be a mistake of the service.
 */
export async function disableAdapter(name: AdapterName, reason: string): Promise<void> {
  await dynamodb().send(
    new PutCommand({
      TableName: tableName(),
      Item: {
        pk: partition,
        sk: `ADAPTER#${name}`,
        name,
        reason,
        disabledAt: nowIso(),
        [table.expiry]: expiryIn(disabledFor),
      },
    }),
  );
}
