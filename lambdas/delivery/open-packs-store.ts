/**
 * The packs of a user that are being made, to limit them.
 *
 * - Which packs of this user have not ended?   table, pk USER#<user>, sk OPEN_PACKS
 *
 * A pack that has ended stays on the list until the next one is ordered, so that its end needs no further write.
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { readTask } from '#lambdas/platform/task-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { userPartition } from '#lambdas/runtime/keys.ts';
import type { Step } from '#lambdas/runtime/transaction.ts';
import { countSchema } from '#shared/domain/numbers.ts';

const openPacksSchema = z.object({ taskIds: z.array(z.string()), version: countSchema });

/** The item OPEN_PACKS. */
type OpenPacks = z.output<typeof openPacksSchema>;

/** Reads the user's packs consistently, and leaves out those that have ended. */
export async function readOpenPacks(userId: string): Promise<OpenPacks> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: openPacksKey(userId), ConsistentRead: true }),
  );
  if (!Item) return { taskIds: [], version: 0 };
  const { taskIds, version } = openPacksSchema.parse(Item);
  const tasks = await Promise.all(taskIds.map(readTask));
  const isOpen = (at: number) => tasks[at]?.state === 'queued' || tasks[at]?.state === 'running';
  return { taskIds: taskIds.filter((_id, at) => isOpen(at)), version };
}

/** Transaction step that adds a pack; refused as `changed` if another was added since `open` was read. */
export function addOpenPack(userId: string, open: OpenPacks, taskId: string): Step<'changed'> {
  return {
    put: {
      Item: { ...openPacksKey(userId), taskIds: [...open.taskIds, taskId], version: open.version + 1 },
      ConditionExpression: 'attribute_not_exists(pk) OR version = :version',
      ExpressionAttributeValues: { ':version': open.version },
    },
    refused: 'changed',
  };
}

function openPacksKey(userId: string) {
  return { pk: userPartition(userId), sk: 'OPEN_PACKS' };
}
