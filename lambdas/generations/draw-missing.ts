import { readDisabledAdapters } from '#lambdas/models/adapter-store.ts';
import { modelCaller } from '#lambdas/models/bedrock-client.ts';
import { ModelFailedError, RefusedError } from '#lambdas/models/model-error.ts';
import type { Picture } from '#lambdas/pictures/picture.ts';
import { allSettledOrThrow } from '#lambdas/runtime/all-settled-or-throw.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import type { ImageStyleId } from '#shared/domain/menu-styles.ts';
import { type Drawn, drawVariation } from './draw-variation.ts';
import { editModeOf } from './edit-mode-of.ts';
import type { StoredGeneration } from './generation.ts';
import { promptOf, seedOf } from './prompt-of.ts';
import type { RunRecord } from './run-record.ts';
import { storeOriginalPreview, storeVariation } from './store-variation.ts';

/** Why a variation could not be drawn: the model declined, or no adapter could. */
export type DrawingProblem = RefusedError | ModelFailedError;

/**
 * Draws and stores the variations that no earlier run has made, all at once, and meanwhile the preview of the photo.
 * Returns why a variation could not be drawn, if one could not.
 *
 * @throws ThrottledError, OutOfTimeError when the models have no capacity now
 */
export async function drawMissing(
  run: RunRecord,
  photo: Picture,
  remainingMs: () => number,
): Promise<DrawingProblem | undefined> {
  const missing = missingVariations(run.generation);
  let withModels = missing.length;
  const step = () => (withModels > 0 ? 'painting' : 'finishing');

  const drawAndStore = async (index: number, disabled: ReadonlySet<string>): Promise<void> => {
    const { picture, ...drawn } = await draw(run, { index, photo, disabled, remainingMs });
    withModels -= 1;
    await run.save(() => ({ step: step() }));
    const variation = await storeVariation(run.generation, { index, picture, drawn });
    await run.save(({ variations }) => ({
      variations: [...variations, variation].toSorted((a, b) => a.index - b.index),
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

/** Draws one variation. Model calls are added to the run's record. */
function draw(
  run: RunRecord,
  {
    index,
    photo,
    disabled,
    remainingMs,
  }: { index: number; photo: Picture; disabled: ReadonlySet<string>; remainingMs: () => number },
): Promise<Drawn> {
  const { id, foodLock, menu, test, width, height } = run.generation;
  const call = modelCaller({
    // Quotas count per region: the variations of a generation begin in different ones.
    regions: readVariable('MODEL_REGIONS').split(','),
    spreadBy: id,
    first: index,
    remainingMs,
    record: (modelCall) => run.addCall(modelCall),
  });
  const drawing = {
    editMode: editModeOf(run.generation),
    foodLock,
    photo,
    delivered: { width, height },
    imageStyle: menu?.imageStyle as ImageStyleId | undefined,
    ...promptOf(run.generation),
    seed: seedOf(test?.testId ?? id, index),
  };
  return drawVariation(drawing, call, disabled);
}

/** Turns a rejection for a problem of the drawing into a value; other errors stay rejections. */
async function problemOf(work: Promise<void>): Promise<DrawingProblem | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof RefusedError || error instanceof ModelFailedError) return error;
    throw error;
  }
}

/** A refusal of the words or the photo holds for both variations; a result is refused by its seed alone. */
function mostTelling(problems: readonly DrawingProblem[]): DrawingProblem | undefined {
  const isOfInput = (problem: DrawingProblem) =>
    problem instanceof RefusedError && problem.subject !== 'output image';
  return problems.find(isOfInput) ?? problems[0];
}
