import { sourceTypes } from '#lambdas/models/source-types.ts';
import type { Making, PictureAction } from '#lambdas/pictures/manifest.ts';
import type { Provenance } from '#lambdas/pictures/provenance.ts';
import type { Size } from '#shared/domain/formats.ts';
import type { StoredGeneration, StoredVariation } from './generation.ts';
import { overlayOf } from './overlay-of.ts';

type Drawn = Pick<StoredVariation, 'adapter' | 'fidelity'>;

/** How a stored variation was made; undefined for the customer's own photo. */
export function provenanceOf({ adapter, fidelity }: Drawn): Provenance | undefined {
  if (adapter === null) return undefined;
  const known = Object.entries(sourceTypes).find(([name]) => name === adapter)?.[1];
  return { type: known ?? 'trainedAlgorithmicMedia', fidelity };
}

/** Whether a model drew in a stored variation. */
export function isDrawn(variation: Drawn): boolean {
  const provenance = provenanceOf(variation);
  return provenance !== undefined && provenance.type !== 'algorithmicallyEnhanced';
}

/** A file of a variation. */
interface FileOf extends Size {
  readonly isWatermarked: boolean;
}

/** How a file of a variation was made, for the manifest that is signed with it. */
export function makingOf(
  generation: Pick<StoredGeneration, 'studio' | 'overlay'>,
  variation: Drawn & Size,
  file: FileOf,
  title: string,
): Making {
  const drawnOn = onlyDone([
    ['worded', overlayOf(generation) !== undefined],
    ['watermarked', file.isWatermarked],
  ]);
  const provenance = provenanceOf(variation);
  if (!provenance) {
    const actions = ['opened', 'cropped', ...drawnOn] as const;
    return { title, actions, digitalSourceType: null, fidelity: null };
  }
  const { type, fidelity } = provenance;
  const isRetouched = type === 'algorithmicallyEnhanced';
  const actions: [PictureAction, boolean][] = [
    [isRetouched ? 'opened' : 'created', true],
    ['retouched', isRetouched],
    ['composited', type === 'compositeWithTrainedAlgorithmicMedia'],
    ['cropped', hasOtherRatio(file, variation)],
  ];
  return {
    title,
    actions: [...onlyDone(actions), ...drawnOn],
    digitalSourceType: type,
    fidelity,
  };
}

function onlyDone(actions: readonly [PictureAction, boolean][]): PictureAction[] {
  return actions.filter(([, isDone]) => isDone).map(([action]) => action);
}

/** Whether one picture is more than a scaled copy of the other: a pixel of rounding does not count. */
function hasOtherRatio(a: Size, b: Size): boolean {
  return Math.abs(a.width * b.height - b.width * a.height) > Math.max(a.width, a.height, b.width, b.height);
}

/** How the picture of a variation's share page was made. */
export function makingOfShown(
  generation: Pick<StoredGeneration, 'studio' | 'overlay' | 'productName'>,
  variation: Drawn & Size,
  isWatermarked: boolean,
): Making {
  const { width, height } = variation;
  return makingOf(generation, variation, { width, height, isWatermarked }, generation.productName);
}
