/**
 * Tasks: work that takes longer than a request, i.e. exports and account deletions.
 *
 * - What is the state of this task?             table, pk TASK#<id>, sk TASK; for a week after its end
 * - Which tasks have not ended and are due?    table, pk OPEN_TASKS, sk <not before>#<id>, up to now; deletions apart
 *
 * The open entry exists until the task ends. If the message that starts a task is lost, the reconciler finds the open
 * entry and sends the message again.
 */

import { randomUUID } from 'node:crypto';
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { queryAll } from '#lambdas/runtime/query-all.ts';
import { expiryIn, nowIso } from '#lambdas/runtime/time.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import { takeByToken } from '#lambdas/runtime/update-expression.ts';
import { taskSchema } from '#shared/api/task.ts';
import { countSchema } from '#shared/domain/numbers.ts';
import { table } from '#shared/table.ts';
import { parseEach } from './job.ts';

const fileSchema = z.object({ key: z.string(), fileName: z.string() });

/** Chosen pictures and the platforms whose files are made from them; without platforms, the pictures' own files. */
const packSchema = z.lazy(() =>
  z.object({
    pictures: z.array(z.object({ generationId: z.string(), variation: z.int() })),
    targets: z.array(z.object({ platform: z.string(), imageType: z.string() })),
    /** Credits for each dish whose picture has to be continued, as shown to the customer. */
    outpaintCredits: z._default(z.int(), 0),
    /** Whether the sheet contains the texts of posts. */
    withTexts: z._default(z.boolean(), true),
  }),
);

const storedTaskSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    /** `sweep` follows a deletion, after the user's last access token has expired. */
    kind: z.enum([...taskSchema.shape.kind.options, 'sweep']),
    state: taskSchema.shape.state,
    /** The user who may see it. */
    requestedBy: z.string(),
    /** The user whose account it concerns. */
    subject: z.optional(z.string()),
    /** The subject's Cognito user name. */
    username: z.optional(z.string()),
    /** For a deletion: the pseudonym to which the books move. */
    pseudonym: z.optional(z.string()),
    createdAt: z.string(),
    finishedAt: z.nullable(z.string()),
    /** Earliest start, ISO 8601. */
    notBefore: z.string(),
    /** Runs since the last progress, including runs that were killed. */
    attempts: countSchema,
    /** End of the lease of the run that works on it, ISO 8601. */
    leaseUntil: z.optional(z.string()),
    /** The files of an export: each run writes one. */
    files: z.array(fileSchema),
    /** The content of a pack. */
    pack: z.optional(packSchema),
    /** Where the next run of an export continues. */
    cursor: z.optional(z.string()),
  }),
);

/** The item TASK. */
export type StoredTask = z.output<typeof storedTaskSchema>;
export type TaskFile = z.output<typeof fileSchema>;

/** Runs of an export without progress before it fails; deletions are repeated without limit. */
const maxAttempts = 5;

/** Lifetime of a lease in milliseconds; longer than the function's time limit. */
const leaseLifetime = 330_000;

/** Grace period in milliseconds, after which a due task without a lease counts as one whose message was lost. */
const gracePeriod = 60_000;

const keptFor = 7 * 24 * 60 * 60;

/** Makes a new task. */
export function newTask(
  task: Pick<StoredTask, 'id' | 'kind' | 'requestedBy'> &
    Partial<Pick<StoredTask, 'subject' | 'username' | 'pseudonym' | 'notBefore' | 'pack'>>,
): StoredTask {
  const createdAt = nowIso();
  return {
    notBefore: createdAt,
    ...task,
    state: 'queued',
    createdAt,
    finishedAt: null,
    attempts: 0,
    files: [],
  };
}

/** Transaction steps that create a task and its open entry; `exists` if the id is in use. */
export function createTaskSteps(task: StoredTask): readonly Step<'exists'>[] {
  return [
    {
      put: { Item: { ...taskKey(task.id), ...task }, ConditionExpression: 'attribute_not_exists(pk)' },
      refused: 'exists',
    },
    { put: { Item: { ...openKey(task), id: task.id, kind: task.kind } } },
  ];
}

/** Whether a run holds the lease of a task. */
export function isLeased({ leaseUntil }: StoredTask): boolean {
  return leaseUntil !== undefined && Date.parse(leaseUntil) >= Date.now();
}

/** Whether a task deletes an account: it is repeated without limit, and exports never delay it. */
export function isDeletion({ kind }: Pick<StoredTask, 'kind'>): boolean {
  return kind === 'deletion' || kind === 'sweep';
}

/** Reads a task consistently. */
export async function readTask(id: string): Promise<StoredTask | undefined> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: taskKey(id), ConsistentRead: true }),
  );
  return Item && storedTaskSchema.parse(Item);
}

/**
 * Takes the lease of a due task; undefined when it has ended, is not due, is leased by another run, or is an export
 * that has used all attempts.
 */
export async function takeTask(id: string): Promise<StoredTask | undefined> {
  const now = new Date();
  const token = randomUUID();
  const taken = await takeByToken(token, {
    Key: taskKey(id),
    UpdateExpression: 'SET #state = :running, leaseToken = :token, leaseUntil = :until ADD attempts :one',
    ConditionExpression:
      '#state IN (:queued, :running) AND notBefore <= :now AND ' +
      '(attribute_not_exists(leaseUntil) OR leaseUntil < :now) AND ' +
      '(attempts < :most OR kind IN (:deletion, :sweep))',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':most': maxAttempts,
      ':deletion': 'deletion',
      ':sweep': 'sweep',
      ':queued': 'queued',
      ':running': 'running',
      ':token': token,
      ':until': new Date(now.getTime() + leaseLifetime).toISOString(),
      ':now': now.toISOString(),
      ':one': 1,
    },
  });
  return taken && storedTaskSchema.parse(taken);
}

/** Ends a task with its files, in one transaction with `steps`. */
export async function finishTask(
  task: StoredTask,
  files: StoredTask['files'],
  steps: readonly Step<'exists'>[] = [],
): Promise<void> {
  const { outcome } = await transact<'exists'>([...endSteps(task, 'done', files), ...steps]);
  // An earlier run has written the steps.
  if (outcome === 'exists') await transact(endSteps(task, 'done', files));
}

/** Ends a task that cannot succeed. */
export async function failTask(task: StoredTask): Promise<void> {
  await transact(endSteps(task, 'failed', []));
}

/**
 * Ends an export that has used all attempts and whose last run was killed before it could end it. Returns false if the
 * task is in another state.
 */
export async function failKilledTask(id: string): Promise<boolean> {
  const task = await readTask(id);
  const isOpen = task?.state === 'queued' || task?.state === 'running';
  if (!task || !isOpen || isDeletion(task) || task.attempts < maxAttempts || isLeased(task)) return false;
  await failTask(task);
  return true;
}

/**
 * Releases the lease of an export whose run stops before its time limit, and stores its progress. The reconciler starts
 * the next run, which continues at `cursor`.
 */
export async function pauseTask(
  { id }: StoredTask,
  { files, cursor }: { readonly files: readonly TaskFile[]; readonly cursor: string },
): Promise<void> {
  await dynamodb().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: taskKey(id),
      UpdateExpression: 'SET files = :files, #cursor = :cursor, attempts = :none REMOVE leaseUntil',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#cursor': 'cursor' },
      ExpressionAttributeValues: { ':files': files, ':cursor': cursor, ':none': 0 },
    }),
  );
}

/** Releases the lease of a task that failed: the reconciler starts it again, unless all attempts are used. */
export async function releaseTask(task: StoredTask): Promise<void> {
  if (!isDeletion(task) && task.attempts >= maxAttempts) {
    await failTask(task);
    return;
  }
  await dynamodb().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: taskKey(task.id),
      UpdateExpression: 'REMOVE leaseUntil',
      ConditionExpression: 'attribute_exists(pk)',
    }),
  );
}

/**
 * Due tasks whose grace period has passed: all deletions and sweeps, so that exports never delay them, then the 100
 * oldest tasks.
 */
export async function listStaleTasks(now: Date): Promise<string[]> {
  const due = {
    KeyConditionExpression: 'pk = :open AND sk < :before',
    ExpressionAttributeValues: {
      ':open': openPartition,
      ':before': new Date(now.getTime() - gracePeriod).toISOString(),
    },
  };
  const [deletions, { Items: oldest = [] }] = await Promise.all([
    queryAll({
      ...due,
      FilterExpression: 'kind IN (:deletion, :sweep)',
      ExpressionAttributeValues: {
        ...due.ExpressionAttributeValues,
        ':deletion': 'deletion',
        ':sweep': 'sweep',
      },
    }),
    dynamodb().send(new QueryCommand({ TableName: tableName(), ...due, Limit: 100 })),
  ]);
  const found = new Set(deletions.map(({ id }) => id));
  const others = oldest.filter(({ id }) => !found.has(id));
  return parseEach(z.object({ id: z.string() }), [...deletions, ...others]).map(({ id }) => id);
}

function endSteps(
  task: StoredTask,
  state: 'done' | 'failed',
  files: StoredTask['files'],
): readonly Step<never>[] {
  return [
    {
      update: {
        Key: taskKey(task.id),
        // These attributes link a deleted account to its books; a finished task does not need them any more.
        UpdateExpression:
          'SET #state = :state, finishedAt = :now, files = :files, #expiry = :expiry ' +
          'REMOVE leaseUntil, #cursor, username, pseudonym',
        ExpressionAttributeNames: { '#state': 'state', '#cursor': 'cursor', '#expiry': table.expiry },
        ExpressionAttributeValues: {
          ':state': state,
          ':now': nowIso(),
          ':files': files,
          ':expiry': expiryIn(keptFor),
        },
      },
    },
    { remove: { Key: openKey(task) } },
  ];
}

const openPartition = 'OPEN_TASKS';

function taskKey(id: string) {
  return { pk: `TASK#${id}`, sk: 'TASK' };
}

function openKey({ notBefore, id }: Pick<StoredTask, 'notBefore' | 'id'>) {
  return { pk: openPartition, sk: `${notBefore}#${id}` };
}
