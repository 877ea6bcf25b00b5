import { useMemo, useState } from 'react';
import type { Correction } from './mask-corrections.ts';

/** What was done to a mask: a correction, or going back to the cut-out, from which corrections begin anew. */
type Step = Correction | 'cut-out';

/** Steps, and those that were undone, newest last. */
interface History {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

/** The steps of correcting a mask, with undo and redo. */
export function useMaskHistory() {
  const [{ done, undone }, setHistory] = useState<History>({ done: [], undone: [] });
  const add = (step: Step) => setHistory((before) => ({ done: [...before.done, step], undone: [] }));
  const startedOver = done.lastIndexOf('cut-out');
  const corrections = useMemo(
    () => done.slice(startedOver + 1).filter((step) => step !== 'cut-out'),
    [done, startedOver],
  );
  return {
    /** On the cut-out after it was started over, otherwise on the mask as it was. */
    corrections,
    isStartedOver: startedOver >= 0,
    canUndo: done.length > 0,
    canRedo: undone.length > 0,
    correct: (correction: Correction) => add(correction),
    startOver: () => add('cut-out'),
    undo: () =>
      setHistory((before) => {
        const last = before.done.at(-1);
        return last ? { done: before.done.slice(0, -1), undone: [...before.undone, last] } : before;
      }),
    redo: () =>
      setHistory((before) => {
        const last = before.undone.at(-1);
        return last ? { done: [...before.done, last], undone: before.undone.slice(0, -1) } : before;
      }),
  };
}

export type MaskHistory = ReturnType<typeof useMaskHistory>;
