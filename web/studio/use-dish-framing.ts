import { formatById } from '#shared/domain/formats.ts';
import { type PhotoFraming, useFraming } from '#web/photos/use-framing.ts';
import type { WizardState } from './wizard.ts';

/** The framing of the draft's dish in its format; in a square if there is no format yet. */
export function useDishFraming({ dish, formatId, framing, foodLock }: WizardState): PhotoFraming {
  const format = formatId && formatById(formatId);
  const target = format
    ? { width: format.renderWidth, height: format.renderHeight }
    : { width: 1, height: 1 };
  return useFraming(dish?.source, target, { chosen: framing, keepsDish: foodLock });
}
