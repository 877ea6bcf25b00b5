import { useMemo, useState } from 'react';
import { type Correction, correctMask } from './mask-corrections.ts';
import type { Mask } from './mask-file.ts';

/** What was done to a mask: a correction, or going back to the cut-out, from which corrections begin anew. */
type Step = Correction | 'cut-out';

/** The mask as it was when the editor was opened, and without corrections. */
export interface EditedMasks {
  readonly mask: Mask;
  readonly cutOut: Mask;
}

/** Steps, and those that were undone, newest last. */
interface History {
  /** The mask after the steps that were merged: they can no longer be undone. */
  readonly merged: Mask | undefined;
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

/** At least so many steps can be undone. */
const keptSteps = 100;
/** Older ones are merged so many at a time: each step takes memory, and time whenever the mask is drawn anew. */
const mergedAtOnce = 50;

/** The steps of correcting a mask, with undo and redo. @param masks Undefined while they are loaded. */
export function useMaskHistory(masks: EditedMasks | undefined) {
  const [{ merged, done, undone }, setHistory] = useState<History>({
    merged: undefined,
    done: [],
    undone: [],
  });
  const add = (step: Step) =>
    setHistory((before) => mergeOldest({ ...before, done: [...before.done, step], undone: [] }, masks));
  const startedOver = done.lastIndexOf('cut-out');
  const corrections = useMemo(
    () => done.slice(startedOver + 1).filter((step) => step !== 'cut-out'),
    [done, startedOver],
  );
  const base = startedOver >= 0 ? masks?.cutOut : (merged ?? masks?.mask);
  return {
    /** The mask that the corrections are made to: the cut-out after it was started over, otherwise the mask as it was. */
    base,
    corrections,
    /** It is no longer as it was. */
    isChanged: corrections.length > 0 || base !== masks?.mask,
    /** It is the cut-out, without corrections. */
    isCutOut: corrections.length === 0 && base === masks?.cutOut,
    canUndo: done.length > 0,
    canRedo: undone.length > 0,
    correct: (correction: Correction) => add(correction),
    startOver: () => add('cut-out'),
    undo: () =>
      setHistory((before) => {
        const last = before.done.at(-1);
        return last
          ? { ...before, done: before.done.slice(0, -1), undone: [...before.undone, last] }
          : before;
      }),
    redo: () =>
      setHistory((before) => {
        const last = before.undone.at(-1);
        return last
          ? { ...before, done: [...before.done, last], undone: before.undone.slice(0, -1) }
          : before;
      }),
  };
}

/** Merges the oldest steps where there are too many. */
function mergeOldest(history: History, masks: EditedMasks | undefined): History {
  const { done } = history;
  if (!masks || done.length < keptSteps + mergedAtOnce) return history;
  const oldest = done.slice(0, mergedAtOnce);
  const startedOver = oldest.lastIndexOf('cut-out');
  const base = startedOver >= 0 ? masks.cutOut : (history.merged ?? masks.mask);
  const corrections = oldest.slice(startedOver + 1).filter((step) => step !== 'cut-out');
  const merged = corrections.length > 0 ? correctMask(base, corrections) : base;
  return { ...history, merged, done: done.slice(mergedAtOnce) };
}

export type MaskHistory = ReturnType<typeof useMaskHistory>;
