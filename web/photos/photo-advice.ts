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

/** Problems that no mask and no correction solves: another photo is needed, and whoever wants pictures of this one says so first. */
const unsolvable = [
  'noFood',
  'person',
  'card',
  'empty',
  'collage',
] as const satisfies readonly PhotoProblem[];

export type UnsolvableProblem = (typeof unsolvable)[number];

/** The problems of a photo that only another photo solves, by what is known of it so far. */
export function unsolvableIn(
  measures: Partial<PhotoMeasures> | undefined,
  photo: Photo | undefined,
): UnsolvableProblem[] {
  const advice = adviceOn(measures, photo);
  return unsolvable.filter((problem) => advice.includes(problem));
}

/** Why somebody should check what is kept: what the mask looks like, or people, of whom a hand may be kept. */
export type Doubt = CutOutFindings['reasons'][number] | 'people';

/** Doubts about a photo's cut-out. A person who has corrected it has none. */
export function doubtsAbout({ cutOut, corrected, reading }: Photo): Doubt[] {
  if (cutOut?.state !== 'made' || corrected) return [];
  return [...(cutOut.findings?.reasons ?? []), ...(reading?.content?.people ? (['people'] as const) : [])];
}

/** How far it is known what is kept of a photo; `words` has a text for each. */
export type KeptState = 'making' | 'failed' | 'kept' | 'doubtful' | 'checked' | 'corrected';

/** How far it is known what is kept of this photo. @param checked Ids of photos that a person has looked at. */
export function keptStateOf(photo: Photo, checked: ReadonlySet<string>): KeptState {
  const { id, cutOut, corrected } = photo;
  if (cutOut?.state !== 'made') return cutOut?.state === 'failed' ? 'failed' : 'making';
  if (corrected) return 'corrected';
  if (doubtsAbout(photo).length === 0) return 'kept';
  return checked.has(id) ? 'checked' : 'doubtful';
}

/** Corrections that the site can make. */
export type PhotoFix = 'brighten' | 'crop' | 'straighten';

/** How a photo was made of another one on this screen, so that this can be undone. It is not kept over a reload. */
export interface FixedFrom<Former> {
  readonly kind: PhotoFix;
  readonly former: Former;
  /** The mask that a person corrected on the former photo. */
  readonly mask: FormerMask | undefined;
}

/** A mask that a person corrected, for a photo that was made of the photo with this id. */
export interface FormerMask {
  readonly photoId: string;
  /** What became of the photo; undefined where every pixel stayed where it was. */
  readonly cut: Cut | undefined;
}

export const fixOf: Partial<Record<PhotoProblem, PhotoFix>> = {
  dark: 'brighten',
  leaning: 'straighten',
  cluttered: 'crop',
  tinyDish: 'crop',
};

/** A smaller side than this is enlarged for every format, and looks soft. */
const smallBelow = 600;

/** Problems of a photo, by what is known of it so far. */
export function adviceOn(
  { highlights, sharpness }: Partial<PhotoMeasures> = {},
  photo: Photo | undefined,
): PhotoProblem[] {
  const findings = photo?.cutOut?.findings ?? undefined;
  const reading = photo?.reading?.content ?? undefined;
  const isDark = highlights !== undefined && highlights < darkBelow;
  // In the dark nobody can tell.
  const isFoodless = reading?.isFood === false && !isDark;
  const isPerson = isFoodless && reading.people;
  const isCard = isFoodless && !isPerson && reading.writing;
  const found: Record<PhotoProblem, boolean> = {
    noFood: isFoodless && !isPerson && !isCard,
    person: isPerson,
    card: isCard,
    empty: sharpness === 0,
    collage: reading?.collage === true,
    dark: isDark,
    blurred: sharpness !== undefined && sharpness > 0 && sharpness < blurredBelow,
    small: photo !== undefined && Math.min(photo.width, photo.height) < smallBelow,
    // Somebody may have removed what reached the edge.
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
