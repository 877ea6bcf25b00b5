/**
 * House styles of an account: at most twenty, in one item, so that names stay unique and the limit holds in two tabs at
 * once.
 *
 * - Which looks did this user save, and which is the default?   table, pk USER#<user>, sk STYLES
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { userPartition } from '#lambdas/runtime/keys.ts';
import { conflict, retryOnConflict } from '#lambdas/runtime/retry-on-conflict.ts';
import { writeAlone } from '#lambdas/runtime/transaction.ts';
import { type Styles, stylesSchema } from '#shared/api/styles.ts';

export const storedSchema = z.extend(stylesSchema, {
  /** Version for optimistic locking; each change adds 1. */
  version: z.int(),
});

/** The styles of a user, read consistently. */
export async function readStyles(userId: string): Promise<Styles> {
  const { version: _, ...styles } = await readStored(userId);
  return styles;
}

/**
 * Changes the styles, and tries again if another change came first.
 * @throws AppError `busy` after the last attempt; what `change` throws
 */
export async function changeStyles(userId: string, change: (styles: Styles) => Styles): Promise<Styles> {
  return retryOnConflict(async () => {
    const { version, ...before } = await readStored(userId);
    const styles = change(before);
    const { outcome } = await writeAlone({
      put: {
        Item: { ...stylesKey(userId), ...styles, version: version + 1 },
        ConditionExpression: 'attribute_not_exists(pk) OR version = :version',
        ExpressionAttributeValues: { ':version': version },
      },
      refused: 'changed',
    });
    return outcome === 'committed' ? styles : conflict;
  });
}

async function readStored(userId: string): Promise<z.output<typeof storedSchema>> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: stylesKey(userId), ConsistentRead: true }),
  );
  return Item ? storedSchema.parse(Item) : { items: [], defaultId: null, version: 0 };
}

function stylesKey(userId: string) {
  return { pk: userPartition(userId), sk: 'STYLES' };
}
