/**
 * Generations: a job and the gallery image that it becomes.
 *
 * - One generation of a user?                        table, pk USER#<user>, sk GENERATION#<id>
 * - A user's generations, newest first?              table, pk USER#<user>, sk begins GENERATION#, backwards
 * - Everyone's images, newest first?                 gsi1, gsi1pk IMAGES, gsi1sk <createdAt>#<id>, backwards
 * - Which jobs have not ended?                       table, pk OPEN, sk <id>#<user>
 * - How many images does a user's gallery hold?      table, pk USER#<user>, sk GALLERY
 *
 * Ids are ULIDs, so that the key's order is the order of time to within the clock difference that creating
 * allows. The OPEN entry exists exactly as long as the job runs: both are written in one transaction. A generation
 * enters the index when its image enters the gallery, so that a worker's steps do not write to the index.
 */
import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { parseEach } from '#lambdas/platform/duty.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { fromCursor, toCursor } from '#lambdas/runtime/cursor.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { userPartition } from '#lambdas/runtime/keys.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import { table } from '#shared/table.ts';
import { type StoredGeneration, storedGenerationSchema } from './generation.ts';
import { leaseLifetime } from './limits.ts';

/** A worker's hold on a job; a step that finds another token has been overtaken. */
export interface Lease {
  readonly generation: StoredGeneration;
  readonly token: string;
}

/** Another run has taken the job over, or it has ended: this one stops without a trace. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

const openJobSchema = z.object({ id: z.string(), userId: z.string(), createdAt: z.string() });

export type OpenJob = z.output<typeof openJobSchema>;

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

/** A page of the user's gallery: running jobs and images, newest first, without what was refunded. */
export async function queryGallery(
  userId: string,
  limit: number,
  cursor?: string,
): Promise<{ items: StoredGeneration[]; cursor?: string }> {
  const partition = { [table.partitionKey]: userPartition(userId) };
  const items: StoredGeneration[] = [];
  let from = fromCursor(cursor, partition, 'GENERATION#');
  do {
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
        Limit: limit - items.length,
        ExclusiveStartKey: from,
        ConsistentRead: true,
      }),
    );
    items.push(...(page.Items ?? []).map((item) => storedGenerationSchema.parse(item)));
    from = page.LastEvaluatedKey as typeof from;
  } while (from && items.length < limit);
  const next = toCursor(from);
  return { items, ...(next !== undefined && { cursor: next }) };
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

/** How many images the user's gallery holds. */
export async function readGalleryTotal(userId: string): Promise<number> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: galleryKey(userId), ConsistentRead: true }),
  );
  return z.object({ images: z.int().check(z.minimum(0)) }).parse(Item ?? { images: 0 }).images;
}

/** The steps that record a new job and open it. */
export function createSteps(generation: StoredGeneration): readonly Step<'exists'>[] {
  const { id, userId, createdAt } = generation;
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
    { put: { Item: { ...openKey(generation), id, userId, createdAt } } },
  ];
}

/**
 * Takes a job that is queued, or whose worker has fallen silent; undefined if it has ended, is being
 * processed, or does not exist.
 */
export async function takeLease(userId: string, id: string): Promise<Lease | undefined> {
  const token = randomUUID();
  const now = new Date();
  const take = (condition: string, lostRuns: number) =>
    dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: generationKey(userId, id),
        UpdateExpression:
          'SET #state = :processing, #step = :reading, leaseToken = :token, leaseUntil = :until, ' +
          'lostRuns = lostRuns + :lost',
        ConditionExpression: condition,
        ExpressionAttributeNames: { '#state': 'state', '#step': 'step' },
        ExpressionAttributeValues: {
          ':processing': 'processing',
          ':reading': 'reading',
          ':token': token,
          ':until': leaseEnd(now),
          ':lost': lostRuns,
          ...(condition.includes(':queued') && { ':queued': 'queued' }),
          ...(condition.includes(':now') && { ':now': now.toISOString() }),
        },
        ReturnValues: 'ALL_NEW',
      }),
    );
  const taken =
    (await unlessRefused(take('#state = :queued', 0))) ??
    (await unlessRefused(take('#state = :processing AND leaseUntil < :now', 1)));
  return taken && { token, generation: storedGenerationSchema.parse(taken.Attributes) };
}

/** What a run records of a job while it goes on. */
export type Progress = Partial<
  Pick<StoredGeneration, 'step' | 'original' | 'variations' | 'modelCost' | 'modelCalls'>
>;

/**
 * Records what a worker has done and renews its lease, together with `steps`.
 * @throws LeaseLostError when another run holds the job.
 */
export async function saveProgress(
  lease: Lease,
  progress: Progress,
  steps: readonly Step<never>[] = [],
): Promise<Lease> {
  const { userId, id } = lease.generation;
  const result = await transact<'lost'>([
    {
      update: {
        Key: generationKey(userId, id),
        ...setting({ ...progress, leaseUntil: leaseEnd(new Date()) }, 'leaseToken = :token', {
          ':token': lease.token,
        }),
      },
      refused: 'lost',
    },
    ...steps,
  ]);
  if (result.outcome === 'lost') throw new LeaseLostError('The job has another worker');
  return { ...lease, generation: { ...lease.generation, ...progress } };
}

/**
 * Gives a job back to the queue, from which it is expected at `queuedAt`.
 * @throws LeaseLostError when another run holds the job.
 */
export async function putBack(
  lease: Lease,
  change: Pick<StoredGeneration, 'queuedAt' | 'putBacks' | 'lostRuns' | 'modelCost' | 'modelCalls'>,
  steps: readonly Step<never>[] = [],
): Promise<void> {
  const { userId, id } = lease.generation;
  const result = await transact<'lost'>([
    {
      update: {
        Key: generationKey(userId, id),
        ...setting(
          { ...change, state: 'queued', step: 'queued', requeues: 0 },
          'leaseToken = :token',
          { ':token': lease.token },
          ['leaseToken', 'leaseUntil'],
        ),
      },
      refused: 'lost',
    },
    ...steps,
  ]);
  if (result.outcome === 'lost') throw new LeaseLostError('The job has another worker');
}

type End = Pick<
  StoredGeneration,
  | 'state'
  | 'finishedAt'
  | 'variations'
  | 'original'
  | 'fallback'
  | 'refunded'
  | 'message'
  | 'inGallery'
  | 'modelCost'
  | 'modelCalls'
>;

/**
 * The steps that end a job and count its image. Without a `token` only a job that no worker holds is ended.
 * Refused as `held` when it has ended already or somebody else holds it.
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
        ...setting({ ...end, step: 'finishing', ...indexOf(generation, end) }, condition, values, [
          'leaseToken',
          'leaseUntil',
        ]),
      },
      refused: 'held',
    },
    { remove: { Key: openKey(generation) } },
    ...(end.inGallery ? [countImages(userId, 1)] : []),
  ];
}

/** The steps that remove an ended generation, and count its image no more. Refused as `changed` otherwise. */
export function removeSteps(generation: StoredGeneration): readonly Step<'changed'>[] {
  const { userId, id, inGallery, shares } = generation;
  return [
    {
      remove: {
        Key: generationKey(userId, id),
        ConditionExpression: '#state IN (:done, :failed) AND inGallery = :inGallery AND shares = :shares',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':done': 'done',
          ':failed': 'failed',
          ':inGallery': inGallery,
          ':shares': shares,
        },
      },
      refused: 'changed',
    },
    ...(inGallery ? [countImages(userId, -1)] : []),
  ];
}

/**
 * Makes a variation the cover.
 * @throws AppError `not_found`, `not_ready` when the job has not made this variation
 */
export async function updateCover(userId: string, id: string, cover: number): Promise<StoredGeneration> {
  const { ExpressionAttributeNames: names, ...update } = setting(
    { cover },
    '#state = :done AND (variations[0].#index = :new_cover OR variations[1].#index = :new_cover)',
    { ':done': 'done' },
  );
  const command = new UpdateCommand({
    TableName: tableName(),
    Key: generationKey(userId, id),
    ...update,
    ExpressionAttributeNames: { ...names, '#index': 'index' },
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

/** The step that notes a share page on its generation; refused as `changed` when there is one, or it is gone. */
export function noteShare(generation: StoredGeneration, shares: StoredGeneration['shares']): Step<'changed'> {
  const { userId, id } = generation;
  return {
    update: {
      Key: generationKey(userId, id),
      ...setting({ shares }, 'shares = :seen', { ':seen': generation.shares }),
    },
    refused: 'changed',
  };
}

/** The step that forgets a share page on its generation; refused as `gone` when it is not noted there. */
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

/** A page of everything that the user ever generated and still has, oldest first. */
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

/** The step that removes a generation as it was read, whatever its state; `changed` when it is another by now. */
export function eraseSteps(generation: StoredGeneration): readonly Step<'changed'>[] {
  const { userId, id, state, shares, modelCost } = generation;
  return [
    {
      remove: {
        Key: generationKey(userId, id),
        ConditionExpression: '#state = :state AND shares = :shares AND modelCost = :modelCost',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':state': state, ':shares': shares, ':modelCost': modelCost },
      },
      refused: 'changed',
    },
    { remove: { Key: openKey(generation) } },
  ];
}

/** The oldest job that has not ended. */
export async function readOldestOpenJob(): Promise<OpenJob | undefined> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :open',
      ExpressionAttributeValues: { ':open': 'OPEN' },
      Limit: 1,
    }),
  );
  return Items[0] && openJobSchema.parse(Items[0]);
}

/** All jobs that have not ended, oldest first. */
export async function listOpenJobs(): Promise<OpenJob[]> {
  const jobs: OpenJob[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await dynamodb().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :open',
        ExpressionAttributeValues: { ':open': 'OPEN' },
        ExclusiveStartKey: from,
      }),
    );
    jobs.push(...parseEach(openJobSchema, page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from);
  return jobs;
}

/** Notes that a job was queued again. False when it changed meanwhile: then it needs no message. */
export async function noteRequeue(generation: StoredGeneration): Promise<boolean> {
  const { userId, id, state, requeues, queuedAt, leaseToken } = generation;
  const updated = await unlessRefused(
    dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: generationKey(userId, id),
        ...setting(
          { requeues: requeues + 1, queuedAt: new Date().toISOString() },
          leaseToken === undefined
            ? '#state = :state AND queuedAt = :seen'
            : '#state = :state AND leaseToken = :seen',
          { ':state': state, ':seen': leaseToken ?? queuedAt },
        ),
      }),
    ),
  );
  return updated !== undefined;
}

function countImages(userId: string, by: 1 | -1): Step<never> {
  return {
    update: {
      Key: galleryKey(userId),
      UpdateExpression: 'ADD images :by',
      ExpressionAttributeValues: { ':by': by },
    },
  };
}

/** An update expression that sets and removes attributes under a condition; `#state` may be used in it. */
function setting(
  changes: Readonly<Record<string, unknown>>,
  condition: string,
  conditionValues: Readonly<Record<string, unknown>>,
  removed: readonly string[] = [],
) {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = { ...conditionValues };
  const assignments = Object.entries(changes).map(([name, value]) => {
    names[`#${name}`] = name;
    values[`:new_${name}`] = value;
    return `#${name} = :new_${name}`;
  });
  if (condition.includes('#state')) names['#state'] = 'state';
  return {
    UpdateExpression: `SET ${assignments.join(', ')}${removed.length > 0 ? ` REMOVE ${removed.join(', ')}` : ''}`,
    ConditionExpression: condition,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
}

function notFound(): AppError {
  return new AppError('not_found', 'This image does not exist');
}

async function unlessRefused<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

function leaseEnd(from: Date): string {
  return new Date(from.getTime() + leaseLifetime).toISOString();
}

function generationKey(userId: string, id: string) {
  return { pk: userPartition(userId), sk: `GENERATION#${id}` };
}

function openKey({ userId, id }: Pick<StoredGeneration, 'userId' | 'id'>) {
  return { pk: 'OPEN', sk: `${id}#${userId}` };
}

const imagesPartition = 'IMAGES';

function indexOf({ id, createdAt }: StoredGeneration, { inGallery }: End) {
  if (!inGallery) return {};
  return {
    [table.index.partitionKey]: imagesPartition,
    [table.index.sortKey]: `${createdAt}#${id}`,
  };
}

function galleryKey(userId: string) {
  return { pk: userPartition(userId), sk: 'GALLERY' };
}
