import { VARIATIONS_PER_GENERATION } from './plans.ts';

/** Reasons for a redo. */
export const redoReasons = ['dish_changed', 'something_added', 'cut_wrongly', 'other'] as const;

export type RedoReason = (typeof redoReasons)[number];

/** The reasons in words, as a person gives them. */
export const redoReasonTexts: Readonly<Record<RedoReason, string>> = {
  dish_changed: 'My dish was changed',
  something_added: 'Something was added',
  cut_wrongly: 'My dish was cut wrongly',
  other: 'Something else',
};

/** Maximum length of the note of a redo, in UTF-16 code units. */
export const maxRedoNoteLength = 200;

/** Days after the end of a generation in which its redo can be requested. */
export const redoDays = 7;

/** Number of redos that one user may request in a day (UTC). */
export const maxDailyRedos = 5;

/** Why a generation has no free redo, in words. A redo that was used already is not among these reasons. */
export const redoObstacleTexts = {
  unfinished: 'These pictures are not finished.',
  own_photo: 'This is your own photo. There is nothing to make again.',
  refunded: 'Your credit for these pictures was returned.',
  is_redo: 'These pictures are a free redo already.',
  expired: `A free redo can be asked for within ${redoDays} days.`,
} as const;

type RedoObstacle = keyof typeof redoObstacleTexts;

interface Candidate {
  readonly state: string;
  readonly fallback: boolean;
  readonly refunded: boolean;
  /** ISO 8601. */
  readonly finishedAt: string | null;
  readonly redoOf?: unknown;
}

/**
 * Why a generation cannot be made again free of charge; undefined if it can. Does not check whether that was done
 * before.
 */
export function redoObstacle(generation: Candidate, now: number): RedoObstacle | undefined {
  const { state, fallback, refunded, finishedAt, redoOf } = generation;
  if (finishedAt === null) return 'unfinished';
  if (redoOf) return 'is_redo';
  // A fallback may also be refunded; that it is the customer's own photo is the more helpful reason.
  if (fallback) return 'own_photo';
  if (refunded) return 'refunded';
  if (state !== 'done') return 'unfinished';
  return now - Date.parse(finishedAt) > redoDays * 24 * 60 * 60_000 ? 'expired' : undefined;
}

/**
 * Whether a redo ended with fewer new pictures than a generation has, so that it can be asked for again. The last one,
 * which follows a redo that made a picture, falls short only without any.
 */
export function hasRedoFallenShort(
  {
    state,
    fallback,
    variations,
  }: Pick<Candidate, 'state' | 'fallback'> & { readonly variations: readonly unknown[] },
  isLast: boolean,
): boolean {
  const enough = isLast ? 1 : VARIATIONS_PER_GENERATION;
  return state === 'failed' || fallback || (state === 'done' && variations.length < enough);
}
