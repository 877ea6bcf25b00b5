/**
 * Notices: what has ended and its user may have to be told of. The transaction that ends it writes the entry; the
 * reconciler tells of all of it in one message.
 *
 * - Who is to be told, and of what?   table, pk NOTICES, sk <user>
 *
 * One entry for each user, so that what ends in a short time is told together.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { type Step, writeAlone } from '#lambdas/runtime/transaction.ts';
import { parseEach } from './duty.ts';

const partition = 'NOTICES';

/** Milliseconds in which a site that is open says that the end was seen, and in which others may end. */
const delay = 30_000;

const idsSchema = z._default(z.set(z.string()), new Set());

const noticeSchema = z.object({
  userId: z.string(),
  /** When the first ended, and the last. */
  firstAt: z.string(),
  changedAt: z.string(),
  dueAt: z.string(),
  /** Messages that neither a push service nor SES took. */
  attempts: z._default(z.int(), 0),
  /** Counts the changes. */
  version: z.int(),
  generationIds: idsSchema,
  menuIds: idsSchema,
});

export type Notice = z.output<typeof noticeSchema>;

/** Transaction step that notes that a generation has ended, or that a menu has ended or waits for its user. */
export function noteEnding(
  userId: string,
  ended: { readonly generationId: string } | { readonly menuId: string },
): Step<never> {
  const now = new Date();
  const [name, id] =
    'menuId' in ended
      ? (['menuIds', ended.menuId] as const)
      : (['generationIds', ended.generationId] as const);
  return {
    update: {
      Key: keyOf(userId),
      UpdateExpression:
        'SET userId = :user, firstAt = if_not_exists(firstAt, :now), dueAt = if_not_exists(dueAt, :due), ' +
        `changedAt = :now ADD version :one, ${name} :ids`,
      ExpressionAttributeValues: {
        ':user': userId,
        ':now': now.toISOString(),
        ':due': new Date(now.getTime() + delay).toISOString(),
        ':one': 1,
        ':ids': new Set([id]),
      },
    },
  };
}

/** Notices that are due, the one that has waited longest first. */
export async function listDueNotices(now: Date): Promise<Notice[]> {
  const found: Notice[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await dynamodb().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :notices',
        FilterExpression: 'dueAt <= :now',
        ExpressionAttributeValues: { ':notices': partition, ':now': now.toISOString() },
        ExclusiveStartKey: from,
      }),
    );
    found.push(...parseEach(noticeSchema, page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from);
  return found.sort((one, other) => one.dueAt.localeCompare(other.dueAt));
}

/** Removes a notice before it is told, so that it is told once. False when it changed meanwhile. */
export async function takeNotice({ userId, version }: Notice): Promise<boolean> {
  const { outcome } = await writeAlone({
    remove: {
      Key: keyOf(userId),
      ConditionExpression: 'version = :version',
      ExpressionAttributeValues: { ':version': version },
    },
    refused: 'changed',
  });
  return outcome === 'committed';
}

/** Puts a notice back that could not be told, with what has ended since; it is due a little later each time. */
export async function returnNotice(notice: Notice): Promise<void> {
  const { userId, firstAt, changedAt, generationIds, menuIds } = notice;
  const attempts = notice.attempts + 1;
  const sets = Object.entries({ generationIds, menuIds }).filter(([, ids]) => ids.size > 0);
  await writeAlone({
    update: {
      Key: keyOf(userId),
      UpdateExpression:
        'SET userId = :user, firstAt = :first, changedAt = if_not_exists(changedAt, :changed), dueAt = :due, ' +
        `attempts = :attempts ADD version :one${sets.map(([name]) => `, ${name} :${name}`).join('')}`,
      ExpressionAttributeValues: {
        ':user': userId,
        ':first': firstAt,
        ':changed': changedAt,
        ':due': new Date(Date.now() + delay * 2 ** attempts).toISOString(),
        ':attempts': attempts,
        ':one': 1,
        ...Object.fromEntries(sets.map(([name, ids]) => [`:${name}`, ids])),
      },
    },
  });
}

/** Removes what a user was to be told. */
export async function forgetNotice(userId: string): Promise<void> {
  await writeAlone({ remove: { Key: keyOf(userId) } });
}

function keyOf(userId: string) {
  return { pk: partition, sk: userId };
}
