/**
 * Settings that change while the product runs.
 *
 * - What does the setting say?                  table, pk SETTINGS, sk <name>
 * - Which model adapters are out of service?    table, pk SETTINGS, sk begins ADAPTER#
 */
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import type { AdapterName } from './models/tasks.ts';

const partition = 'SETTINGS';

/**
 * Whether a studio job that no model could make stays charged, its result being the customer's own photo: so
 * by default, as specified (customer-product.md section 8, readings 8).
 */
export async function readChargeForFallback(): Promise<boolean> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: { pk: partition, sk: 'chargeForFallback' } }),
  );
  return z.object({ value: z.boolean() }).parse(Item ?? { value: true }).value;
}

/** Sets whether fallback results stay charged. */
export async function writeChargeForFallback(value: boolean): Promise<void> {
  await dynamodb().send(
    new PutCommand({
      TableName: tableName(),
      Item: { pk: partition, sk: 'chargeForFallback', value, changedAt: nowIso() },
    }),
  );
}

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

/** Takes an adapter out of service, because its model has ended; an operator brings it back (docs/runbook.md). */
export async function disableAdapter(name: AdapterName, reason: string): Promise<void> {
  await dynamodb().send(
    new PutCommand({
      TableName: tableName(),
      Item: { pk: partition, sk: `ADAPTER#${name}`, name, reason, disabledAt: nowIso() },
    }),
  );
}
