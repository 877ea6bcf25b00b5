import type { CutOutFindings, Photo } from '#shared/api/photos.ts';
import { blurredBelow, darkBelow, type PhotoMeasures } from '#shared/domain/measure-photo.ts';
import type { Cut } from './fix-photo.ts';

/** Problems of a photo that may spoil its pictures, most important first. */
export const problems = [
  'noFood',
  'person',
  'card',
  'empty',
  'collage',
  'dark',
  'blurred',
  'small',
  'cutOff',
  'leaning',
  'severalDishes',
  'cluttered',
  'tinyDish',
  'people',
  'writing',
] as const;

export type PhotoProblem = (typeof problems)[number];

/**
 * Problems that neither a mask nor a correction solves: another photo is needed. The user is asked before a picture is
 * made of this one.
 */
const unsolvable = [
  'noFood',
  'person',
  'card',
  'empty',
  'collage',
] as const satisfies readonly PhotoProblem[];

export type UnsolvableProblem = (typeof unsolvable)[number];

/** The problems of a photo that only another photo solves, as far as known. */
export function unsolvableIn(
  measures: Partial<PhotoMeasures> | undefined,
  photo: Photo | undefined,
): UnsolvableProblem[] {
  const advice = adviceOn(measures, photo);
  return unsolvable.filter((problem) => advice.includes(problem));
}

/** Why the user should check what is kept: a property of the mask, or people in the photo, whose hands may be kept. */
export type Doubt = CutOutFindings['reasons'][number] | 'people';

/** Doubts about a photo's cut-out; none after a person has corrected it. */
export function doubtsAbout({ cutOut, corrected, reading }: Photo): Doubt[] {
  if (cutOut?.state !== 'made' || corrected) return [];
  return [...(cutOut.findings?.reasons ?? []), ...(reading?.content?.people ? (['people'] as const) : [])];
}

/** What is known about the part that is kept; `words` has a text for each. */
export type KeptState = 'making' | 'failed' | 'kept' | 'doubtful' | 'checked' | 'corrected';

/**
 * What is known about the part of this photo that is kept.
 * @param checked Ids of photos that a person has checked.
 */
export function keptStateOf(photo: Photo, checked: ReadonlySet<string>): KeptState {
  const { id, cutOut, corrected } = photo;
  if (cutOut?.state !== 'made') return cutOut?.state === 'failed' ? 'failed' : 'making';
  if (corrected) return 'corrected';
  if (doubtsAbout(photo).length === 0) return 'kept';
  return checked.has(id) ? 'checked' : 'doubtful';
}

/** Corrections that the site can make. */
export type PhotoFix = 'brighten' | 'crop' | 'straighten';

/** How a photo was made from another one on this screen. */
export interface FixedFrom<Former> {
  readonly kind: PhotoFix;
  /** The other photo, to undo it; undefined after a reload. */
  readonly former: Former | undefined;
  /** The mask that a person corrected on the former photo. */
  readonly mask: FormerMask | undefined;
}

/** A mask that a person corrected on the photo with this id, for a photo made from it. */
export interface FormerMask {
  readonly photoId: string;
  /** How the photo was rotated and cropped; undefined if every pixel stayed in place. */
  readonly cut: Cut | undefined;
  /** Whether it was read from a stored draft: the photo may have got it before. */
  readonly isStored?: true;
}

/** What a draft stores of a correction: the former photo is too large for it. */
export function storedFix<Former>({ kind, mask }: FixedFrom<Former>): FixedFrom<Former> {
  return { kind, former: undefined, mask: mask && { ...mask, isStored: true } };
}

export const fixOf: Partial<Record<PhotoProblem, PhotoFix>> = {
  dark: 'brighten',
  leaning: 'straighten',
  cluttered: 'crop',
  tinyDish: 'crop',
};

/** A photo with a smaller shorter side than this (pixels) is enlarged for every format, and looks soft. */
const smallBelow = 600;

/** Problems of a photo, as far as known. */
export function adviceOn(
  { highlights, sharpness }: Partial<PhotoMeasures> = {},
  photo: Photo | undefined,
): PhotoProblem[] {
  const findings = photo?.cutOut?.findings ?? undefined;
  const reading = photo?.reading?.content ?? undefined;
  const isDark = highlights !== undefined && highlights < darkBelow;
  // In a dark photo the reading is not reliable.
  const isFoodless = reading?.isFood === false && !isDark;
  const isPerson = isFoodless && reading.people;
  const isCard = isFoodless && !isPerson && reading.writing;
  const found: Record<PhotoProblem, boolean> = {
    noFood: isFoodless && !isPerson && !isCard,
    person: isPerson,
    card: isCard,
    empty: sharpness === 0,
    collage: reading?.collage === true,
    // Brightening shows nothing more in a picture without any detail.
    dark: isDark && sharpness !== 0,
    blurred: sharpness !== undefined && sharpness > 0 && sharpness < blurredBelow,
    small: photo !== undefined && Math.min(photo.width, photo.height) < smallBelow,
    // The user may have removed what reached the edge.
    cutOff:
      !isFoodless &&
      (reading?.cutOff === true || (photo?.corrected === false && (findings?.edges.length ?? 0) > 0)),
    leaning: !isFoodless && findings?.lean !== undefined,
    severalDishes: reading?.severalDishes === true,
    cluttered: reading?.cluttered === true,
    tinyDish: !isFoodless && findings?.reasons.includes('small') === true,
    people: reading?.people === true && !isPerson,
    writing: reading?.writing === true && !isCard,
  };
  return problems.filter((problem) => found[problem]);
}
