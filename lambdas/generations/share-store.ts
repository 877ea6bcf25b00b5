/**
 * Public pages of single images.
 *
 * - Which image does the page with this id show?   table, pk SHARE#<id>, sk SHARE
 *
 * The generation lists its pages too, so that deleting it removes them in the same transaction.
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import type { Step } from '#lambdas/runtime/transaction.ts';

export const shareSchema = z.object({
  id: z.string(),
  userId: z.string(),
  generationId: z.string(),
  variation: z.int().check(z.minimum(0), z.maximum(1)),
  title: z.string(),
  description: z.string(),
  createdAt: z.string(),
});

export type Share = z.output<typeof shareSchema>;

/** The share with this id, read consistently; undefined when there is none. */
export async function readShare(id: string): Promise<Share | undefined> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: shareKey(id), ConsistentRead: true }),
  );
  return Item && shareSchema.parse(Item);
}

/** Transaction step that creates a page or changes its words. */
export function putShare(share: Share): Step<never> {
  return { put: { Item: { ...shareKey(share.id), ...share } } };
}

/** Transaction step that removes a page. */
export function removeShare(id: string): Step<never> {
  return { remove: { Key: shareKey(id) } };
}

function shareKey(id: string) {
  return { pk: `SHARE#${id}`, sk: 'SHARE' };
}
