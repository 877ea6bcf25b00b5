import { setTimeout as sleep } from 'node:timers/promises';
import type { CallModel, DishMask } from '#lambdas/models/adapter.ts';
import { shortestCall } from '#lambdas/models/bedrock-client.ts';
import { drawsSurroundings } from '#lambdas/models/edit-modes.ts';
import { NoDishError, OutOfTimeError } from '#lambdas/models/model-error.ts';
import { findPlate, leavesPlateOut, withoutPlate } from '#lambdas/photos/find-plate.ts';
import { makeCutOut } from '#lambdas/photos/make-cut-out.ts';
import { cropLikePhoto, uprightSizeOf } from '#lambdas/photos/normalise-photo.ts';
import { photoKeys, type StoredPhoto } from '#lambdas/photos/photo.ts';
import { photoIdOf } from '#lambdas/photos/photo-file.ts';
import { keepPhoto, readPhoto } from '#lambdas/photos/photo-store.ts';
import { endWork, isTaken, type PhotoLease, releaseWork, takeWork } from '#lambdas/photos/photo-work.ts';
import { storeCutOut } from '#lambdas/photos/store-cut-out.ts';
import { messageOf } from '#lambdas/photos/work-errors.ts';
import { sharp } from '#lambdas/pictures/sharp.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { readFile, writeFile, writtenAt } from '#lambdas/runtime/file-storage.ts';
import { type DishPlace, dishPlace, specks } from '#shared/domain/dish-place.ts';
import type { Size } from '#shared/domain/formats.ts';
import { editModeOf } from './edit-mode-of.ts';
import type { StoredGeneration } from './generation.ts';

/**
 * Least and greatest share of the picture that a plausible dish covers: in a model's cut-out, and in a corrected mask.
 */
const believable = { cutOut: { least: 0.02, most: 0.97 }, corrected: { least: 0.001, most: 0.999 } } as const;

/** Least share of a dish that a plate covers. A smaller difference between the masks is noise. */
const leastPlate = 0.03;

/**
 * Time between two reads of a photo while another worker cuts it out, and time that a model call needs. Milliseconds.
 */
const pollInterval = 500;
/** Number of reads after which the generation's own lease is renewed. */
const pollsForLease = 20;

interface Options {
  /** Makes the function that calls models. It gives up after this many milliseconds. */
  readonly callWithin: (remainingMs: () => number) => CallModel;
  /** Milliseconds left for this run. */
  readonly remainingMs: () => number;
  /** Renews the generation's lease. Called while the run waits, and after the cut-out was made. */
  readonly keepLease: () => Promise<void>;
}

/**
 * The mask of the dish in the picture of a generation: the mask that a person corrected, or the photo's cut-out, which
 * is made if there is none. If the look brings another plate, the photo's plate is removed from it, unless the person
 * already did that. Masks are of the whole photo and cropped like it.
 * @param size Of the picture that is drawn, in pixels.
 * @param correctedMask Key of the corrected mask; null for the cut-out, which also replaces one that is gone.
 * @throws NoDishError, ModelFailedError, RefusedError, ThrottledError, OutOfTimeError
 */
export async function dishMaskOf(
  generation: StoredGeneration,
  file: Buffer,
  size: Size,
  correctedMask: string | null,
  options: Options,
): Promise<DishMask> {
  const upright = await uprightSizeOf(file);
  const { userId, photo: source, framing } = generation;
  const photo = await keepPhoto({ id: photoIdOf(file), userId, file: source, ...upright });
  const { png, cutOut } = await findMask(photo, file, correctedMask, options);
  const corrected = cutOut !== undefined;
  const crop = (mask: Buffer) =>
    cropLikePhoto(sharp(mask), upright, size, framing).toColourspace('b-w').raw().toBuffer();
  const dish = await crop(png);
  const editMode = editModeOf(generation);
  const plate = editMode === 'plate' ? await crop(await plateOf(photo, file, options)) : undefined;
  const found = plate && cutOut ? await crop(cutOut) : dish;
  const hasPlate = plate !== undefined && !(corrected && leavesPlateOut(dish, found, plate));
  const data = hasPlate ? await withoutPlate(dish, plate, size) : dish;
  const sum = sumOf(data);
  const share = sum / (255 * data.length);
  const { least, most } = believable[corrected ? 'corrected' : 'cutOut'];
  if (share < least)
    throw new NoDishError(
      'We could not find a dish in this part of the photo. Please mark what to keep, or try another photo.',
    );
  if (share > most && drawsSurroundings(editMode))
    throw new NoDishError(
      'What we found fills this part of the photo, so there is no room for new surroundings. Please try a photo of a dish with more space around it, or mark what to keep.',
    );
  const foodOnly = hasPlate ? sum < sumOf(dish) * (1 - leastPlate) : undefined;
  return { data, corrected, foodOnly, ...(plate && { withPlate: found }) };
}

function sumOf(mask: Buffer): number {
  let sum = 0;
  for (const value of mask) sum += value;
  return sum;
}

/**
 * The dish's bounding box in the whole upright photo, and the photo's size; undefined if no dish was found.
 * @throws as `dishMaskOf` does
 */
export async function dishPlaceOf(
  { userId, photo: source }: StoredGeneration,
  file: Buffer,
  options: Options,
): Promise<(DishPlace & { upright: Size }) | undefined> {
  const upright = await uprightSizeOf(file);
  const photo = await keepPhoto({ id: photoIdOf(file), userId, file: source, ...upright });
  const { png } = await findMask(photo, file, correctionOf(photo), options);
  const { data, info } = await sharp(png).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const place = dishPlace({ data, width: info.width, height: info.height }, specks);
  return place ? { ...place, upright } : undefined;
}

/** Key of the mask that a person corrected of a generation's photo, as it is now; null if there is none. */
export async function correctedMaskOf({ userId }: StoredGeneration, file: Buffer): Promise<string | null> {
  const photo = await readPhoto(userId, photoIdOf(file));
  return photo ? correctionOf(photo) : null;
}

/**
 * Whether the corrected mask that a generation's first picture was drawn with is gone, because its owner went back to
 * the cut-out.
 */
export async function isMaskGone({ correctedMask }: StoredGeneration): Promise<boolean> {
  if (!correctedMask) return false;
  return !(await writtenAt(readVariable('ORIGINALS_BUCKET'), correctedMask));
}

function correctionOf({ cutOut, correction }: StoredPhoto): string | null {
  return (cutOut?.state === 'made' && correction?.key) || null;
}

/**
 * The mask of a photo's plate. It is made once for each photo; the model call is booked with the first generation that
 * needs it.
 */
async function plateOf(
  photo: StoredPhoto,
  file: Buffer,
  { callWithin, remainingMs, keepLease }: Options,
): Promise<Buffer> {
  const bucket = readVariable('ORIGINALS_BUCKET');
  const { plate: key } = photoKeys(photo);
  // `writtenAt` first, because reading a missing file is reported as an error.
  const stored = (await writtenAt(bucket, key)) && (await readFile(bucket, key));
  if (stored) return stored.body;
  const body = await findPlate(file, callWithin(remainingMs));
  await keepLease();
  await writeFile(bucket, { key, body, type: 'image/png' });
  return body;
}

interface FoundMask {
  readonly png: Buffer;
  /** The cut-out, if a person corrected it. */
  readonly cutOut: Buffer | undefined;
}

async function findMask(
  found: StoredPhoto,
  file: Buffer,
  correctedMask: string | null,
  options: Options,
): Promise<FoundMask> {
  const corrected = correctedMask !== null && (await readCorrected(found, correctedMask));
  if (corrected) return corrected;
  let photo = found;
  for (let polls = 1; ; polls += 1) {
    const stored = photo.cutOut?.state === 'made' && (await readMask(photoKeys(photo).cutOut));
    if (stored) return { png: stored, cutOut: undefined };
    if (!isTaken(photo.cutOut)) {
      const lease = await takeWork(photo, 'cutOut');
      if (lease) return { png: await cutOut(lease, file, options), cutOut: undefined };
    } else {
      if (options.remainingMs() < shortestCall) throw new OutOfTimeError('Somebody else cuts the photo out');
      await sleep(pollInterval);
      if (polls % pollsForLease === 0) await options.keepLease();
    }
    photo = (await readPhoto(found.userId, found.id)) ?? (await keepPhoto(found));
  }
}

async function readCorrected(photo: StoredPhoto, key: string): Promise<FoundMask | undefined> {
  const [png, cutOut] = await Promise.all([readMask(key), readMask(photoKeys(photo).cutOut)]);
  return png && { png, cutOut: cutOut ?? png };
}

async function readMask(key: string): Promise<Buffer | undefined> {
  return (await readFile(readVariable('ORIGINALS_BUCKET'), key))?.body;
}

/** Cuts the photo out under the photo's lease. The model call is booked with the generation. */
async function cutOut(
  lease: PhotoLease<'cutOut'>,
  file: Buffer,
  { callWithin, remainingMs, keepLease }: Options,
): Promise<Buffer> {
  try {
    const call = callWithin(() => Math.min(remainingMs(), lease.remainingMs()));
    const made = await makeCutOut(file, call);
    await keepLease();
    await endWork(lease, await storeCutOut(lease.photo, made), [], made.upright);
    return made.png;
  } catch (error) {
    const message = messageOf(error);
    await (message === undefined ? releaseWork(lease) : endWork(lease, { state: 'failed', message }));
    throw error;
  }
}
