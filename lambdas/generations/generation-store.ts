/**
 * Generations: the work of making images while one is open, the gallery's image afterwards.
 *
 * - One of a user?                               table, pk USER#<user>, sk GENERATION#<id>
 * - All of a user's?                             table, pk USER#<user>, sk begins GENERATION#
 *
 * Ids are ULIDs, so that the key's order is the order of time to within the clock difference that creating allows.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { userPartition } from '#lambdas/runtime/keys.ts';
import { expiryIn } from '#lambdas/runtime/time.ts';
import { type Step, writeAlone } from '#lambdas/runtime/transaction.ts';
import { setting } from '#lambdas/runtime/update-expression.ts';
import { table } from '#shared/table.ts';
import { imagesIndexOf } from './gallery-store.ts';
import { countImages } from './gallery-total-store.ts';
import { type StoredGeneration, storedGenerationSchema } from './generation.ts';
import { generationKey } from './generation-key.ts';
import { keptOutsideGallery } from './limits.ts';
import { putOpenGeneration, removeOpenGeneration } from './open-generation-store.ts';
import { sameFiles } from './words-store.ts';

/** One generation of the user, read consistently. */
export async function readGeneration(userId: string, id: string): Promise<StoredGeneration | undefined> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: generationKey(userId, id), ConsistentRead: true }),
  );
  return Item && storedGenerationSchema.parse(Item);
}

/**
 * One generation of the user.
 * @throws AppError `not_found` when it does not exist or is somebody else's.
 */
export async function findGeneration(userId: string, id: string): Promise<StoredGeneration> {
  const generation = await readGeneration(userId, id);
  if (!generation) throw notFound();
  return generation;
}

/** The user's generations with ids from `first` to `last`, newest first; at most 100. */
export async function queryBetween(userId: string, first: string, last: string): Promise<StoredGeneration[]> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :user AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':user': userPartition(userId),
        ':first': generationKey(userId, first).sk,
        ':last': generationKey(userId, last).sk,
      },
      ScanIndexForward: false,
      Limit: 100,
      ConsistentRead: true,
    }),
  );
  return Items.map((item) => storedGenerationSchema.parse(item));
}

/** Transaction steps that create a generation and open it. */
export function createSteps(generation: StoredGeneration): readonly Step<'exists'>[] {
  const { id, userId } = generation;
  return [
    {
      put: {
        Item: {
          ...generationKey(userId, id),
          ...generation,
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
      refused: 'exists',
    },
    putOpenGeneration(generation),
  ];
}

type End = Pick<
  StoredGeneration,
  | 'state'
  | 'finishedAt'
  | 'variations'
  | 'original'
  | 'fallback'
  | 'inputRefused'
  | 'refunded'
  | 'message'
  | 'inGallery'
  | 'modelCost'
  | 'modelCalls'
>;

/** Attributes of an ended generation that no gallery shows: it expires after a week. */
function expiryOf({ purpose }: StoredGeneration) {
  return purpose === 'test' ? {} : { [table.expiry]: expiryIn(keptOutsideGallery) };
}

/**
 * Transaction steps that end a generation and count its image. Without a `token` it is ended only if no worker holds a
 * lease. Refused as `held` if it has ended already or another worker holds its lease.
 */
export function endSteps(generation: StoredGeneration, end: End, token?: string): readonly Step<'held'>[] {
  const { userId, id } = generation;
  const condition = token
    ? 'leaseToken = :token'
    : '#state IN (:queued, :processing) AND (attribute_not_exists(leaseUntil) OR leaseUntil < :now)';
  const values = token
    ? { ':token': token }
    : { ':queued': 'queued', ':processing': 'processing', ':now': new Date().toISOString() };
  return [
    {
      update: {
        Key: generationKey(userId, id),
        ...setting(
          {
            ...end,
            step: 'finishing',
            ...(end.inGallery ? imagesIndexOf(generation) : expiryOf(generation)),
          },
          condition,
          values,
          ['leaseToken', 'leaseUntil'],
        ),
      },
      refused: 'held',
    },
    removeOpenGeneration(generation),
    ...(end.inGallery ? [countImages(userId, 1)] : []),
  ];
}

/**
 * Transaction steps that remove an ended generation and subtract its image. Refused as `changed` if it is open or has
 * changed.
 */
export function removeSteps(generation: StoredGeneration): readonly Step<'changed'>[] {
  const { userId, id, inGallery, shares, redo } = generation;
  // The removal fails if another redo was requested since the read: its dish would lose that redo.
  const noOtherRedo = `(attribute_not_exists(redo)${redo ? ' OR redo.id = :redo' : ''})`;
  const files = sameFiles(generation);
  return [
    {
      remove: {
        Key: generationKey(userId, id),
        ConditionExpression: `#state IN (:done, :failed) AND inGallery = :inGallery AND shares = :shares AND ${noOtherRedo} AND ${files.condition}`,
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':done': 'done',
          ':failed': 'failed',
          ...(redo && { ':redo': redo.id }),
          ':inGallery': inGallery,
          ':shares': shares,
          ...files.values,
        },
      },
      refused: 'changed',
    },
    ...(inGallery ? [countImages(userId, -1)] : []),
  ];
}

/**
 * Makes a variation the cover.
 * @throws AppError `not_found`, `not_ready` when it has no such variation
 */
export async function updateCover(userId: string, id: string, cover: number): Promise<StoredGeneration> {
  const update = setting(
    { cover },
    '#state = :done AND (variations[0].#index = :new_cover OR variations[1].#index = :new_cover)',
    { ':done': 'done' },
  );
  const command = new UpdateCommand({
    TableName: tableName(),
    Key: generationKey(userId, id),
    ...update,
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    const { Attributes } = await dynamodb().send(command);
    return storedGenerationSchema.parse(Attributes);
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    throw error.Item ? new AppError('not_ready') : notFound();
  }
}

/** Renames a generation. Does nothing if it is gone. */
export async function renameGeneration(userId: string, id: string, productName: string): Promise<void> {
  await writeAlone({
    update: { Key: generationKey(userId, id), ...setting({ productName }, 'attribute_exists(pk)', {}) },
    refused: 'gone',
  });
}

/** Transaction step that adds a share page to its generation; refused as `changed` when it has one or is gone. */
export function noteShare(generation: StoredGeneration, shares: StoredGeneration['shares']): Step<'changed'> {
  const { userId, id } = generation;
  const files = sameFiles(generation);
  return {
    update: {
      Key: generationKey(userId, id),
      // After a change of the words, the page needs another picture.
      ...setting({ shares }, `shares = :seen AND ${files.condition}`, {
        ':seen': generation.shares,
        ...files.values,
      }),
    },
    refused: 'changed',
  };
}

/** Transaction step that removes a share page from its generation; refused as `gone` when it has none. */
export function forgetShare(share: {
  readonly id: string;
  readonly userId: string;
  readonly generationId: string;
  readonly variation: number;
}): Step<'gone'> {
  return {
    update: {
      Key: generationKey(share.userId, share.generationId),
      UpdateExpression: 'REMOVE shares.#variation',
      ConditionExpression: 'shares.#variation = :id',
      ExpressionAttributeNames: { '#variation': String(share.variation) },
      ExpressionAttributeValues: { ':id': share.id },
    },
    refused: 'gone',
  };
}

/** A page of all generations of the user, oldest first. */
export async function queryAllOfUser(
  userId: string,
  limit: number,
  from?: Record<string, unknown>,
): Promise<{ items: StoredGeneration[]; next: Record<string, unknown> | undefined }> {
  const { Items = [], LastEvaluatedKey } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :user AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':user': userPartition(userId), ':prefix': 'GENERATION#' },
      Limit: limit,
      ExclusiveStartKey: from,
      ConsistentRead: true,
    }),
  );
  return { items: Items.map((item) => storedGenerationSchema.parse(item)), next: LastEvaluatedKey };
}

/** Transaction steps that remove a generation in any state; refused as `changed` when it differs from the one read. */
export function eraseSteps(generation: StoredGeneration): readonly Step<'changed'>[] {
  const { userId, id, state, shares, modelCost } = generation;
  const files = sameFiles(generation);
  return [
    {
      remove: {
        Key: generationKey(userId, id),
        ConditionExpression: `#state = :state AND shares = :shares AND modelCost = :modelCost AND ${files.condition}`,
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':state': state,
          ':shares': shares,
          ':modelCost': modelCost,
          ...files.values,
        },
      },
      refused: 'changed',
    },
    removeOpenGeneration(generation),
  ];
}

/** Transaction step that holds while the user has the generation; refused as `gone`. */
export function whileKept({ userId, id }: Pick<StoredGeneration, 'userId' | 'id'>): Step<'gone'> {
  return {
    check: { Key: generationKey(userId, id), ConditionExpression: 'attribute_exists(pk)' },
    refused: 'gone',
  };
}

function notFound(): AppError {
  return new AppError('not_found', 'This image does not exist');
}
