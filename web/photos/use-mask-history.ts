import { useMemo, useState } from 'react';
import { type Correction, correctMask } from './mask-corrections.ts';
import type { Mask } from './mask-file.ts';

/** A step of the history: a correction, or a reset to the cut-out, after which corrections start again. */
type Step = Correction | 'cut-out';

export interface EditedMasks {
  /** The saved mask, with which the editor opens unless there is an unsaved one. */
  readonly mask: Mask;
  /** The corrected mask that an earlier editor of this tab did not save. */
  readonly unsaved?: Mask | undefined;
  /** The mask without corrections. */
  readonly cutOut: Mask;
}

/** Steps and undone steps, newest last. */
interface History {
  /** The mask after the merged steps, which cannot be undone any more. */
  readonly merged: Mask | undefined;
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

/** Minimum number of steps that can be undone. */
const keptSteps = 100;
/** Number of older steps that are merged at once: each step takes memory, and time whenever the mask is drawn again. */
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
  const base = startedOver >= 0 ? masks?.cutOut : (merged ?? masks?.unsaved ?? masks?.mask);
  return {
    /**
     * The mask to which the corrections apply: the cut-out after a reset, otherwise the mask with which the editor
     * opened.
     */
    base,
    corrections,
    /** Whether the mask differs from the saved one. */
    isChanged: corrections.length > 0 || base !== masks?.mask,
    /** Whether the mask is the cut-out without corrections. */
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

/** Merges the oldest steps if there are too many. */
function mergeOldest(history: History, masks: EditedMasks | undefined): History {
  const { done } = history;
  if (!masks || done.length < keptSteps + mergedAtOnce) return history;
  const oldest = done.slice(0, mergedAtOnce);
  const startedOver = oldest.lastIndexOf('cut-out');
  const base = startedOver >= 0 ? masks.cutOut : (history.merged ?? masks.unsaved ?? masks.mask);
  const corrections = oldest.slice(startedOver + 1).filter((step) => step !== 'cut-out');
  const merged = corrections.length > 0 ? correctMask(base, corrections) : base;
  return { ...history, merged, done: done.slice(mergedAtOnce) };
}

export type MaskHistory = ReturnType<typeof useMaskHistory>;
