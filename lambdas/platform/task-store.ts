/**
 * Tasks that take longer than a request may: exports and the deletion of accounts.
 *
 * - How does this task stand?                  table, pk TASK#<id>, sk TASK; for a week after its end
 * - Which tasks have not ended and are due?    table, pk OPEN_TASKS, sk <not before>#<id>, up to now
 *
 * The open entry exists exactly as long as the task does: whoever asked for it is served even if the message that
 * starts it is lost, because the reconciler sends it again.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { presignGet } from '#lambdas/runtime/presigned-links.ts';
import { sendMessage } from '#lambdas/runtime/queue.ts';
import { expiryIn, nowIso } from '#lambdas/runtime/time.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import { type Task, taskSchema } from '#shared/api/task.ts';
import { table } from '#shared/table.ts';
import { parseEach } from './duty.ts';

const storedTaskSchema = z.object({
  id: z.string(),
  /** `sweep` follows a deletion when the last access token of the user has expired. */
  kind: z.enum([...taskSchema.shape.kind.options, 'sweep']),
  state: taskSchema.shape.state,
  /** Who may see it. */
  requestedBy: z.string(),
  /** Whose account it is about. */
  subject: z.optional(z.string()),
  /** Cognito's name of the subject, which must be known to the end. */
  username: z.optional(z.string()),
  /** For a deletion: under what the books of the account are kept. */
  pseudonym: z.optional(z.string()),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** Not to be started before. */
  notBefore: z.string(),
  attempts: z.int().check(z.minimum(0)),
  /** Held until then by the run that works on it. */
  leaseUntil: z.optional(z.string()),
  file: z.nullable(z.object({ key: z.string(), fileName: z.string() })),
});

/** The item TASK. */
export type StoredTask = z.output<typeof storedTaskSchema>;

/** A task that failed so often does not succeed the next time; a deletion is tried for ever. */
const maxAttempts = 5;

/** Longer than a run of the function may take, in milliseconds. */
const leaseLifetime = 330_000;

/** After this time a due task that nobody works on has lost its message, in milliseconds. */
const patience = 60_000;

const keptFor = 7 * 24 * 60 * 60;

/** How long the link to a finished file is valid, in seconds. */
const linkLifetime = 5 * 60;

/** The message of the tasks' queue. */
export const taskMessageSchema = z.object({ taskId: z.string() });

/** A task as it begins. */
export function newTask(
  task: Pick<StoredTask, 'id' | 'kind' | 'requestedBy'> &
    Partial<Pick<StoredTask, 'subject' | 'username' | 'pseudonym' | 'notBefore'>>,
): StoredTask {
  const createdAt = nowIso();
  return {
    notBefore: createdAt,
    ...task,
    state: 'queued',
    createdAt,
    finishedAt: null,
    attempts: 0,
    file: null,
  };
}

/** The steps that record a task and open it; `exists` when there is one of that id. */
export function createTaskSteps(task: StoredTask): readonly Step<'exists'>[] {
  return [
    {
      put: { Item: { ...taskKey(task.id), ...task }, ConditionExpression: 'attribute_not_exists(pk)' },
      refused: 'exists',
    },
    { put: { Item: { ...openKey(task), id: task.id } } },
  ];
}

/** Records a task, with `steps`, and has it started; returns the one that is there when there is one of that id. */
export async function startTask(task: StoredTask, steps: readonly Step<never>[] = []): Promise<StoredTask> {
  const { outcome } = await transact([...createTaskSteps(task), ...steps]);
  if (outcome === 'exists') return (await readTask(task.id)) ?? task;
  await sendTask(task.id);
  return task;
}

/** Has a task started now. A message that cannot be sent is sent again by the reconciler. */
export async function sendTask(taskId: string): Promise<void> {
  const message: z.output<typeof taskMessageSchema> = { taskId };
  try {
    await sendMessage(readVariable('TASKS_QUEUE_URL'), message);
  } catch (error) {
    logger.warn('A task is left to the reconciler', { taskId, error: error as Error });
  }
}

/** The task with this id, read consistently. */
export async function readTask(id: string): Promise<StoredTask | undefined> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: taskKey(id), ConsistentRead: true }),
  );
  return Item && storedTaskSchema.parse(Item);
}

/**
 * The task as the API tells it to somebody who may see it, with a link to its file.
 * @throws AppError `not_found` when it is not there, or not theirs to see.
 */
export async function describeTask(id: string, maySee: (task: StoredTask) => boolean): Promise<Task> {
  const task = await readTask(id);
  if (!task || !maySee(task)) throw new AppError('not_found');
  return toTaskReply(task);
}

/** The task as the API tells it. */
export async function toTaskReply({
  id,
  kind,
  state,
  createdAt,
  finishedAt,
  file,
}: StoredTask): Promise<Task> {
  return {
    taskId: id,
    // The sweep is nobody's to see, and a part of the deletion.
    kind: kind === 'sweep' ? 'deletion' : kind,
    state,
    createdAt,
    finishedAt,
    file: file && {
      fileName: file.fileName,
      ...(await presignGet(readVariable('EXPORTS_BUCKET'), file.key, {
        fileName: file.fileName,
        lifetime: linkLifetime,
      })),
    },
  };
}

/** Takes a task that is due; undefined when it has ended, is not due, or another run works on it. */
export async function takeTask(id: string): Promise<StoredTask | undefined> {
  const now = new Date();
  try {
    const { Attributes } = await dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: taskKey(id),
        UpdateExpression: 'SET #state = :running, leaseUntil = :until ADD attempts :one',
        ConditionExpression:
          '#state IN (:queued, :running) AND notBefore <= :now AND ' +
          '(attribute_not_exists(leaseUntil) OR leaseUntil < :now)',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':queued': 'queued',
          ':running': 'running',
          ':until': new Date(now.getTime() + leaseLifetime).toISOString(),
          ':now': now.toISOString(),
          ':one': 1,
        },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return storedTaskSchema.parse(Attributes);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Ends a task, with the file that it made and what shall follow in the same transaction. */
export async function finishTask(
  task: StoredTask,
  file: StoredTask['file'],
  steps: readonly Step<'exists'>[] = [],
): Promise<void> {
  const { outcome } = await transact<'exists'>([...endSteps(task, 'done', file), ...steps]);
  // What was to follow has been begun by an earlier run.
  if (outcome === 'exists') await transact(endSteps(task, 'done', file));
}

/** Lets go of a task that could not be done now: the reconciler has it tried again, unless it has failed too often. */
export async function releaseTask(task: StoredTask): Promise<void> {
  const isTriedForEver = task.kind === 'deletion' || task.kind === 'sweep';
  if (!isTriedForEver && task.attempts >= maxAttempts) {
    await transact(endSteps(task, 'failed', null));
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

/** Tasks that should have been started a while ago and that nobody works on, oldest first, up to 100. */
export async function listStaleTasks(now: Date): Promise<string[]> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :open AND sk < :before',
      ExpressionAttributeValues: {
        ':open': openPartition,
        ':before': new Date(now.getTime() - patience).toISOString(),
      },
      Limit: 100,
    }),
  );
  return parseEach(z.object({ id: z.string() }), Items).map(({ id }) => id);
}

function endSteps(
  task: StoredTask,
  state: 'done' | 'failed',
  file: StoredTask['file'],
): readonly Step<never>[] {
  return [
    {
      update: {
        Key: taskKey(task.id),
        UpdateExpression:
          'SET #state = :state, finishedAt = :now, #file = :file, #expiry = :expiry REMOVE leaseUntil',
        ExpressionAttributeNames: { '#state': 'state', '#file': 'file', '#expiry': table.expiry },
        ExpressionAttributeValues: {
          ':state': state,
          ':now': nowIso(),
          ':file': file,
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
