/**
 * Counters for the back office, written by the projector of the table's stream.
 *
 * - How many users, generations, images in total?  table, pk STATS#TOTAL, sk ALL
 * - How many on a day (London)?                   table, pk STATS#DAY, sk <day>
 * - How many with a template?                     table, pk STATS#TEMPLATE, sk <name>
 * - How many by a user?                           table, pk STATS#USER, sk <user>
 * - Who is the most active?                       gsi1, gsi1pk STATS#USER, gsi1sk = count, backwards
 * - How many users were last active on a day?     table, pk STATS#ACTIVE, sk <day>; seven days make "this week"
 * - Was this change counted already?              table, pk STATS#SEEN#<event>, sk SEEN, for 48 hours
 *
 * No key looks like those that the counters are made of, so the projector's event source leaves out its own writes.
 */

import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { queryAll } from '#lambdas/runtime/query-all.ts';
import { conflict, retryOnConflict } from '#lambdas/runtime/retry-on-conflict.ts';
import { expiryIn, londonDay } from '#lambdas/runtime/time.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import { positiveSchema } from '#shared/domain/numbers.ts';
import { table } from '#shared/table.ts';
import type { ActiveUser, CounterName, Increments, Scope } from './counters.ts';

type Counters = Readonly<Partial<Record<CounterName, number>>>;

const userSchema = z.object({ generations: positiveSchema, lastActiveDay: z.iso.date() });

export type UserCounter = z.output<typeof userSchema>;

/** Seconds for which a counted change is remembered: twice the 24 hours during which a stream can deliver it again. */
const seenSeconds = 48 * 60 * 60;

/** Adds the increments of one change to the counters, once for all deliveries of the change. */
export async function addIncrements(eventId: string, increments: Increments): Promise<void> {
  const seen: Step<'seen'> = {
    put: {
      Item: { pk: `STATS#SEEN#${eventId}`, sk: 'SEEN', [table.expiry]: expiryIn(seenSeconds) },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
    refused: 'seen',
  };
  await retryOnConflict(async () => {
    const { outcome } = await transact<'seen' | 'stale'>([
      seen,
      ...addToCounters(increments),
      ...(increments.activeUser ? await countActiveUser(increments.activeUser) : []),
    ]);
    return outcome === 'stale' ? conflict : undefined;
  });
}

/** The counters of each of the last `days` London days, oldest first; days without a count are empty. */
export async function readDays(days: number): Promise<(Counters & { day: string })[]> {
  const today = londonDay();
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :days AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':days': 'STATS#DAY',
        ':first': daysBefore(today, days - 1),
        ':last': today,
      },
    }),
  );
  const known = new Map(Items.map((item) => [String(item.sk), parseCounters(item)]));
  return Array.from({ length: days }, (_, index) => {
    const day = daysBefore(today, days - 1 - index);
    return { ...known.get(day), day };
  });
}

/** The templates with the most generations. A template is a format or a platform; there are about forty. */
export async function readPopularTemplates(limit: number): Promise<{ name: string; count: number }[]> {
  const items = await queryPartition('STATS#TEMPLATE');
  return items
    .map((item) => ({ name: String(item.sk), count: parseCounters(item).generations ?? 0 }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name))
    .slice(0, limit);
}

/** The user who has made the most images. */
export async function readTopUser(): Promise<{ userId: string; count: number } | undefined> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: table.index.name,
      KeyConditionExpression: 'gsi1pk = :users',
      ExpressionAttributeValues: { ':users': 'STATS#USER' },
      ScanIndexForward: false,
      Limit: 1,
    }),
  );
  return Items[0] && { userId: String(Items[0].sk), count: userSchema.parse(Items[0]).generations };
}

/** Removes a deleted user from the counters of users; the product's counters stay. */
export async function forgetUserCounter(userId: string): Promise<void> {
  await retryOnConflict(async () => {
    const known = await readUserCounter(userId);
    if (!known) return undefined;
    const { outcome } = await transact<'stale'>([
      {
        remove: {
          Key: userKey(userId),
          ConditionExpression: 'generations = :known',
          ExpressionAttributeValues: { ':known': known.generations },
        },
        refused: 'stale',
      },
      addActiveUser(known.lastActiveDay, -1),
    ]);
    return outcome === 'stale' ? conflict : undefined;
  });
}

/** The counters of one scope; counters that were never incremented are absent. */
export async function readCounters(scope: Scope): Promise<Counters> {
  const { Item = {} } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: counterKey(scope) }),
  );
  return parseCounters(Item);
}

function parseCounters({ pk: _pk, sk: _sk, ...counters }: Record<string, unknown>): Counters {
  return z.record(z.string(), z.int()).parse(counters);
}

/** The number of users with an image begun on that day or in the six days before. */
export async function countActiveUsers(lastDay: string): Promise<number> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :active AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':active': 'STATS#ACTIVE',
        ':first': daysBefore(lastDay, 6),
        ':last': lastDay,
      },
    }),
  );
  return Items.reduce((sum, item) => sum + z.int().parse(item.users), 0);
}

/** The counters of every user who ever made an image, by user id. */
export async function listUserCounters(): Promise<Map<string, UserCounter>> {
  const items = await queryPartition('STATS#USER');
  return new Map(items.map((item) => [String(item.sk), userSchema.parse(item)]));
}

async function readUserCounter(userId: string): Promise<UserCounter | undefined> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: userKey(userId), ConsistentRead: true }),
  );
  return Item && userSchema.parse(Item);
}

/** Replaces the given counters of one scope and leaves the others. */
export async function writeCounters(scope: Scope, counters: Counters): Promise<void> {
  const entries = Object.entries(counters);
  if (entries.length === 0) return;
  await dynamodb().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: counterKey(scope),
      UpdateExpression: `SET ${entries.map(([name]) => `#${name} = :${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
    }),
  );
}

/** Replaces the counters of one user. */
export async function writeUserCounter(userId: string, counter: UserCounter): Promise<void> {
  await dynamodb().send(new PutCommand({ TableName: tableName(), Item: userItem(userId, counter) }));
}

/** Replaces the number of users who were last active on each day; 0 for days that are not given. */
export async function writeActiveUsers(usersByDay: ReadonlyMap<string, number>): Promise<void> {
  const known = (await queryPartition('STATS#ACTIVE')).map((item) => String(item.sk));
  for (const day of new Set([...known, ...usersByDay.keys()])) {
    const Item = { ...activeKey(day), users: usersByDay.get(day) ?? 0 };
    await dynamodb().send(new PutCommand({ TableName: tableName(), Item }));
  }
}

function queryPartition(partition: string): Promise<Record<string, unknown>[]> {
  return queryAll({
    KeyConditionExpression: 'pk = :partition',
    ExpressionAttributeValues: { ':partition': partition },
  });
}

/** Transaction steps: one update for each item that holds counters. */
function addToCounters({ counters }: Increments): readonly Step<never>[] {
  const byKey = Map.groupBy(counters, (increment) => JSON.stringify(counterKey(increment)));
  return [...byKey].map(([key, group]) => ({
    update: {
      Key: JSON.parse(key),
      UpdateExpression: `ADD ${group.map(({ name }) => `#${name} :${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(group.map(({ name }) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(group.map(({ name, by }) => [`:${name}`, by])),
    },
  }));
}

/** Counts an image of the user and sets the user's last active day, unless a later one is stored. */
async function countActiveUser({ userId, day }: ActiveUser): Promise<readonly Step<'stale'>[]> {
  const known = await readUserCounter(userId);
  const lastActiveDay = known && known.lastActiveDay > day ? known.lastActiveDay : day;
  const counter: UserCounter = { generations: (known?.generations ?? 0) + 1, lastActiveDay };
  const steps: Step<'stale'>[] = [
    {
      put: {
        Item: userItem(userId, counter),
        ...(known
          ? {
              ConditionExpression: 'generations = :known',
              ExpressionAttributeValues: { ':known': known.generations },
            }
          : { ConditionExpression: 'attribute_not_exists(pk)' }),
      },
      refused: 'stale',
    },
  ];
  if (known?.lastActiveDay === lastActiveDay) return steps;
  if (known) steps.push(addActiveUser(known.lastActiveDay, -1));
  steps.push(addActiveUser(lastActiveDay, 1));
  return steps;
}

function addActiveUser(day: string, by: 1 | -1): Step<never> {
  return {
    update: {
      Key: activeKey(day),
      UpdateExpression: 'ADD #users :by',
      ExpressionAttributeNames: { '#users': 'users' },
      ExpressionAttributeValues: { ':by': by },
    },
  };
}

function counterKey(scope: Scope): { pk: string; sk: string } {
  return scope.scope === 'total'
    ? { pk: 'STATS#TOTAL', sk: 'ALL' }
    : { pk: `STATS#${scope.scope.toUpperCase()}`, sk: scope.of };
}

function userKey(userId: string) {
  return { pk: 'STATS#USER', sk: userId };
}

function userItem(userId: string, counter: UserCounter) {
  const { partitionKey, sortKey } = table.index;
  return {
    ...userKey(userId),
    [partitionKey]: 'STATS#USER',
    [sortKey]: `${String(counter.generations).padStart(12, '0')}#${userId}`,
    ...counter,
  };
}

function activeKey(day: string) {
  return { pk: 'STATS#ACTIVE', sk: day };
}

function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}
