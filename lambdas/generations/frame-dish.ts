import { ModelFailedError, RefusedError } from '#lambdas/models/model-error.ts';
import { readPhotoFile } from '#lambdas/photos/create-photo.ts';
import { cropWindow, type Framing, UnreadablePhotoError } from '#lambdas/photos/normalise-photo.ts';
import type { Size } from '#shared/domain/formats.ts';
import type { Box } from '#shared/domain/platform-rules.ts';
import { dishBoxOf } from './dish-mask.ts';
import { callerOf } from './draw-missing.ts';
import type { RunRecord } from './run-record.ts';

/**
 * Places the crop of a menu's photo around its dish, because nobody has looked at fifty photos one by one. The cut-out that
 * this needs is the one that drawing uses. Where no dish is found, the crop stays in the middle, and drawing says why.
 *
 * @throws ThrottledError, OutOfTimeError
 */
export async function frameDish(run: RunRecord, remainingMs: () => number): Promise<void> {
  const { generation } = run;
  // Pictures of an earlier run have their framing.
  if (!generation.dish || generation.original !== null || generation.variations.length > 0) return;
  // With a new plate nothing is cut out.
  if (!generation.foodLock) return;
  const file = await readPhotoFile(generation.photo);
  if (!file) return;
  try {
    const dish = await dishBoxOf(generation, file.body, {
      callWithin: (limit) => callerOf(run, 0, limit),
      remainingMs,
      keepLease: () => run.save(() => ({})),
    });
    if (dish) await run.save(() => ({ framing: framingAround(dish.box, dish.upright, generation) }));
  } catch (error) {
    const isMetAgain =
      error instanceof ModelFailedError ||
      error instanceof RefusedError ||
      error instanceof UnreadablePhotoError;
    if (!isMetAgain) throw error;
  }
}

/**
 * The crop of the target's shape with the dish in its middle, as far as the photo reaches.
 * @param dish In shares of the photo's sides.
 */
export function framingAround(dish: Box, photo: Size, target: Size): Framing {
  const window = cropWindow(photo, target, { x: 0, y: 0 });
  const place = (start: number, length: number, side: number, part: number) => {
    const room = side - part;
    if (room === 0) return 0.5;
    const begin = (start + length / 2) * side - part / 2;
    return Math.min(Math.max(begin, 0), room) / room;
  };
  return {
    x: place(dish.left, dish.width, photo.width, window.width),
    y: place(dish.top, dish.height, photo.height, window.height),
  };
}
