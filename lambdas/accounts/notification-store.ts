/**
 * Which devices of a user are told, and what the user has seen.
 *
 * - Which devices are told, and since when has the user seen everything?   table, pk USER#<user>, sk NOTIFICATIONS
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { userPartition } from '#lambdas/runtime/keys.ts';
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

const storedSchema = z.object({
  devices: z.array(deviceSchema),
  /** Everything that ended before was seen. */
  seenAt: z._default(z.string(), ''),
  /** Counts the changes of the devices. */
  version: z.int(),
});

/** A browser that is told by web push. */
export type Device = z.output<typeof deviceSchema>;

/** How often a change is tried again when another one came between. */
const attempts = 5;

/** The devices of a user and what was seen, read consistently. */
export async function readNotifications(userId: string): Promise<z.output<typeof storedSchema>> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: notificationsKey(userId), ConsistentRead: true }),
  );
  return Item ? storedSchema.parse(Item) : { devices: [], seenAt: '', version: 0 };
}

/**
 * Changes the devices as they are, again if they changed meanwhile.
 * @throws AppError `conflict` where changes do not end
 */
export async function changeDevices(
  userId: string,
  change: (devices: readonly Device[]) => readonly Device[],
): Promise<readonly Device[]> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { devices: before, version } = await readNotifications(userId);
    const devices = change(before);
    if (devices === before) return before;
    const isNew = version === 0;
    const { outcome } = await writeAlone({
      update: {
        Key: notificationsKey(userId),
        ...setting(
          { devices, version: version + 1 },
          isNew ? 'attribute_not_exists(pk)' : 'version = :version',
          isNew ? {} : { ':version': version },
        ),
      },
      refused: 'changed',
    });
    if (outcome === 'committed') return devices;
  }
  throw new AppError('conflict');
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
