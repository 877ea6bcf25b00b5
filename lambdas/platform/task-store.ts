/**
 * Jobs that take longer than a request may: exports and the deletion of accounts.
 *
 * - How does this job stand?                  table, pk JOB#<id>, sk JOB; for a week after its end
 * - Which jobs have not ended and are due?    table, pk OPEN_JOBS, sk <not before>#<id>, up to now
 *
 * The open entry exists exactly as long as the job does: whoever asked for it is served even if the message that
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
import { type Job, jobSchema } from '#shared/api/job.ts';
import { table } from '#shared/table.ts';

const storedJobSchema = z.object({
  id: z.string(),
  /** `sweep` follows a deletion when the last access token of the user has expired. */
  kind: z.enum([...jobSchema.shape.kind.options, 'sweep']),
  state: jobSchema.shape.state,
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

/** The item JOB. */
export type StoredJob = z.output<typeof storedJobSchema>;

/** A job that failed so often does not succeed the next time; a deletion is tried for ever. */
const maxAttempts = 5;

/** Longer than a run of the function may take, in milliseconds. */
const leaseLifetime = 330_000;

/** After this time a due job that nobody works on has lost its message, in milliseconds. */
const patience = 60_000;

const keptFor = 7 * 24 * 60 * 60;

/** How long the link to a finished file is valid, in seconds. */
const linkLifetime = 5 * 60;

/** The message of the jobs' queue. */
export const jobMessageSchema = z.object({ jobId: z.string() });

/** A job as it begins. */
export function newJob(
  job: Pick<StoredJob, 'id' | 'kind' | 'requestedBy'> &
    Partial<Pick<StoredJob, 'subject' | 'username' | 'pseudonym' | 'notBefore'>>,
): StoredJob {
  const createdAt = nowIso();
  return {
    notBefore: createdAt,
    ...job,
    state: 'queued',
    createdAt,
    finishedAt: null,
    attempts: 0,
    file: null,
  };
}

/** The steps that record a job and open it; `exists` when there is one of that id. */
export function createJobSteps(job: StoredJob): readonly Step<'exists'>[] {
  return [
    {
      put: { Item: { ...jobKey(job.id), ...job }, ConditionExpression: 'attribute_not_exists(pk)' },
      refused: 'exists',
    },
    { put: { Item: { ...openKey(job), id: job.id } } },
  ];
}

/** Records a job, with `steps`, and has it started; returns the one that is there when there is one of that id. */
export async function startJob(job: StoredJob, steps: readonly Step<never>[] = []): Promise<StoredJob> {
  const { outcome } = await transact([...createJobSteps(job), ...steps]);
  if (outcome === 'exists') return (await readJob(job.id)) ?? job;
  await sendJob(job.id);
  return job;
}

/** Has a job started now. A message that cannot be sent is sent again by the reconciler. */
export async function sendJob(jobId: string): Promise<void> {
  const message: z.output<typeof jobMessageSchema> = { jobId };
  try {
    await sendMessage(readVariable('JOBS_QUEUE_URL'), message);
  } catch (error) {
    logger.warn('A job is left to the reconciler', { jobId, error: error as Error });
  }
}

/** The job with this id, read consistently. */
export async function readJob(id: string): Promise<StoredJob | undefined> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: jobKey(id), ConsistentRead: true }),
  );
  return Item && storedJobSchema.parse(Item);
}

/**
 * The job as the API tells it to somebody who may see it, with a link to its file.
 * @throws AppError `not_found` when it is not there, or not theirs to see.
 */
export async function describeJob(id: string, maySee: (job: StoredJob) => boolean): Promise<Job> {
  const job = await readJob(id);
  if (!job || !maySee(job)) throw new AppError('not_found');
  return toJobReply(job);
}

/** The job as the API tells it. */
export async function toJobReply({ id, kind, state, createdAt, finishedAt, file }: StoredJob): Promise<Job> {
  return {
    jobId: id,
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

/** Takes a job that is due; undefined when it has ended, is not due, or another run works on it. */
export async function takeJob(id: string): Promise<StoredJob | undefined> {
  const now = new Date();
  try {
    const { Attributes } = await dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: jobKey(id),
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
    return storedJobSchema.parse(Attributes);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Ends a job, with the file that it made and what shall follow in the same transaction. */
export async function finishJob(
  job: StoredJob,
  file: StoredJob['file'],
  steps: readonly Step<'exists'>[] = [],
): Promise<void> {
  const { outcome } = await transact<'exists'>([...endSteps(job, 'done', file), ...steps]);
  // What was to follow has been begun by an earlier run.
  if (outcome === 'exists') await transact(endSteps(job, 'done', file));
}

/** Lets go of a job that could not be done now: the reconciler has it tried again, unless it has failed too often. */
export async function releaseJob(job: StoredJob): Promise<void> {
  const isTriedForEver = job.kind === 'deletion' || job.kind === 'sweep';
  if (!isTriedForEver && job.attempts >= maxAttempts) {
    await transact(endSteps(job, 'failed', null));
    return;
  }
  await dynamodb().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: jobKey(job.id),
      UpdateExpression: 'REMOVE leaseUntil',
      ConditionExpression: 'attribute_exists(pk)',
    }),
  );
}

/** Jobs that should have been started a while ago and that nobody works on, oldest first, up to 100. */
export async function listStaleJobs(now: Date): Promise<string[]> {
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
  return Items.map((item) => z.object({ id: z.string() }).parse(item).id);
}

function endSteps(job: StoredJob, state: 'done' | 'failed', file: StoredJob['file']): readonly Step<never>[] {
  return [
    {
      update: {
        Key: jobKey(job.id),
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
    { remove: { Key: openKey(job) } },
  ];
}

const openPartition = 'OPEN_JOBS';

function jobKey(id: string) {
  return { pk: `JOB#${id}`, sk: 'JOB' };
}

function openKey({ notBefore, id }: Pick<StoredJob, 'notBefore' | 'id'>) {
  return { pk: openPartition, sk: `${notBefore}#${id}` };
}
