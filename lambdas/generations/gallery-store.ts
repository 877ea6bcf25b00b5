/**
 * Galleries: the images that users keep, and everybody's images for the back office.
 *
 * - A user's generations in the order of time?    table, pk USER#<user>, sk begins GENERATION#, between two times
 * - Everyone's images, newest first?              gsi1, gsi1pk IMAGES, gsi1sk <createdAt>#<id>, backwards
 *
 * A generation enters the index when its image enters the gallery, so that a worker's steps do not write to the index.
 */

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { encodeTime } from 'ulid';
import * as z from 'zod/mini';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { maxClockDifference } from '#lambdas/runtime/client-id.ts';
import { fromCursor, toCursor } from '#lambdas/runtime/cursor.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { userPartition } from '#lambdas/runtime/keys.ts';
import { writeAlone } from '#lambdas/runtime/transaction.ts';
import {
  type FilteredPicture,
  type GalleryFilter,
  isUnfiltered,
  isWanted,
} from '#shared/domain/gallery-filter.ts';
import { maxCollections } from '#shared/domain/limits.ts';
import { table } from '#shared/table.ts';
import { type StoredGeneration, storedGenerationSchema } from './generation.ts';
import { generationKey } from './generation-key.ts';

const generationPrefix = 'GENERATION#';

/** Number of refunded generations that one further Query of a page skips; about 400 KB. */
const passedAtOnce = 200;

/**
 * Greatest number of Queries for one page. After that, the page is returned with what was found, and its cursor
 * continues.
 */
const maxQueries = 5;

interface GalleryPage {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sort?: 'newest' | 'oldest';
  readonly filter?: GalleryFilter;
}

/**
 * A page of the user's gallery: open generations and images in the order of time, without refunded ones.
 *
 * One Query suffices unless refunded ones lie between; then the next Queries read further ahead. A filtered page is one
 * Query too: it filters what DynamoDB reads at once (1 MB, about 300 images), which may leave nothing, and its cursor
 * continues. An index of names would be faster, but every write of a picture would have to maintain it, and 5,000
 * images are read in under 20 such pages, of which the first appears at once. Times narrow the range of the keys
 * instead.
 */
export async function queryGallery(
  userId: string,
  { limit, cursor, sort = 'newest', filter = {} }: GalleryPage,
): Promise<{ items: StoredGeneration[]; cursor?: string }> {
  const partition = { [table.partitionKey]: userPartition(userId) };
  const isFiltered = !isUnfiltered(filter);
  const range = rangeOf(userId, filter);
  if (range.first > range.last) return { items: [] };
  const items: StoredGeneration[] = [];
  let from: Record<string, unknown> | undefined = fromCursor(cursor, partition, generationPrefix);
  if (from && !isWithin(from, range)) throw new AppError('invalid_input', 'Invalid input: Invalid cursor');
  for (let query = 1; query <= (isFiltered ? 1 : maxQueries); query += 1) {
    const page = await dynamodb().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :user AND sk BETWEEN :first AND :last',
        FilterExpression: 'inGallery = :yes OR #state IN (:queued, :processing)',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':user': userPartition(userId),
          ':first': range.first,
          ':last': range.last,
          ':yes': true,
          ':queued': 'queued',
          ':processing': 'processing',
        },
        ScanIndexForward: sort === 'oldest',
        ...(!isFiltered && { Limit: query === 1 ? limit : passedAtOnce }),
        ExclusiveStartKey: from,
        ConsistentRead: true,
      }),
    );
    const found = page.Items ?? [];
    const wanted = isFiltered ? found.filter((item) => isWanted(filteredPart(item), filter)) : found;
    items.push(...wanted.map((item) => storedGenerationSchema.parse(item)));
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

/** A filter keeps few of many images, so only the fields that it needs are parsed of the others. */
const filteredSchema = z.pick(storedGenerationSchema, {
  productName: true,
  createdAt: true,
  favourite: true,
  collections: true,
  studio: true,
  menu: true,
});

function filteredPart(item: Record<string, unknown>): FilteredPicture {
  const { productName, favourite, collections, ...rest } = filteredSchema.parse(item);
  return { ...rest, name: productName, favourite: favourite ?? false, collections: [...(collections ?? [])] };
}

/**
 * The range of sort keys for the wanted times. Ids carry the clock of the device that made them, hence the tolerance.
 */
function rangeOf(userId: string, { from, until }: GalleryFilter): { first: string; last: string } {
  const keyAt = (time: string, difference: number, rest: string) =>
    generationKey(userId, `${encodeTime(Math.max(0, Date.parse(time) + difference), 10)}${rest}`).sk;
  return {
    first: from === undefined ? generationPrefix : keyAt(from, -maxClockDifference, '0'.repeat(16)),
    last: until === undefined ? `${generationPrefix}~` : keyAt(until, maxClockDifference, 'Z'.repeat(16)),
  };
}

function isWithin(key: Record<string, unknown>, { first, last }: { first: string; last: string }): boolean {
  const sk = String(key[table.sortKey]);
  return sk >= first && sk <= last;
}

interface Marks {
  readonly favourite?: boolean | undefined;
  readonly collection?: { readonly id: string; readonly isIn: boolean } | undefined;
}

/**
 * Marks an image as a favourite or not, and puts it into a collection or takes it out. Does nothing if the image is
 * gone.
 * @param existing The user's collections. An image that is in as many as there may be loses those that are gone.
 * @throws AppError `busy` when collections are deleted and created meanwhile
 */
export async function updateMarks(
  userId: string,
  id: string,
  marks: Marks,
  existing: readonly string[],
): Promise<void> {
  const full = await writeMarks(userId, id, marks);
  if (!full) return;
  const gone = new Set([...full].filter((collection) => !existing.includes(collection)));
  if (gone.size > 0) await writeMarks(userId, id, {}, gone);
  if (await writeMarks(userId, id, marks)) throw new AppError('busy');
}

/** Writes marks; returns the image's collections instead if it is in too many for another. */
async function writeMarks(
  userId: string,
  id: string,
  { favourite, collection }: Marks,
  removed = new Set(collection && !collection.isIn ? [collection.id] : []),
): Promise<ReadonlySet<string> | undefined> {
  const added = collection?.isIn ? collection.id : undefined;
  const result = await writeAlone({
    update: {
      Key: generationKey(userId, id),
      UpdateExpression: [
        favourite === undefined ? '' : 'SET favourite = :favourite',
        added === undefined ? '' : 'ADD collections :added',
        removed.size === 0 ? '' : 'DELETE collections :removed',
      ].join(' '),
      ConditionExpression:
        added === undefined
          ? 'inGallery = :yes'
          : 'inGallery = :yes AND (attribute_not_exists(collections) OR size(collections) < :most OR contains(collections, :id))',
      ExpressionAttributeValues: {
        ':yes': true,
        ...(favourite !== undefined && { ':favourite': favourite }),
        ...(added !== undefined && { ':added': new Set([added]), ':id': added, ':most': maxCollections }),
        ...(removed.size > 0 && { ':removed': removed }),
      },
    },
    refused: 'refused',
  });
  if (result.outcome === 'committed' || added === undefined || result.current?.inGallery !== true)
    return undefined;
  return storedGenerationSchema.parse(result.current).collections;
}

/** Everyone's images, newest first: one page and where it ended. */
export async function queryImages(
  limit: number,
  from?: Record<string, unknown>,
): Promise<{ items: StoredGeneration[]; next: Record<string, unknown> | undefined }> {
  const items: StoredGeneration[] = [];
  let next = from;
  do {
    const page = await dynamodb().send(
      new QueryCommand({
        TableName: tableName(),
        IndexName: table.index.name,
        KeyConditionExpression: 'gsi1pk = :images',
        ExpressionAttributeValues: { ':images': imagesPartition },
        ScanIndexForward: false,
        Limit: limit - items.length,
        ExclusiveStartKey: next,
      }),
    );
    items.push(...(page.Items ?? []).map((item) => storedGenerationSchema.parse(item)));
    next = page.LastEvaluatedKey;
  } while (next && items.length < limit);
  return { items, next };
}

const imagesPartition = 'IMAGES';

/** Attributes that put a generation into the index of everyone's images. */
export function imagesIndexOf({ id, createdAt }: StoredGeneration) {
  return {
    [table.index.partitionKey]: imagesPartition,
    [table.index.sortKey]: `${createdAt}#${id}`,
  };
}
