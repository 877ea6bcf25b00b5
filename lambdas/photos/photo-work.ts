import { randomUUID } from 'node:crypto';
import type { ModelCall } from '#lambdas/models/bedrock-client.ts';
import { settleCost } from '#lambdas/models/budget-store.ts';
import { costOf, photoUsageSteps } from '#lambdas/models/usage-store.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import type { Size } from '#shared/domain/formats.ts';
import { photoLeaseLifetime, photoQueueGrace } from './limits.ts';
import type { PhotoPart, PhotoWork, StoredPhoto } from './photo.ts';
import { replaceWork } from './photo-store.ts';
import { isHeld } from './to-reply.ts';

/** A worker's lease on one part of a photo's work; the table holds the worker's token. */
export interface PhotoLease<P extends PhotoPart> {
  readonly part: P;
  /** The photo as it is in the table. */
  readonly photo: StoredPhoto;
  /** Milliseconds until the lease expires. */
  readonly remainingMs: () => number;
}

/** Whether a worker holds the lease of this work. Work that waits in the queue has no lease. */
export function isTaken(work: PhotoWork | undefined): boolean {
  return work?.token !== undefined && isHeld(work);
}

/** Takes the lease by a compare-and-swap; undefined if the table no longer says what `photo` says. */
export async function takeWork<P extends PhotoPart>(
  photo: StoredPhoto,
  part: P,
): Promise<PhotoLease<P> | undefined> {
  const end = Date.now() + photoLeaseLifetime;
  // The request, the reserved cost and the count of postponed runs stay with the work.
  const work: PhotoWork = {
    ...photo[part],
    state: 'making',
    token: randomUUID(),
    leaseUntil: new Date(end).toISOString(),
  };
  const { outcome } = await replaceWork(photo, part, work);
  if (outcome === 'changed') return undefined;
  return { part, photo: { ...photo, [part]: work }, remainingMs: () => end - Date.now() };
}

/** The outcome of the work. */
export type WorkResult<P extends PhotoPart> = Omit<
  PhotoWork<P>,
  'token' | 'leaseUntil' | 'budgetDay' | 'reservedCost' | 'throttledRuns'
>;

/**
 * Ends the work and books its model calls, together with the cost that was reserved for it, once. If another worker has
 * taken the work over, or the photo is gone, the calls are still booked.
 * @param calls Made for this photo alone; those of a generation are booked with the generation.
 * @param upright The size of the photo, if it was decoded.
 */
export async function endWork<P extends PhotoPart>(
  { photo, part }: PhotoLease<P>,
  result: WorkResult<P>,
  calls: readonly ModelCall[] = [],
  upright?: Size,
): Promise<void> {
  // Nothing is reserved for work that a generation began.
  const { token, budgetDay = nowIso().slice(0, 10), reservedCost = 0 } = photo[part] ?? {};
  const usage = photoUsageSteps(photo.id, part, calls);
  const spent = costOf(calls);
  const { outcome } = await replaceWork(
    photo,
    part,
    // The token stays, so that the results of two runs are never equal (`replaceWork` compares them).
    { ...result, token },
    {
      steps: [
        ...usage,
        ...(reservedCost > 0 || spent > 0 ? [settleCost('photos', budgetDay, reservedCost, spent)] : []),
      ],
      upright,
    },
  );
  if (outcome === 'committed') return;
  logger.info('Somebody else has this photo, or it is gone', { photoId: photo.id, part });
  await bookCalls(usage, spent);
}

/** Releases the lease: the work waits in the queue again, for a worker in `delaySeconds`. */
export async function releaseWork<P extends PhotoPart>(
  { photo, part }: PhotoLease<P>,
  { calls = [], delaySeconds = 0 }: { calls?: readonly ModelCall[]; delaySeconds?: number } = {},
): Promise<void> {
  const { throttledRuns = 0 } = photo[part] ?? {};
  const usage = photoUsageSteps(photo.id, part, calls);
  const work: PhotoWork = {
    ...photo[part],
    state: 'making',
    token: undefined,
    leaseUntil: new Date(Date.now() + delaySeconds * 1000 + photoQueueGrace).toISOString(),
    throttledRuns: throttledRuns + 1,
  };
  const { outcome } = await replaceWork(photo, part, work);
  if (outcome === 'changed') logger.info('Somebody else has this photo', { photoId: photo.id, part });
  await bookCalls(usage, costOf(calls));
}

async function bookCalls(usage: readonly Step<never>[], spent: number): Promise<void> {
  if (usage.length === 0) return;
  await transact([...usage, ...(spent > 0 ? [settleCost('photos', nowIso().slice(0, 10), 0, spent)] : [])]);
}
