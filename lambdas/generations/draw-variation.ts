import type { CallModel, Dish, Drawing } from '#lambdas/models/adapter.ts';
import { disableAdapter } from '#lambdas/models/adapter-store.ts';
import { adapters } from '#lambdas/models/adapters.ts';
import { developDrawing } from '#lambdas/models/develop-dish.ts';
import { hideSurroundings } from '#lambdas/models/hide-surroundings.ts';
import {
  ModelEndedError,
  ModelFailedError,
  NoDishError,
  OutOfTimeError,
  RefusedError,
  ThrottledError,
} from '#lambdas/models/model-error.ts';
import { measureFidelity } from '#lambdas/pictures/fidelity.ts';
import { cover, type Picture, resizeMask } from '#lambdas/pictures/picture.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { onceFor } from '#lambdas/runtime/once-for.ts';
import type { Fidelity } from '#shared/api/generations.ts';
import { adaptersFor, keepsDish } from '#shared/domain/adapters.ts';
import type { AdapterName } from '#shared/domain/maintenance.ts';
import { imageModels } from '#shared/image-models.ts';

const tooLittleDish =
  'We could not find enough of the dish in this part of the photo to keep it exactly as it is. Please mark what to keep, or try another photo.';

export interface Drawn {
  readonly picture: Picture;
  readonly adapter: AdapterName;
  /** How far its dish differs from the photo; null if there is too little dish to compare. */
  readonly fidelity: Fidelity | null;
  /** Mask of the dish, at the picture's size; undefined if none could be cut out. */
  readonly mask: Buffer | undefined;
}

/**
 * Draws one variation with the first adapter of its edit mode that succeeds and is not disabled. Under the food lock
 * only adapters that keep the dish's pixels are used. There, and with a new plate, a picture fails if its dish differs
 * nevertheless or cannot be compared. An adapter is disabled for all generations when the model that it draws with has
 * ended.
 * @throws ModelFailedError when all adapters fail, NoDishError when they fail for want of a dish; RefusedError,
 * ThrottledError, OutOfTimeError
 */
export async function drawVariation(
  drawing: Drawing,
  call: CallModel,
  disabled: ReadonlySet<string>,
): Promise<Drawn> {
  const { editMode, foodLock } = drawing;
  const usable = adaptersFor(editMode, foodLock).filter((name) => !disabled.has(name));
  let noDish: NoDishError | undefined;
  for (const name of usable) {
    const { draw, model, dishOf = dishToCompare } = adapters[name];
    try {
      const drawn = await draw(await withKeptPart(drawing, name), call);
      const picture = await inItsStyle(drawn, drawing, name);
      const dish = await dishOf(drawing);
      const fidelity = dish ? await fidelityOf(picture, dish, drawing) : null;
      if (mustKeepFood(drawing) && !fidelity) throw new NoDishError(tooLittleDish);
      if (mustKeepFood(drawing) && fidelity?.verdict === 'restyled') {
        throw new ModelFailedError(`The dish differs from the photo: ${JSON.stringify(fidelity)}`);
      }
      return { picture, adapter: name, fidelity, mask: dish?.mask.data };
    } catch (error) {
      if (!(error instanceof ModelFailedError)) throw error;
      if (error instanceof NoDishError) {
        // Another adapter would replace the food, which must stay.
        if (editMode === 'plate') throw error;
        noDish = error;
      }
      logger.warn('An adapter failed', { adapter: name, editMode, reason: error.message });
      // The mask may need another model, without which this adapter still draws other pictures.
      if (error instanceof ModelEndedError && model && error.model === imageModels[model]) {
        await disableAdapter(name, error.message);
      }
    }
  }
  if (noDish) throw noDish;
  throw new ModelFailedError(`No adapter could do ${editMode}`);
}

/** Whether a picture may not show other food than the photo. */
function mustKeepFood({ editMode, foodLock }: Drawing): boolean {
  return foodLock || editMode === 'plate';
}

/** The photo without its surroundings. Computed once for both variations. */
const keptPart = onceFor(
  ({ photo }: Drawing) => photo,
  async ({ photo, dishMask }) => hideSurroundings(photo, (await dishMask()).data),
);

/**
 * The input of a model that redraws the whole photo. If a person corrected the mask, the photo shows only what that
 * mask keeps, unless its own surroundings stay.
 */
async function withKeptPart(drawing: Drawing, adapter: AdapterName): Promise<Drawing> {
  if (drawing.keepsSurroundings || keepsDish(adapter) || !drawing.isMaskCorrected) return drawing;
  return { ...drawing, photo: await keptPart(drawing) };
}

/**
 * A picture in the image style of its drawing. With a new plate, models that redraw the whole photo return its food
 * undeveloped, as they got it.
 */
async function inItsStyle(picture: Picture, drawing: Drawing, adapter: AdapterName): Promise<Picture> {
  if (drawing.editMode !== 'plate' || keepsDish(adapter)) return picture;
  return developDrawing(drawing, await drawing.dishMask(), picture);
}

/**
 * The dish of the photo, for comparison with the dish that a model drew; undefined if it cannot be cut out, which is
 * an error only where the food must stay.
 */
async function dishToCompare(drawing: Drawing): Promise<Dish | undefined> {
  try {
    const mask = await drawing.dishMask();
    return { mask, developed: developDrawing(drawing, mask) };
  } catch (error) {
    if (mustKeepFood(drawing) || !isOfModels(error)) throw error;
    logger.warn('A dish cannot be compared with the photo', { reason: error.message });
    return undefined;
  }
}

function isOfModels(error: unknown): error is Error {
  return [ModelFailedError, RefusedError, ThrottledError, OutOfTimeError].some(
    (kind) => error instanceof kind,
  );
}

/** Compares at the delivered size; null if there is too little dish to compare. */
async function fidelityOf(picture: Picture, dish: Dish, { delivered }: Drawing) {
  const [made, own] = await Promise.all([cover(picture, delivered), cover(dish.developed, delivered)]);
  const mask = await resizeMask(dish.mask.data, picture, delivered);
  // In a small picture, a small dish has too few pixels to be compared.
  const measured =
    measureFidelity(made, own, mask) ?? measureFidelity(picture, dish.developed, dish.mask.data);
  if (!measured) return null;
  return {
    ...measured,
    maskCorrected: dish.mask.corrected,
    ...(dish.mask.foodOnly !== undefined && { foodOnly: dish.mask.foodOnly }),
  };
}
