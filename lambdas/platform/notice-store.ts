/**
 * Notices: ended work that its user may have to be notified of. The transaction that ends the work writes the entry
 * (transactional outbox); the reconciler sends one message for all of it.
 *
 * - Who is to be notified, and of what?   table, pk NOTICES, sk <user>
 *
 * Each user has one entry, so that work that ends within a short time is reported together.
 */
import * as z from 'zod/mini';
import { queryAll } from '#lambdas/runtime/query-all.ts';
import { type Step, writeAlone } from '#lambdas/runtime/transaction.ts';
import { parseEach } from './job.ts';

const partition = 'NOTICES';

/** Milliseconds after an end during which an open site may report that it was seen, and further work may end. */
const delay = 30_000;

const idsSchema = z._default(z.set(z.string()), new Set());

const noticeSchema = z.object({
  userId: z.string(),
  /** Times of the first and of the last end, ISO 8601. */
  firstAt: z.string(),
  changedAt: z.string(),
  dueAt: z.string(),
  /** Number of messages that neither a push service nor SES accepted. */
  attempts: z._default(z.int(), 0),
  /** Version for optimistic locking; each change adds 1. */
  version: z.int(),
  generationIds: idsSchema,
  menuIds: idsSchema,
});

export type Notice = z.output<typeof noticeSchema>;

/** Transaction step that records that a generation has ended, or that a menu has ended or waits for its user. */
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

/** Notices that are due, the longest waiting first. */
export async function listDueNotices(now: Date): Promise<Notice[]> {
  const items = await queryAll({
    KeyConditionExpression: 'pk = :notices',
    FilterExpression: 'dueAt <= :now',
    ExpressionAttributeValues: { ':notices': partition, ':now': now.toISOString() },
  });
  return parseEach(noticeSchema, items).sort((one, other) => one.dueAt.localeCompare(other.dueAt));
}

/**
 * Removes a notice before its message is sent, so that it is sent only once. Returns false if the notice has changed in
 * the meantime.
 */
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

/**
 * Puts back a notice whose message failed, together with what has ended since. Each attempt makes it due a little
 * later.
 */
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

/** Removes the notice of a user. */
export async function forgetNotice(userId: string): Promise<void> {
  await writeAlone({ remove: { Key: keyOf(userId) } });
}

function keyOf(userId: string) {
  return { pk: partition, sk: userId };
}
