import { parseArgs } from 'node:util';
import { DeleteCommand, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { recountImages } from '#lambdas/generations/gallery-total-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { asRestored } from '#lambdas/stats/counters.ts';
import { table } from '#shared/table.ts';
import { chooseStack, stackOptions, stackUsage } from './choose-stack.ts';
import { type Item, lostItems } from './lost-items.ts';

const usage = `Gives a user back the items that the table has lost, from a copy that AWS restored to an earlier time. What the table
still has stays as it is. What the user deleted since comes back, too, but no revoked page, no open work and no former
role, and menus only paused. Then Stripe's events since the copy count as not handled, so that Stripe can send them
again. Not for people who deleted their account.

Usage: npm run tool:restore-user -- <user id> --copy <table> [options]

  --copy <table>             Name of the copy (docs/runbook.md, "Restore the table")
${stackUsage}`;

/**
 * Restores a user's items that a backup of the table has and the table has not. Also forgets which of Stripe's events
 * were handled since the backup, because booking an event again changes nothing if the first booking is still there.
 * @returns The number of restored items, and the number of events that Stripe may send again.
 */
export async function restoreUser(userId: string, copy: string): Promise<{ items: number; events: number }> {
  const now = Date.now() / 1000;
  const copied: Item[] = [];
  const handledBefore = new Set<unknown>();
  for await (const item of everyItem(copy)) {
    if (isEvent(item)) handledBefore.add(item.pk);
    const isExpired = Number(item[table.expiry] ?? now) < now;
    if (!isExpired && JSON.stringify(item).includes(userId)) copied.push(item);
  }
  let items = 0;
  for (const item of await lostItems(userId, copied)) if (await putIfMissing(asRestored(item))) items += 1;
  await recountImages(userId);
  let events = 0;
  for await (const item of everyItem(tableName())) {
    if (!isEvent(item) || handledBefore.has(item.pk)) continue;
    const { pk, sk } = item;
    await dynamodb().send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));
    events += 1;
  }
  return { items, events };
}

function isEvent({ pk }: Item): boolean {
  return String(pk).startsWith('STRIPE_EVENT#');
}

async function* everyItem(TableName: string): AsyncGenerator<Item> {
  for await (const { Items = [] } of paginateScan(
    { client: dynamodb() },
    { TableName, ConsistentRead: true },
  ))
    yield* Items;
}

async function putIfMissing(Item: Item): Promise<boolean> {
  try {
    await dynamodb().send(
      new PutCommand({ TableName: tableName(), Item, ConditionExpression: 'attribute_not_exists(pk)' }),
    );
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
    throw error;
  }
}

export async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { ...stackOptions, copy: { type: 'string' } },
    allowPositionals: true,
  });
  const [userId] = positionals;
  if (values.help || userId === undefined || values.copy === undefined) {
    process.stdout.write(usage);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  chooseStack(values);
  const { items, events } = await restoreUser(userId, values.copy);
  process.stdout.write(`Put back ${items} items. Have Stripe send ${events} events again.\n`);
}
