import { ModelFailedError, RefusedError } from '#lambdas/models/model-error.ts';
import { readPhotoFile } from '#lambdas/photos/create-photo.ts';
import { UnreadablePhotoError } from '#lambdas/photos/normalise-photo.ts';
import { framingAround } from '#shared/domain/framing.ts';
import { dishPlaceOf } from './dish-mask.ts';
import { callerOf } from './draw-missing.ts';
import type { RunRecord } from './run-record.ts';

/**
 * Places the crop of a menu's photo around its dish, because nobody has looked at fifty photos one by one. A dish that
 * is larger than the crop is shown whole if it keeps its plate. The cut-out that this needs is used for drawing as
 * well. If no dish is found, the crop stays in the middle, and drawing reports why.
 * @throws ThrottledError, OutOfTimeError
 */
export async function frameDish(run: RunRecord, remainingMs: () => number): Promise<void> {
  const { generation } = run;
  // Pictures of an earlier run already have their framing.
  if (!generation.dish || generation.original !== null || generation.variations.length > 0) return;
  const file = await readPhotoFile(generation.photo);
  if (!file) return;
  try {
    const dish = await dishPlaceOf(generation, file.body, {
      callWithin: (limit) => callerOf(run, 0, limit),
      remainingMs,
      keepLease: () => run.save(() => ({})),
    });
    if (!dish) return;
    const framing = framingAround(dish, dish.upright, generation, { widens: generation.foodLock });
    await run.save(() => ({ framing }));
  } catch (error) {
    const isMetAgain =
      error instanceof ModelFailedError ||
      error instanceof RefusedError ||
      error instanceof UnreadablePhotoError;
    if (!isMetAgain) throw error;
  }
}
