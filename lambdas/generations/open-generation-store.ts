/**
 * Open generations: those that have not ended. The entry exists exactly as long as the generation is open, because one
 * transaction writes both and one ends both.
 *
 * - Which generations are open?   table, pk OPEN, sk <id>#<user>
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { parseEach } from '#lambdas/platform/job.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { queryAll } from '#lambdas/runtime/query-all.ts';
import type { Step } from '#lambdas/runtime/transaction.ts';
import type { StoredGeneration } from './generation.ts';

const openGenerationSchema = z.object({ id: z.string(), userId: z.string(), createdAt: z.string() });

export type OpenGeneration = z.output<typeof openGenerationSchema>;

/** Transaction step that adds a generation to the open ones. */
export function putOpenGeneration({ id, userId, createdAt }: StoredGeneration): Step<never> {
  return { put: { Item: { ...openKey({ id, userId }), id, userId, createdAt } } };
}

/** Transaction step that removes a generation from the open ones. */
export function removeOpenGeneration(generation: Pick<StoredGeneration, 'userId' | 'id'>): Step<never> {
  return { remove: { Key: openKey(generation) } };
}

/** The oldest open generation. */
export async function readOldestOpenGeneration(): Promise<OpenGeneration | undefined> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :open',
      ExpressionAttributeValues: { ':open': 'OPEN' },
      Limit: 1,
    }),
  );
  return Items[0] && openGenerationSchema.parse(Items[0]);
}

/** All open generations, oldest first. */
export async function listOpenGenerations(): Promise<OpenGeneration[]> {
  const items = await queryAll({
    KeyConditionExpression: 'pk = :open',
    ExpressionAttributeValues: { ':open': 'OPEN' },
  });
  return parseEach(openGenerationSchema, items);
}

function openKey({ userId, id }: Pick<StoredGeneration, 'userId' | 'id'>) {
  return { pk: 'OPEN', sk: `${id}#${userId}` };
}
