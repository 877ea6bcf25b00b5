/**
 * Leases of workers on generations. A worker writes to a generation under the token of its lease. The lease expires
 * unless the worker renews it, which every write does.
 */
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import { setting, takeByToken, unlessRefused } from '#lambdas/runtime/update-expression.ts';
import { type StoredGeneration, storedGenerationSchema } from './generation.ts';
import { generationKey } from './generation-key.ts';
import { leaseLifetime } from './limits.ts';

/** A worker's lease on a generation. A write that finds another token in the table has lost the lease. */
export interface Lease {
  readonly generation: StoredGeneration;
  readonly token: string;
}

/** Another run holds the generation, or it has ended: this run must stop and write nothing. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/**
 * Takes the lease of a generation that is queued or whose lease has expired; undefined if it has ended, is being
 * processed or does not exist.
 */
export async function takeLease(userId: string, id: string): Promise<Lease | undefined> {
  const token = randomUUID();
  const now = new Date();
  const take = (condition: string, failedRuns: number) =>
    takeByToken(token, {
      Key: generationKey(userId, id),
      UpdateExpression:
        'SET #state = :processing, #step = :reading, leaseToken = :token, leaseUntil = :until, ' +
        'failedRuns = failedRuns + :lost',
      ConditionExpression: condition,
      ExpressionAttributeNames: { '#state': 'state', '#step': 'step' },
      ExpressionAttributeValues: {
        ':processing': 'processing',
        ':reading': 'reading',
        ':token': token,
        ':until': leaseEnd(now),
        ':lost': failedRuns,
        ...(condition.includes(':queued') && { ':queued': 'queued' }),
        ...(condition.includes(':now') && { ':now': now.toISOString() }),
      },
    });
  const taken =
    (await take('#state = :queued', 0)) ?? (await take('#state = :processing AND leaseUntil < :now', 1));
  return taken && { token, generation: storedGenerationSchema.parse(taken) };
}

/** The progress that a run records while it works. */
export type Progress = Partial<
  Pick<
    StoredGeneration,
    'step' | 'framing' | 'original' | 'variations' | 'correctedMask' | 'modelCost' | 'modelCalls'
  >
>;

/**
 * Records what a worker has done and renews its lease, together with `steps`.
 * @throws LeaseLostError when another run holds the generation.
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
  if (result.outcome === 'lost') throw new LeaseLostError('The generation has another worker');
  return { ...lease, generation: { ...lease.generation, ...progress } };
}

/**
 * Releases a lease: the generation is queued again, and a worker is expected at `queuedAt`.
 * @throws LeaseLostError when another run holds the generation.
 */
export async function releaseLease(
  lease: Lease,
  change: Pick<StoredGeneration, 'queuedAt' | 'throttledRuns' | 'failedRuns' | 'modelCost' | 'modelCalls'>,
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
  if (result.outcome === 'lost') throw new LeaseLostError('The generation has another worker');
}

/** Records that a generation is queued again. Returns false if it has changed and needs no message. */
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

function leaseEnd(from: Date): string {
  return new Date(from.getTime() + leaseLifetime).toISOString();
}
