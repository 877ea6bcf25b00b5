import { ModelFailedError, RefusedError } from '#lambdas/models/model-error.ts';
import { UnreadablePhotoError } from '#lambdas/photos/normalise-photo.ts';
import { photoIdOf, readPhotoFile } from '#lambdas/photos/photo-file.ts';
import { readPhoto } from '#lambdas/photos/photo-store.ts';
import { type Framing, framingAround } from '#shared/domain/framing.ts';
import { callerOf } from './call-model.ts';
import { dishPlaceOf } from './dish-mask.ts';
import type { StoredGeneration } from './generation.ts';
import type { RunRecord } from './run-record.ts';

/**
 * Places the crop around the dish where nobody chose it: for a menu's photo, because nobody has looked at fifty photos
 * one by one, and for a free redo, because what is kept of the photo may have been corrected since. A dish that is
 * larger than the crop is shown whole if it keeps its plate. The cut-out that this needs is used for drawing as well. If
 * no dish is found, the crop stays where it is, and drawing reports why.
 * @throws ThrottledError, OutOfTimeError
 */
export async function frameDish(run: RunRecord, remainingMs: () => number): Promise<void> {
  const { generation } = run;
  if (!generation.dish && !generation.redoOf) return;
  // Pictures of an earlier run already have their framing.
  if (generation.original !== null || generation.variations.length > 0) return;
  const file = await readPhotoFile(generation.photo);
  const automatic = file && (await automaticFraming(generation, file.body));
  if (!automatic) return;
  try {
    const dish = await dishPlaceOf(generation, file.body, {
      callWithin: (limit) => callerOf(run, 0, limit),
      remainingMs,
      keepLease: () => run.save(() => ({})),
    });
    if (!dish) return;
    const framing = framingAround(dish, dish.upright, generation, automatic);
    await run.save(() => ({ framing }));
  } catch (error) {
    const isMetAgain =
      error instanceof ModelFailedError ||
      error instanceof RefusedError ||
      error instanceof UnreadablePhotoError;
    if (!isMetAgain) throw error;
  }
}

/**
 * How the crop is to be placed; undefined if it stays, because it was chosen or the cut-out was not corrected. The site
 * sends the framing around the cut-out unless the person drags it.
 */
async function automaticFraming(
  { userId, dish, redoOf, foodLock, framing, width, height }: StoredGeneration,
  file: Buffer,
): Promise<{ readonly widens: boolean } | undefined> {
  if (dish || redoOf?.framesDish) return { widens: foodLock };
  const photo = await readPhoto(userId, photoIdOf(file));
  const cutOut = photo?.correction && photo.cutOut?.dish;
  if (!cutOut) return undefined;
  const target = { width, height };
  // With the food lock, the person may have chosen that a dish larger than the crop is cut nevertheless.
  return [{ widens: foodLock }, { widens: false }].find((automatic) =>
    isSame(framing, framingAround(cutOut, photo, target, automatic)),
  );
}

/** Whether two framings are the same but for rounding. */
function isSame(one: Framing, other: Framing): boolean {
  const differences = [one.x - other.x, one.y - other.y, (one.zoom ?? 1) - (other.zoom ?? 1)];
  return differences.every((difference) => Math.abs(difference) < 0.001);
}
