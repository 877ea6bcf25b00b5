import { isDeepStrictEqual } from 'node:util';
import { getAccount } from '#lambdas/accounts/user-store.ts';
import { budgetReached, reserveCost } from '#lambdas/models/budget-store.ts';
import { modelCosts } from '#lambdas/models/edit-modes.ts';
import { countUse } from '#lambdas/platform/daily-use-store.ts';
import { readDishReadings } from '#lambdas/platform/settings-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import type { Photo } from '#shared/api/photos.ts';
import { photoQueueGrace } from './limits.ts';
import type { PhotoPart, PhotoWork, StoredPhoto } from './photo.ts';
import { findPhoto, replaceWork } from './photo-store.ts';
import { sendToPhotoQueue } from './queue-message.ts';
import { isHeld, toReply } from './to-reply.ts';

/** Expected cost of one piece of work, in millionths of a US dollar. */
const expectedCosts: Readonly<Record<PhotoPart, number>> = {
  cutOut: modelCosts.removeBackground,
  reading: 2_000,
  // No model is called.
  facts: 0,
  repair: 0,
};

const limitReached: Readonly<Record<PhotoPart, string>> = {
  cutOut: 'You have had as many photos cut out as we allow in a day. Your photo can still be used as it is.',
  reading: 'We have looked at as many photos for you as we allow in a day. Your photo can still be used.',
  facts: 'We have checked as many photos for you as we allow in a day. Your photo can still be used.',
  repair: 'We have repaired as many photos for you as we allow in a day. Your photo can still be used.',
};

/**
 * Starts a piece of work on the photo, unless it is done or in progress. Work that failed, or whose lease expired,
 * starts again.
 * @throws AppError `not_found`, `daily_limit_reached`, `daily_budget_reached`
 */
export async function requestWork(userId: string, photoId: string, part: PhotoPart): Promise<Photo> {
  return toReply(await startUnlessDone(await findPhoto(userId, photoId), part));
}

/** Like `requestWork`, for a photo that was already read. */
export async function startUnlessDone(photo: StoredPhoto, part: PhotoPart): Promise<StoredPhoto> {
  const work = photo[part];
  if (work && (work.state === 'made' || isHeld(work))) return photo;
  return startWork(photo, part);
}

/**
 * Starts a piece of work on the photo, whatever was made before.
 * @param inputs Further fields that the worker needs.
 */
export async function startWork<P extends PhotoPart>(
  photo: StoredPhoto,
  part: P,
  inputs: Partial<PhotoWork<P>> = {},
): Promise<StoredPhoto> {
  const { userId, id: photoId } = photo;
  const requested = await start(photo, part, inputs);
  // The compare-and-swap failed: another request has started the work.
  if (!requested) return findPhoto(userId, photoId);
  try {
    await sendToPhotoQueue({ userId, photoId, part });
  } catch (error) {
    // Without its message the work would look begun until its lease ends.
    const work: PhotoWork | undefined = requested[part];
    if (work) await replaceWork<PhotoPart>(requested, part, { ...work, leaseUntil: nowIso() });
    throw error;
  }
  return requested;
}

async function start<P extends PhotoPart>(
  photo: StoredPhoto,
  part: P,
  inputs: Partial<PhotoWork<P>>,
): Promise<StoredPhoto | undefined> {
  const { userId } = photo;
  const seen = photo[part];
  const leaseUntil = new Date(Date.now() + photoQueueGrace).toISOString();
  const budgetDay = nowIso().slice(0, 10);
  const cost = expectedCosts[part];
  // Interrupted work was already counted, and its cost reserved, unless a generation began it. Other inputs are other
  // work.
  const isNew =
    seen?.state !== 'making' ||
    (cost > 0 && seen.budgetDay === undefined) ||
    !isDeepStrictEqual({ ...seen, ...inputs }, seen);
  const reserved = cost > 0 ? { budgetDay, reservedCost: cost } : {};
  const work: PhotoWork = isNew
    ? { ...inputs, state: 'making', leaseUntil, ...reserved }
    : { ...seen, ...inputs, token: undefined, leaseUntil };
  const { outcome } = await replaceWork<PhotoPart, 'limit' | 'budget'>(photo, part, work, {
    steps: isNew ? await counting(userId, part, budgetDay) : [],
  });
  switch (outcome) {
    case 'committed':
      return { ...photo, [part]: work };
    case 'changed':
      return undefined;
    case 'limit':
      throw new AppError('daily_limit_reached', limitReached[part]);
    case 'budget':
      throw budgetReached('photos');
  }
}

/** Transaction steps that count the work, and reserve its cost if a model is called, by the user's tier. */
async function counting(userId: string, part: PhotoPart, day: string) {
  const cost = expectedCosts[part];
  if (cost === 0) return [countUse(userId, part, day)];
  const { tier = 'free' } = (await getAccount(userId)) ?? {};
  return [countUse(userId, part, day, tier), reserveCost('photos', day, cost, tier)];
}

/** Starts reading the photo. If an operator has turned readings off, returns the photo with the reading `off`. */
export async function requestReading(userId: string, photoId: string): Promise<Photo> {
  if (await readDishReadings()) return requestWork(userId, photoId, 'reading');
  const { reading, ...photo } = toReply(await findPhoto(userId, photoId));
  return { ...photo, reading: reading ?? { state: 'off', content: null, message: null } };
}
