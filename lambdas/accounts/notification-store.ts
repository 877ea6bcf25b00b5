/**
 * How a user is told that pictures are ready, and what the user has seen.
 *
 * - Which devices are told, is an e-mail sent, and since when has the user seen everything?   table, pk USER#<user>, sk NOTIFICATIONS
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { userPartition } from '#lambdas/runtime/keys.ts';
import { conflict, retryOnConflict } from '#lambdas/runtime/retry-on-conflict.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { writeAlone } from '#lambdas/runtime/transaction.ts';
import { setting } from '#lambdas/runtime/update-expression.ts';

const deviceSchema = z.object({
  id: z.string(),
  /** Where the push service takes messages for it. Who knows it and has our key may send. */
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  createdAt: z.string(),
});

export const storedSchema = z.object({
  devices: z.array(deviceSchema),
  /** Whether an e-mail is sent when no device could be told. */
  isMailed: z._default(z.boolean(), false),
  /** Everything that ended before was seen. */
  seenAt: z._default(z.string(), ''),
  /** Counts the changes of the devices. */
  version: z.int(),
});

/** A browser that is told by web push. */
export type Device = z.output<typeof deviceSchema>;

type Stored = z.output<typeof storedSchema>;

/** What a user may choose. */
export type NotificationChoice = Pick<Stored, 'devices' | 'isMailed'>;

/** How a user is told and what was seen, read consistently. */
export async function readNotifications(userId: string): Promise<Stored> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: notificationsKey(userId), ConsistentRead: true }),
  );
  return Item ? storedSchema.parse(Item) : { devices: [], isMailed: false, seenAt: '', version: 0 };
}

/**
 * Changes how a user is told, again if it changed meanwhile. A `change` that returns what it was given writes nothing.
 * @throws AppError `busy` where changes do not end
 */
export async function changeNotifications(
  userId: string,
  change: (before: Stored) => NotificationChoice,
): Promise<NotificationChoice> {
  return retryOnConflict(async () => {
    const before = await readNotifications(userId);
    const { devices, isMailed } = change(before);
    if (devices === before.devices && isMailed === before.isMailed) return before;
    const isNew = before.version === 0;
    const { outcome } = await writeAlone({
      update: {
        Key: notificationsKey(userId),
        ...setting(
          { devices, isMailed, version: before.version + 1 },
          isNew ? 'attribute_not_exists(pk)' : 'version = :version',
          isNew ? {} : { ':version': before.version },
        ),
      },
      refused: 'changed',
    });
    return outcome === 'committed' ? { devices, isMailed } : conflict;
  });
}

/** Notes that the user has seen everything that has ended. Nothing is kept for somebody who is never told. */
export async function noteSeen(userId: string): Promise<void> {
  await writeAlone({
    update: {
      Key: notificationsKey(userId),
      ...setting({ seenAt: nowIso() }, 'attribute_exists(pk)', {}),
    },
    refused: 'never told',
  });
}

function notificationsKey(userId: string) {
  return { pk: userPartition(userId), sk: 'NOTIFICATIONS' };
}
