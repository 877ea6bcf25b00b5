import { type ModelCall, modelCaller } from '#lambdas/models/bedrock-client.ts';
import {
  ModelFailedError,
  NoDishError,
  OutOfTimeError,
  ThrottledError,
} from '#lambdas/models/model-error.ts';
import { readModelRegions } from '#lambdas/models/model-regions.ts';
import { measureFile } from '#lambdas/pictures/file-facts.ts';
import { readRules } from '#lambdas/platform/rule-store.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { writeFile } from '#lambdas/runtime/file-storage.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { count } from '#lambdas/runtime/metrics.ts';
import type { Size } from '#shared/domain/formats.ts';
import { factsOf } from './facts-of.ts';
import { maxThrottledRuns } from './limits.ts';
import { makeCutOut } from './make-cut-out.ts';
import { decodePhoto } from './normalise-photo.ts';
import { type PhotoPart, type PhotoWork, repairedKey, type StoredPhoto } from './photo.ts';
import { readPhotoFile } from './photo-file.ts';
import { readPhoto } from './photo-store.ts';
import { endWork, isTaken, type PhotoLease, releaseWork, takeWork, type WorkResult } from './photo-work.ts';
import { type PhotoMessage, sendToPhotoQueue } from './queue-message.ts';
import { readDish } from './read-dish.ts';
import { repairFile } from './repair-file.ts';
import { storeCutOut } from './store-cut-out.ts';
import { messageOf, PhotoGoneError } from './work-errors.ts';

/**
 * Does the work of one message, unless it is done or a worker holds its lease. Expected failures are recorded on the
 * photo. Unexpected errors are thrown after the lease was released, so that the queue delivers the message again.
 */
export async function processPhoto(
  message: PhotoMessage,
  remainingMs: () => number = () => Number.POSITIVE_INFINITY,
): Promise<void> {
  const { userId, photoId, part } = message;
  const photo = await readPhoto(userId, photoId);
  const lease =
    photo?.[part]?.state === 'making' && !isTaken(photo[part]) ? await takeWork(photo, part) : undefined;
  if (!lease) {
    logger.info('Nothing to do for this message', { photoId, part });
    return;
  }
  const calls: ModelCall[] = [];
  const left = () => Math.min(remainingMs(), lease.remainingMs());
  try {
    const { result, upright } = await work(lease, calls, left);
    await endWork(lease, result, calls, upright);
  } catch (error) {
    const message = messageOf(error);
    if (message !== undefined) {
      if (error instanceof ModelFailedError && !(error instanceof NoDishError)) count(failureCounter);
      await endWork(lease, { state: 'failed', message }, calls);
    } else if (error instanceof ThrottledError || error instanceof OutOfTimeError)
      await tryLater(lease, calls);
    else {
      count(failureCounter);
      await releaseWork(lease, { calls, delaySeconds: redeliveryDelay });
      throw error;
    }
  }
}

/** Counts failures of ours or of the model, for the alarm: not those of a photo that cannot be used. */
const failureCounter = 'PhotoFailed';

/** Seconds after which the queue delivers a message again whose handler threw. */
const redeliveryDelay = 150;

async function work(
  { photo, part }: PhotoLease<PhotoPart>,
  calls: ModelCall[],
  remainingMs: () => number,
): Promise<{ result: { [P in PhotoPart]: WorkResult<P> }[PhotoPart]; upright?: Size }> {
  const content = await readPhotoFile(photo.file);
  if (!content) throw new PhotoGoneError();
  if (part === 'facts') return { result: { state: 'made', content: await measurePhoto(content.body) } };
  if (part === 'repair') return { result: await storeRepair(photo, content.body) };
  const options = {
    regions: readModelRegions(),
    spreadBy: photo.id,
    remainingMs,
    record: (modelCall: ModelCall) => calls.push(modelCall),
  };
  if (part === 'reading')
    return { result: { state: 'made', content: await readDish(content.body, options) } };
  const cutOut = await makeCutOut(content.body, modelCaller(options));
  return { result: await storeCutOut(photo, cutOut), upright: cutOut.upright };
}

/** Measures a customer's file for platform checks. @throws UnreadablePhotoError */
async function measurePhoto(file: Buffer): Promise<PhotoWork<'facts'>['content']> {
  const {
    dish: _dish,
    seen: _seen,
    ...measures
  } = await decodePhoto(file, async (photo) => {
    // Decodes all of it: a file that ends too early cannot be used for a picture either.
    await photo.stats();
    return measureFile(file);
  });
  return measures;
}

/**
 * Repairs the file for the requested rule, and writes it. This worker may not sign, so that a picture made here keeps
 * its AI mark alone.
 * @throws UnreadablePhotoError
 */
async function storeRepair(photo: StoredPhoto, file: Buffer): Promise<WorkResult<'repair'>> {
  const { ruleId, isWatermarked = false } = photo.repair ?? {};
  const rule = (await readRules()).find(({ id }) => id === ruleId);
  const facts = factsOf(photo);
  if (!rule || !facts) throw new Error(`Rule ${ruleId} or the facts of the photo are gone`);
  const { madeHere } = photo.file;
  const { body, type, ...content } = await repairFile(file, facts, rule, {
    isWatermarked,
    provenance: madeHere && { type: madeHere.type, fidelity: null },
  });
  await writeFile(readVariable('ORIGINALS_BUCKET'), {
    key: repairedKey(photo, { ruleId, isWatermarked }),
    body,
    type,
  });
  return { state: 'made', ruleId, isWatermarked, content };
}

/** Postpones the work by a new, delayed message. After `maxThrottledRuns` the work fails. */
async function tryLater(lease: PhotoLease<PhotoPart>, calls: readonly ModelCall[]): Promise<void> {
  const { userId, id: photoId, [lease.part]: seen } = lease.photo;
  const runs = (seen?.throttledRuns ?? 0) + 1;
  if (runs > maxThrottledRuns) {
    count(failureCounter);
    return endWork(lease, { state: 'failed', message: 'We are busy right now. Please try again.' }, calls);
  }
  const delaySeconds = Math.round(5 * runs * (0.7 + 0.6 * Math.random()));
  await releaseWork(lease, { calls, delaySeconds });
  await sendToPhotoQueue({ userId, photoId, part: lease.part }, delaySeconds);
}
