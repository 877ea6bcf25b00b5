/**
 * Galleries: the images that users keep, and everybody's images for the back office.
 *
 * - A user's generations, newest first?           table, pk USER#<user>, sk begins GENERATION#, backwards
 * - Everyone's images, newest first?              gsi1, gsi1pk IMAGES, gsi1sk <createdAt>#<id>, backwards
 * - How many images does a user's gallery hold?   table, pk USER#<user>, sk GALLERY
 *
 * A generation enters the index when its image enters the gallery, so that a worker's steps do not write to the index.
 */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { fromCursor, toCursor } from '#lambdas/runtime/cursor.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { userPartition } from '#lambdas/runtime/keys.ts';
import type { Step } from '#lambdas/runtime/transaction.ts';
import { table } from '#shared/table.ts';
import { type StoredGeneration, storedGenerationSchema } from './generation.ts';
import { generationKey } from './generation-key.ts';

/** Refunded generations that one further Query of a page passes over; about 400 KB. */
const passedAtOnce = 200;

/** Queries of one page; after that it is returned with what was found, and the cursor leads on. */
const maxQueries = 5;

/**
 * A page of the user's gallery: open generations and images, newest first, without refunded ones. One Query, unless
 * refunded ones lie between: then the next ones read further ahead.
 */
export async function queryGallery(
  userId: string,
  limit: number,
  cursor?: string,
): Promise<{ items: StoredGeneration[]; cursor?: string }> {
  const partition = { [table.partitionKey]: userPartition(userId) };
  const items: StoredGeneration[] = [];
  let from: Record<string, unknown> | undefined = fromCursor(cursor, partition, 'GENERATION#');
  for (let query = 1; query <= maxQueries; query += 1) {
    const page = await dynamodb().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :user AND begins_with(sk, :prefix)',
        FilterExpression: 'inGallery = :yes OR #state IN (:queued, :processing)',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':user': userPartition(userId),
          ':prefix': 'GENERATION#',
          ':yes': true,
          ':queued': 'queued',
          ':processing': 'processing',
        },
        ScanIndexForward: false,
        Limit: query === 1 ? limit : passedAtOnce,
        ExclusiveStartKey: from,
        ConsistentRead: true,
      }),
    );
    items.push(...(page.Items ?? []).map((item) => storedGenerationSchema.parse(item)));
    from = page.LastEvaluatedKey;
    if (items.length > limit) {
      items.length = limit;
      from = generationKey(userId, items[limit - 1]?.id ?? '');
    }
    if (!from || items.length === limit) break;
  }
  const next = toCursor(from);
  return { items, ...(next !== undefined && { cursor: next }) };
}

/** How many images the user's gallery holds. */
export async function readGalleryTotal(userId: string): Promise<number> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: galleryKey(userId), ConsistentRead: true }),
  );
  return z.object({ images: z.int().check(z.minimum(0)) }).parse(Item ?? { images: 0 }).images;
}

/** Everyone's images, newest first: one page and where it ended. */
export async function queryImages(
  limit: number,
  from?: Record<string, unknown>,
): Promise<{ items: StoredGeneration[]; next: Record<string, unknown> | undefined }> {
  const { Items = [], LastEvaluatedKey } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: table.index.name,
      KeyConditionExpression: 'gsi1pk = :images',
      ExpressionAttributeValues: { ':images': imagesPartition },
      ScanIndexForward: false,
      Limit: limit,
      ExclusiveStartKey: from,
    }),
  );
  return { items: Items.map((item) => storedGenerationSchema.parse(item)), next: LastEvaluatedKey };
}

/** Transaction step that adds to the number of images in the user's gallery. */
export function countImages(userId: string, by: 1 | -1): Step<never> {
  return {
    update: {
      Key: galleryKey(userId),
      UpdateExpression: 'ADD images :by',
      ExpressionAttributeValues: { ':by': by },
    },
  };
}

const imagesPartition = 'IMAGES';

/** Attributes that put a generation into the index of everyone's images. */
export function imagesIndexOf({ id, createdAt }: StoredGeneration) {
  return {
    [table.index.partitionKey]: imagesPartition,
    [table.index.sortKey]: `${createdAt}#${id}`,
  };
}

function galleryKey(userId: string) {
  return { pk: userPartition(userId), sk: 'GALLERY' };
}
