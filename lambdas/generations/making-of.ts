import { sourceTypes } from '#lambdas/models/source-types.ts';
import type { PhotoFile } from '#lambdas/photos/photo.ts';
import type { Making, PictureAction } from '#lambdas/pictures/manifest.ts';
import {
  continued,
  type DigitalSourceType,
  type Provenance,
  strongestOf,
} from '#lambdas/pictures/provenance.ts';
import type { Size } from '#shared/domain/formats.ts';
import type { StoredGeneration, StoredVariation } from './generation.ts';
import { overlayOf } from './overlay-of.ts';

type Drawn = Pick<StoredVariation, 'adapter' | 'fidelity'>;
type OfPhoto = Pick<StoredGeneration, 'photo'>;

/**
 * How a stored variation was made; undefined for the customer's own photo. A picture that was made here and edited
 * keeps the stronger of its two types, and has figures of the dish only if they tell how far it is from the photo.
 */
export function provenanceOf({ photo }: OfPhoto, { adapter, fidelity }: Drawn): Provenance | undefined {
  const type = strongestOf([photo.madeHere?.type, typeOf(adapter)]);
  return type && { type, fidelity: photo.madeHere?.isDishUnchanged === false ? null : fidelity };
}

/** The type of what an adapter makes of a photo; undefined if none did anything. */
function typeOf(adapter: Drawn['adapter']): DigitalSourceType | undefined {
  if (adapter === null) return undefined;
  const known = Object.entries(sourceTypes).find(([name]) => name === adapter)?.[1];
  return known ?? 'trainedAlgorithmicMedia';
}

/** What is remembered of a variation whose picture becomes a photo; undefined for the customer's own photo. */
export function madeHereOf(generation: OfPhoto, variation: Drawn): PhotoFile['madeHere'] {
  const provenance = provenanceOf(generation, variation);
  if (!provenance || variation.adapter === null) return generation.photo.madeHere;
  const { type, fidelity } = provenance;
  const isWhole = fidelity?.maskCorrected === false && fidelity.foodOnly !== true;
  return { type, isDishUnchanged: isWhole && fidelity.verdict === 'unchanged' };
}

/** Whether a model drew in a stored variation, or in the picture that it was made of. */
export function isDrawn(generation: OfPhoto, variation: Drawn): boolean {
  const provenance = provenanceOf(generation, variation);
  return provenance !== undefined && provenance.type !== 'algorithmicallyEnhanced';
}

/** The first steps, by the type of what the adapter made: of the customer's own photo, and of a picture of ours. */
const firstSteps: Readonly<
  Record<'ofPhoto' | 'ofPicture', Readonly<Record<DigitalSourceType | 'none', readonly PictureAction[]>>>
> = {
  ofPhoto: {
    none: ['opened'],
    algorithmicallyEnhanced: ['opened', 'retouched'],
    compositeWithTrainedAlgorithmicMedia: ['created', 'composited'],
    trainedAlgorithmicMedia: ['created'],
  },
  ofPicture: {
    none: ['reopened'],
    algorithmicallyEnhanced: ['reopened', 'retouched'],
    compositeWithTrainedAlgorithmicMedia: ['reopened', 'surrounded'],
    trainedAlgorithmicMedia: ['reopened', 'redrawn'],
  },
};

/** A file of a variation. */
interface FileOf extends Size {
  readonly isWatermarked: boolean;
  /** Whether a model continued the picture beyond its edges before the file was cut from it. */
  readonly isContinued?: boolean;
}

/** How a file of a variation was made, for the manifest that is signed with it. */
export function makingOf(
  generation: Pick<StoredGeneration, 'studio' | 'overlay' | 'photo'>,
  variation: Drawn & Size,
  file: FileOf,
  title: string,
): Making {
  const { madeHere } = generation.photo;
  const { adapter } = variation;
  const { isContinued = false } = file;
  const before = provenanceOf(generation, variation);
  const provenance = isContinued ? continued(before) : before;
  const furtherSteps: [PictureAction, boolean][] = [
    ['outpainted', isContinued],
    ['cropped', isContinued || adapter === null || hasOtherRatio(file, variation)],
    ['worded', overlayOf(generation) !== undefined],
    ['watermarked', file.isWatermarked],
  ];
  return {
    title,
    actions: [
      ...firstSteps[madeHere ? 'ofPicture' : 'ofPhoto'][typeOf(adapter) ?? 'none'],
      ...furtherSteps.filter(([, isDone]) => isDone).map(([action]) => action),
    ],
    digitalSourceType: provenance?.type ?? null,
    ...(madeHere && { openedType: madeHere.type }),
    fidelity: provenance?.fidelity ?? null,
  };
}

/** Whether one picture is more than a scaled copy of the other: a pixel of rounding does not count. */
function hasOtherRatio(a: Size, b: Size): boolean {
  return Math.abs(a.width * b.height - b.width * a.height) > Math.max(a.width, a.height, b.width, b.height);
}

/** How the picture of a variation's share page was made. */
export function makingOfShown(
  generation: Pick<StoredGeneration, 'studio' | 'overlay' | 'photo' | 'productName'>,
  variation: Drawn & Size,
  isWatermarked: boolean,
): Making {
  const { width, height } = variation;
  return makingOf(generation, variation, { width, height, isWatermarked }, generation.productName);
}
