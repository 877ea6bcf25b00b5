import { normalisePhoto, UnreadablePhotoError } from '#lambdas/photos/normalise-photo.ts';
import type { Picture } from '#lambdas/pictures/picture.ts';
import { readChargeForFallback } from '#lambdas/platform/settings-store.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { readFile } from '#lambdas/runtime/file-storage.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { count } from '#lambdas/runtime/metrics.ts';
import { maxUploadBytes } from '#shared/api/generations.ts';
import { formatById, type Size } from '#shared/domain/formats.ts';
import type { ImageStyleId } from '#shared/domain/menu-styles.ts';
import { drawVariation } from './draw-variation.ts';
import { type Ending, endGeneration, giveUp, onlyOne, outOfCapacity } from './end-generation.ts';
import type { StoredGeneration } from './generation.ts';
import {
  type Lease,
  LeaseLostError,
  type Progress,
  putBack,
  saveProgress,
  takeLease,
} from './generation-store.ts';
import { jobDeadline, maxLostRuns, runBudget } from './limits.ts';
import { readDisabledAdapters } from './models/adapter-store.ts';
import { type ModelCall, modelCaller } from './models/bedrock-client.ts';
import { menuTask, studioTask, type Task } from './models/edit-modes.ts';
import { ModelFailedError, OutOfTimeError, RefusedError, ThrottledError } from './models/model-error.ts';
import { promptOf, seedOf } from './prompt-of.ts';
import { sendToQueue } from './queue-message.ts';
import { storeOriginalPreview, storeVariation } from './store-variation.ts';
import { costOf, usageSteps } from './usage-store.ts';

/** The photo is gone, because it expired or its generation was deleted. */
class PhotoGoneError extends Error {
  override readonly name = 'PhotoGoneError';
}

const refusals: Record<RefusedError['subject'], string> = {
  prompt: 'The image model declined these words. Please change them and try again.',
  'input image': 'The image model declined this photo. Please try another one.',
  'output image': 'The image model declined to show its result. Please try another look.',
};

/**
 * Processes a job to its end, or as far as the models allow. A message for a job that has ended or is being
 * processed changes nothing; a run after a crash goes on from what the crashed one recorded, writes the same
 * files and charges nothing.
 *
 * @throws whatever was not expected, after giving the job back; the queue then delivers the message again.
 */
export async function processGeneration(
  { userId, generationId }: { readonly userId: string; readonly generationId: string },
  remainingMs: () => number = () => Number.POSITIVE_INFINITY,
): Promise<void> {
  const lease = await takeLease(userId, generationId);
  if (!lease) {
    logger.info('Nothing to do for this message', { generationId });
    return;
  }
  const run = new Run(lease, remainingMs);
  try {
    if (lease.generation.lostRuns > maxLostRuns) {
      countFailure(lease.generation, 'Its runs ended without a word');
      await giveUp(lease.generation, outOfCapacity, { lease });
    } else {
      await run.process();
    }
  } catch (error) {
    if (error instanceof LeaseLostError) {
      logger.info('Another run has this job', { generationId });
      return;
    }
    await run.release().catch((failure: Error) => {
      logger.warn('The job could not be given back; its lease will end', { error: failure });
    });
    throw error;
  }
}

/** One run of the worker over one job. */
class Run {
  #lease: Lease;
  /** Model calls that are not recorded yet. */
  #calls: ModelCall[] = [];
  readonly #remainingMs: () => number;
  /** Variations that are with the models. */
  #painting = 0;
  /** Resolves when no write of progress is under way; never rejects. */
  #saved: Promise<void> = Promise.resolve();
  /** What the next write records, and that write. */
  #progress: ((generation: StoredGeneration) => Progress)[] = [];
  #nextSave: Promise<void> | undefined;

  constructor(lease: Lease, functionRemainingMs: () => number) {
    this.#lease = lease;
    const end = Math.min(Date.now() + runBudget, Date.parse(lease.generation.createdAt) + jobDeadline);
    this.#remainingMs = () => Math.min(end - Date.now(), functionRemainingMs());
  }

  get #generation(): StoredGeneration {
    return this.#lease.generation;
  }

  async process(): Promise<void> {
    let photo: Picture;
    try {
      photo = await readPhoto(this.#generation);
    } catch (error) {
      if (error instanceof UnreadablePhotoError) {
        const message = 'We could not read this photo. Please try another file.';
        return this.#end({ variations: [], fallback: false, refund: true, message });
      }
      if (error instanceof PhotoGoneError) {
        const message = 'The photo is no longer there. Please upload it again.';
        return this.#end({ variations: [], fallback: false, refund: true, message });
      }
      throw error;
    }
    try {
      // The models need not wait for the preview of what they are given.
      const [trouble] = await together([this.#drawMissing(photo), this.#showOriginal(photo)]);
      await this.#end(await this.#conclude(photo, trouble));
    } catch (error) {
      if (!(error instanceof ThrottledError || error instanceof OutOfTimeError)) throw error;
      await this.#putBack();
    }
  }

  async #showOriginal(photo: Picture): Promise<void> {
    const original = await storeOriginalPreview(this.#generation, photo);
    await this.#save(() => ({ step: this.#step, original }));
  }

  get #step(): 'painting' | 'finishing' {
    return this.#painting > 0 ? 'painting' : 'finishing';
  }

  /** Draws the variations that no earlier run has made, all at once. Returns why one could not be, if so. */
  async #drawMissing(photo: Picture): Promise<RefusedError | ModelFailedError | undefined> {
    const { mediaNames, variations } = this.#generation;
    const missing = [...mediaNames.variations.keys()].filter(
      (wanted) => !variations.some(({ index }) => index === wanted),
    );
    this.#painting = missing.length;
    const disabled = await readDisabledAdapters();
    const troubles = await together(missing.map((index) => this.#draw(index, photo, disabled)));
    const found = troubles.filter((trouble) => trouble !== undefined);
    // What the model says of words or photo, it says of both; its own result may differ by the seed.
    const isOfBoth = (trouble: Error) =>
      trouble instanceof RefusedError && trouble.subject !== 'output image';
    return found.find(isOfBoth) ?? found[0];
  }

  /** Draws one variation and keeps it. Returns why it could not be drawn, if so. */
  async #draw(
    index: number,
    photo: Picture,
    disabled: ReadonlySet<string>,
  ): Promise<RefusedError | ModelFailedError | undefined> {
    const { id, menu, test } = this.#generation;
    const call = modelCaller({
      // Quotas are the regions' own: the variations of a job begin in different ones.
      regions: readVariable('MODEL_REGIONS').split(','),
      spreadBy: id,
      first: index,
      remainingMs: this.#remainingMs,
      record: (modelCall) => this.#calls.push(modelCall),
    });
    try {
      const drawing = {
        task: taskOf(this.#generation),
        photo,
        imageStyle: menu?.imageStyle as ImageStyleId | undefined,
        ...promptOf(this.#generation),
        seed: seedOf(test?.testId ?? id, index),
      };
      const { picture, adapter, provenance } = await drawVariation(drawing, call, disabled);
      this.#painting -= 1;
      await this.#save(() => ({ step: this.#step }));
      const variation = await storeVariation(this.#generation, {
        index,
        picture,
        drawn: { adapter, provenance },
      });
      await this.#save(({ variations }) => ({
        variations: [...variations, variation].toSorted((a, b) => a.index - b.index),
      }));
      return undefined;
    } catch (error) {
      if (error instanceof RefusedError || error instanceof ModelFailedError) return error;
      throw error;
    }
  }

  /** How the job ends, by what could be made (customer-product.md section 8, readings 8). */
  async #conclude(photo: Picture, trouble: RefusedError | ModelFailedError | undefined): Promise<Ending> {
    const { variations, kind, purpose, mediaNames } = this.#generation;
    const refused = trouble instanceof RefusedError;
    if (variations.length === mediaNames.variations.length) {
      return { variations, fallback: false, refund: false, message: null };
    }
    if (variations.length > 0) {
      const reason = refused ? refusals[trouble.subject] : 'The image model failed on the other one.';
      return { variations, fallback: false, refund: true, message: onlyOne(reason) };
    }
    if (refused) {
      const message = refusals[trouble.subject];
      return { variations, fallback: false, refund: true, message };
    }
    countFailure(this.#generation, trouble?.message ?? 'unknown');
    if (kind === 'menu') {
      const message = 'Failed to enhance menu image. Please try again.';
      return { variations, fallback: false, refund: true, message };
    }
    if (purpose === 'test') {
      const message = 'The image models could not make this picture.';
      return { variations: [], fallback: false, refund: true, message };
    }
    const own = await storeVariation(this.#generation, { index: 0, picture: photo, drawn: null });
    const refund = !(await readChargeForFallback());
    const message = 'The image model could not make your images, so this is your original photo.';
    return { variations: [own], fallback: true, refund, message };
  }

  async #end(ending: Ending): Promise<void> {
    const ended = await endGeneration(this.#generation, ending, {
      lease: this.#lease,
      calls: this.#calls,
    });
    if (!ended) throw new LeaseLostError('The job has another worker');
    if (ending.variations.length > 0 && !ending.fallback) count('JobDone');
  }

  /**
   * Records progress and the model calls so far, and renews the lease. One write follows the other; what comes while
   * one is under way goes into the next together.
   */
  #save(progress: (generation: StoredGeneration) => Progress): Promise<void> {
    this.#progress.push(progress);
    if (this.#nextSave) return this.#nextSave;
    const saving = this.#saved.then(() => this.#saveNow());
    this.#nextSave = saving;
    this.#saved = saving.catch(() => undefined);
    return saving;
  }

  async #saveNow(): Promise<void> {
    this.#nextSave = undefined;
    const progress: Progress = {};
    for (const add of this.#progress.splice(0))
      Object.assign(progress, add({ ...this.#generation, ...progress }));
    const calls = [...this.#calls];
    const modelCost = this.#generation.modelCost + costOf(calls);
    const modelCalls = this.#generation.modelCalls + calls.length;
    this.#lease = await saveProgress(
      this.#lease,
      { ...progress, modelCost, modelCalls },
      usageSteps(this.#generation, calls),
    );
    this.#calls = this.#calls.slice(calls.length);
  }

  /** Every region is at its quota: a fresh message comes back later, so that only crashes spend receives. */
  async #putBack(): Promise<void> {
    const { putBacks, lostRuns } = this.#generation;
    const delaySeconds = Math.round(Math.min(60, 10 * (putBacks + 1)) * (0.7 + 0.6 * Math.random()));
    count('JobPutBack');
    await this.#giveBack(delaySeconds, { putBacks: putBacks + 1, lostRuns });
    await sendToQueue(this.#generation, delaySeconds);
  }

  /** After an unexpected error: the message itself comes back, or the reconciler sends another. */
  async release(): Promise<void> {
    const { putBacks, lostRuns } = this.#generation;
    await this.#giveBack(0, { putBacks, lostRuns: lostRuns + 1 });
  }

  async #giveBack(delaySeconds: number, counters: { putBacks: number; lostRuns: number }): Promise<void> {
    await putBack(
      this.#lease,
      {
        ...counters,
        queuedAt: new Date(Date.now() + delaySeconds * 1000).toISOString(),
        modelCost: this.#generation.modelCost + costOf(this.#calls),
        modelCalls: this.#generation.modelCalls + this.#calls.length,
      },
      usageSteps(this.#generation, this.#calls),
    );
  }
}

/** What all works come to, once none is under way any more. @throws the first error of a work, in their order. */
async function together<T extends readonly Promise<unknown>[]>(
  works: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(works);
  return (await Promise.all(works)) as { -readonly [K in keyof T]: Awaited<T[K]> };
}

/** Counts a job without a picture that is our fault or the model's, for the alarm (docs/runbook.md). */
function countFailure({ id, kind }: StoredGeneration, reason: string): void {
  count('JobFailed');
  logger.error('Job failed', { generationId: id, kind, reason });
}

async function readPhoto(generation: StoredGeneration): Promise<Picture> {
  const buckets = { uploads: 'UPLOADS_BUCKET', originals: 'ORIGINALS_BUCKET', site: 'SITE_BUCKET' } as const;
  const { store, key } = generation.photo;
  const file = await readFile(readVariable(buckets[store]), key);
  if (!file) throw new PhotoGoneError(`No file in ${store}`);
  if (store === 'uploads' && file.size > maxUploadBytes) throw new UnreadablePhotoError('Too large');
  return normalisePhoto(file.body, renderSize(generation), generation.framing);
}

/** Pixels in which the picture is made: the delivered ones, except where those are too few to draw well. */
function renderSize({ studio, width, height }: StoredGeneration): Size {
  const format = studio && formatById(studio.formatId);
  return format ? { width: format.renderWidth, height: format.renderHeight } : { width, height };
}

function taskOf({ studio, menu, test }: StoredGeneration): Task {
  if (test) return test.task;
  if (menu) return menuTask(menu);
  if (studio) return studioTask(studio);
  throw new Error('A generation has neither studio nor menu choices');
}
