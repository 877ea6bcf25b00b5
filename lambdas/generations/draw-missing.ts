import type { DishMask, Drawing } from '#lambdas/models/adapter.ts';
import { readDisabledAdapters } from '#lambdas/models/adapter-store.ts';
import { ModelFailedError, RefusedError } from '#lambdas/models/model-error.ts';
import { allSettledOrThrow } from '#lambdas/runtime/all-settled-or-throw.ts';
import type { ImageStyleId } from '#shared/domain/menu-styles.ts';
import { callerOf } from './call-model.ts';
import { correctedMaskOf, dishMaskOf } from './dish-mask.ts';
import { drawVariation } from './draw-variation.ts';
import { editModeOf, keepsSurroundings, retouchIn } from './edit-mode-of.ts';
import type { StoredGeneration } from './generation.ts';
import type { LoadedPhoto } from './load-photo.ts';
import { promptOf, seedOf } from './prompt-of.ts';
import type { RunRecord } from './run-record.ts';
import { storeOriginalPreview, storeVariation } from './store-variation.ts';

/** Why a variation could not be drawn: the model declined, or no adapter could. */
export type DrawingProblem = RefusedError | ModelFailedError;

/**
 * Draws and stores the variations that no earlier run has made, all at once, and at the same time the preview of the
 * photo. Returns the problem if a variation could not be drawn.
 * @throws ThrottledError, OutOfTimeError when the models have no capacity now
 */
export async function drawMissing(
  run: RunRecord,
  { picture: photo, file }: LoadedPhoto,
  remainingMs: () => number,
): Promise<DrawingProblem | undefined> {
  const missing = missingVariations(run.generation);
  let withModels = missing.length;
  const step = () => (withModels > 0 ? 'painting' : 'finishing');

  // A correction saved while the generation waits is used, but none once a picture is there: the customer would get
  // pictures with different masks, or the credit back for one that cannot be drawn.
  const { correctedMask = await correctedMaskOf(run.generation, file) } = run.generation;
  let mask: Promise<DishMask> | undefined;
  /** Both variations share one mask, or one failure, because it does not depend on the seed. */
  const dishMask = () => {
    mask ??= dishMaskOf(run.generation, file, photo, correctedMask, {
      callWithin: (limit) => callerOf(run, 0, limit),
      remainingMs,
      keepLease: () => run.save(() => ({})),
    });
    return mask;
  };
  const drawAndStore = async (index: number, disabled: ReadonlySet<string>): Promise<void> => {
    const call = callerOf(run, index, remainingMs);
    const { picture, ...drawn } = await drawVariation(
      drawingOf(run, index, { photo, dishMask, isMaskCorrected: correctedMask !== null }),
      call,
      disabled,
    );
    withModels -= 1;
    await run.save(() => ({ step: step() }));
    const variation = await storeVariation(run.generation, { index, picture, drawn });
    await run.save(({ variations }) => ({
      variations: [...variations, variation].toSorted((a, b) => a.index - b.index),
      correctedMask,
    }));
  };
  const drawAll = async () => {
    const disabled = await readDisabledAdapters();
    return allSettledOrThrow(missing.map((index) => problemOf(drawAndStore(index, disabled))));
  };
  const storePreview = async () => {
    const original = await storeOriginalPreview(run.generation, photo);
    await run.save(() => ({ step: step(), original }));
  };

  const [problems] = await allSettledOrThrow([drawAll(), storePreview()]);
  return mostTelling(problems.filter((problem) => problem !== undefined));
}

function missingVariations({ mediaNames, variations }: StoredGeneration): number[] {
  return [...mediaNames.variations.keys()].filter(
    (wanted) => !variations.some(({ index }) => index === wanted),
  );
}

function drawingOf(
  { generation }: RunRecord,
  variation: number,
  photo: Pick<Drawing, 'photo' | 'dishMask' | 'isMaskCorrected'>,
): Drawing {
  const { id, foodLock, menu, test, width, height } = generation;
  return {
    editMode: editModeOf(generation),
    foodLock,
    keepsSurroundings: keepsSurroundings(generation),
    ...photo,
    delivered: { width, height },
    imageStyle: menu?.imageStyle as ImageStyleId | undefined,
    retouch: retouchIn(generation),
    variation,
    ...promptOf(generation),
    seed: seedOf(test?.testId ?? id, variation),
  };
}

/** Resolves with the problem if the model declined or no adapter could draw; other errors stay rejections. */
async function problemOf(work: Promise<void>): Promise<DrawingProblem | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof RefusedError || error instanceof ModelFailedError) return error;
    throw error;
  }
}

/** A refusal of the words or the photo holds for both variations; a refusal of a result depends on its seed. */
function mostTelling(problems: readonly DrawingProblem[]): DrawingProblem | undefined {
  const isOfInput = (problem: DrawingProblem) =>
    problem instanceof RefusedError && problem.subject !== 'output image';
  return problems.find(isOfInput) ?? problems[0];
}
