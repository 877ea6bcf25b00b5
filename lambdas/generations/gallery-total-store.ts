/**
 * The number of images in each user's gallery.
 *
 * - How many images does a user's gallery hold?   table, pk USER#<user>, sk GALLERY
 */

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { userPartition } from '#lambdas/runtime/keys.ts';
import { queryAll } from '#lambdas/runtime/query-all.ts';
import { conflict, retryOnConflict } from '#lambdas/runtime/retry-on-conflict.ts';
import { type Step, writeAlone } from '#lambdas/runtime/transaction.ts';

/** How many images the user's gallery holds; at least 0, because a wrong count must not close the gallery. */
export async function readGalleryTotal(userId: string): Promise<number> {
  return Math.max(0, (await readStored(userId)) ?? 0);
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

/** Counts the user's images anew, after items were put back. */
export async function recountImages(userId: string): Promise<void> {
  await retryOnConflict(async () => {
    const seen = await readStored(userId);
    const images = await queryAll({
      KeyConditionExpression: 'pk = :user AND begins_with(sk, :prefix)',
      FilterExpression: 'inGallery = :yes',
      ProjectionExpression: 'sk',
      ExpressionAttributeValues: { ':user': userPartition(userId), ':prefix': 'GENERATION#', ':yes': true },
      ConsistentRead: true,
    });
    if (images.length === (seen ?? 0)) return undefined;
    const { outcome } = await writeAlone({
      update: {
        Key: galleryKey(userId),
        UpdateExpression: 'SET images = :images',
        ConditionExpression: seen === undefined ? 'attribute_not_exists(images)' : 'images = :seen',
        ExpressionAttributeValues: {
          ':images': images.length,
          ...(seen !== undefined && { ':seen': seen }),
        },
      },
      refused: 'changed',
    });
    return outcome === 'changed' ? conflict : undefined;
  });
}

async function readStored(userId: string): Promise<number | undefined> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: galleryKey(userId), ConsistentRead: true }),
  );
  return z.optional(z.int()).parse(Item?.images);
}

function galleryKey(userId: string) {
  return { pk: userPartition(userId), sk: 'GALLERY' };
}
