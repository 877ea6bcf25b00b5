/**
 * Model adapters that are disabled.
 *
 * - Which adapters are disabled?   table, pk SETTINGS, sk begins ADAPTER#, because their model has ended;
 *                                  stoppedAdapters, by staff (platform/settings-store.ts)
 */
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { cachedFor } from '#lambdas/runtime/cached-for.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { expiryIn, nowIso } from '#lambdas/runtime/time.ts';
import type { AdapterName } from '#shared/domain/maintenance.ts';
import { table } from '#shared/table.ts';

const partition = 'SETTINGS';

/** Seconds for which an adapter stays disabled. */
const disabledFor = 24 * 60 * 60;

const disabledSchema = z.object({ name: z.string(), [table.expiry]: z.number() });

/** Names of the disabled adapters, cached for at most five seconds; `forgetDisabledAdapters` clears them after a change. */
export const { read: readDisabledAdapters, forget: forgetDisabledAdapters } = cachedFor(5_000, readDisabled);

async function readDisabled(): Promise<ReadonlySet<string>> {
  const [ended, stopped] = await Promise.all([readEnded(), readStopped()]);
  return new Set([...ended, ...stopped]);
}

async function readStopped(): Promise<readonly string[]> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: { pk: partition, sk: 'stoppedAdapters' } }),
  );
  return z.array(z.string()).parse(Item?.value ?? []);
}

async function readEnded(): Promise<readonly string[]> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :settings AND begins_with(sk, :adapter)',
      ExpressionAttributeValues: { ':settings': partition, ':adapter': 'ADAPTER#' },
    }),
  );
  const disabled = Items.map((item) => disabledSchema.parse(item));
  // DynamoDB may remove an expired item days later.
  return disabled.filter(({ expiresAt }) => expiresAt > expiryIn(0)).map(({ name }) => name);
}

/**
 * Disables an adapter for a day because its model exists in no region. Afterwards it is tried again: an answer of 404
 * can also be a fault of the service.
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
  forgetDisabledAdapters();
}
