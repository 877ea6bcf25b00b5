import { NoDishError, RefusedError } from '#lambdas/models/model-error.ts';
import type { Picture } from '#lambdas/pictures/picture.ts';
import { readChargeForFallback } from '#lambdas/platform/settings-store.ts';
import { countFailure } from './count-failure.ts';
import { isMaskGone } from './dish-mask.ts';
import type { DrawingProblem } from './draw-missing.ts';
import { type Outcome, onlyOne } from './end-generation.ts';
import type { StoredGeneration } from './generation.ts';
import { storeVariation } from './store-variation.ts';

const refusals: Record<RefusedError['subject'], string> = {
  prompt: 'The image model declined these words. Please change them and try again.',
  'input image': 'The image model declined this photo. Please try another one.',
  'output image': 'The image model declined to show its result. Please try another look.',
};

/**
 * Decides how a generation ends, by the variations that could be made (customer-product.md section 8, readings 8). A
 * studio generation without any picture falls back to the customer's own photo, which this function stores.
 */
export async function decideOutcome(
  generation: StoredGeneration,
  photo: Picture,
  problem: DrawingProblem | undefined,
): Promise<Outcome> {
  const { variations, kind, purpose, redoOf, mediaNames, source } = generation;
  const refusal = adviceOn(problem);
  if (variations.length === mediaNames.variations.length) {
    return { variations, fallback: false, refund: false, message: null };
  }
  if (variations.length > 0) {
    const message = onlyOne(refusal ?? 'The image model failed on the other one.');
    // Otherwise whoever removes the mask between two runs would get a picture for nothing. A free redo makes both.
    const isOwnDoing = problem instanceof NoDishError && (await isMaskGone(generation));
    return { variations, fallback: false, refund: !isOwnDoing, message };
  }
  if (refusal) return refusedFor(refusal);
  countFailure(generation, problem?.message ?? 'unknown');
  if (redoOf) return failure('The image model could not make them again.');
  if (kind === 'menu') return failure('Failed to enhance menu image. Please try again.');
  if (purpose === 'test') return failure('The image models could not make this picture.');
  const ownPhoto = await storeVariation(generation, { index: 0, picture: photo, drawn: null });
  return {
    variations: [ownPhoto],
    fallback: true,
    refund: !(await readChargeForFallback()),
    message: `The image model could not make your images, so this is ${
      source.type === 'generation' ? 'the picture you started from' : 'your original photo'
    }.`,
  };
}

/**
 * The outcome of a generation whose photo cannot be used: whatever an earlier run made stays. Only the customer can
 * delete a picture that others start from; a refund would make the one that is there free.
 */
export function outcomeWithoutPhoto(
  { variations, mediaNames, source }: StoredGeneration,
  reason: string,
): Outcome {
  if (variations.length === 0) return { ...refusedFor(reason), isPhotoUnusable: true };
  const isComplete = variations.length === mediaNames.variations.length;
  return {
    variations,
    fallback: false,
    refund: !isComplete && source.type !== 'generation',
    message: isComplete ? null : onlyOne(reason),
    isPhotoUnusable: true,
  };
}

/** Advice for the customer about a problem; undefined if the failure is on our side. */
function adviceOn(problem: DrawingProblem | undefined): string | undefined {
  if (problem instanceof RefusedError) return refusals[problem.subject];
  return problem instanceof NoDishError ? problem.message : undefined;
}

/** The outcome of a generation of which no picture can be made because of the customer's photo or words. */
function refusedFor(message: string): Outcome {
  return { ...failure(message), inputRefused: true };
}

/** The outcome of a generation without any picture: refunded. */
function failure(message: string): Outcome {
  return { variations: [], fallback: false, refund: true, message };
}
