import type { CallModel, Drawing } from '#lambdas/models/adapter.ts';
import { disableAdapter } from '#lambdas/models/adapter-store.ts';
import { adapters } from '#lambdas/models/adapters.ts';
import { type AdapterName, adaptersFor } from '#lambdas/models/edit-modes.ts';
import { ModelEndedError, ModelFailedError } from '#lambdas/models/model-error.ts';
import type { Picture } from '#lambdas/pictures/picture.ts';
import type { DigitalSourceType } from '#lambdas/pictures/provenance.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { count } from '#lambdas/runtime/metrics.ts';

export interface Drawn {
  readonly picture: Picture;
  readonly adapter: AdapterName;
  readonly provenance: DigitalSourceType;
}

/**
 * Draws one variation with the first adapter of its edit mode that succeeds and is not disabled; under the food lock,
 * that leaves the dish as it is. An adapter whose model has ended is taken out of service for all generations.
 *
 * @throws ModelFailedError when all adapters fail; RefusedError, ThrottledError, OutOfTimeError
 */
export async function drawVariation(
  drawing: Drawing,
  call: CallModel,
  disabled: ReadonlySet<string>,
): Promise<Drawn> {
  const { editMode, foodLock } = drawing;
  const usable = adaptersFor(editMode, foodLock).filter((name) => !disabled.has(name));
  for (const name of usable) {
    const { draw, provenance } = adapters[name];
    try {
      return { picture: await draw(drawing, call), adapter: name, provenance };
    } catch (error) {
      if (!(error instanceof ModelFailedError)) throw error;
      logger.warn('An adapter failed', { adapter: name, editMode, reason: error.message });
      if (error instanceof ModelEndedError) {
        await disableAdapter(name, error.message);
        count('ModelEnded');
      }
    }
  }
  throw new ModelFailedError(`No adapter could do ${editMode}`);
}
