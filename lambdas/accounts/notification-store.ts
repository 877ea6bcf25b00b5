/**
 * Notification settings of a user, and the time up to which the user has seen what ended.
 *
 * - Which devices get notifications, is an e-mail sent, and since when has the user seen everything?
 *      table, pk USER#<user>, sk NOTIFICATIONS
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
  /**
   * URL at which the push service accepts messages for the device. It is a secret: with it and our key, anybody can
   * send.
   */
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  createdAt: z.string(),
});

export const storedSchema = z.object({
  devices: z.array(deviceSchema),
  /** Whether an e-mail is sent if no device could be notified. */
  isMailed: z._default(z.boolean(), false),
  /** Time (ISO 8601) up to which the user has seen everything that ended; empty for never. */
  seenAt: z._default(z.string(), ''),
  /** Time (ISO 8601) when all devices were removed; sign-ins before it add none. Empty for never. */
  devicesEndedAt: z._default(z.string(), ''),
  /** Version for optimistic locking; each change of the choices adds 1. */
  version: z.int(),
});

/** A browser that gets notifications by web push. */
export type Device = z.output<typeof deviceSchema>;

type Stored = z.output<typeof storedSchema>;

/** The settings that a user can change. */
export type NotificationChoice = Pick<Stored, 'devices' | 'isMailed' | 'devicesEndedAt'>;

/** The notification settings of a user, read consistently. */
export async function readNotifications(userId: string): Promise<Stored> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: notificationsKey(userId), ConsistentRead: true }),
  );
  return Item
    ? storedSchema.parse(Item)
    : { devices: [], isMailed: false, seenAt: '', devicesEndedAt: '', version: 0 };
}

/**
 * Changes the notification settings, and tries again if another change came first. If `change` returns its argument,
 * nothing is written.
 * @throws AppError `busy` after the last attempt
 */
export async function changeNotifications(
  userId: string,
  change: (before: Stored) => NotificationChoice,
): Promise<NotificationChoice> {
  return retryOnConflict(async () => {
    const before = await readNotifications(userId);
    const { devices, isMailed, devicesEndedAt } = change(before);
    const isSame =
      devices === before.devices && isMailed === before.isMailed && devicesEndedAt === before.devicesEndedAt;
    if (isSame) return before;
    const isNew = before.version === 0;
    const { outcome } = await writeAlone({
      update: {
        Key: notificationsKey(userId),
        ...setting(
          { devices, isMailed, devicesEndedAt, version: before.version + 1 },
          isNew ? 'attribute_not_exists(pk)' : 'version = :version',
          isNew ? {} : { ':version': before.version },
        ),
      },
      refused: 'changed',
    });
    return outcome === 'committed' ? { devices, isMailed, devicesEndedAt } : conflict;
  });
}

/** Ends notifications on all devices but `kept`, and keeps sessions that began before now from adding one. */
export async function endDevices(userId: string, kept?: string): Promise<void> {
  await changeNotifications(userId, ({ devices, ...rest }) => ({
    ...rest,
    devices: devices.filter(({ id }) => id === kept),
    devicesEndedAt: nowIso(),
  }));
}

/** Records that the user has seen everything that has ended so far. Writes nothing for users without notifications. */
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
