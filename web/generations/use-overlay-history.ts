import { useReducer } from 'react';
import type { Overlay } from '#shared/domain/overlay.ts';

interface History {
  readonly past: readonly Overlay[];
  readonly present: Overlay;
  readonly future: readonly Overlay[];
  /** The group of the last change. */
  readonly group: string | undefined;
}

type Action =
  | { readonly type: 'change'; readonly overlay: Overlay; readonly group: string | undefined }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' };

const mostSteps = 200;

/** An overlay in the editor, with undo and redo. Changes of one group, such as one drag, are one step. */
export function useOverlayHistory(initial: Overlay) {
  const [{ past, present, future }, dispatch] = useReducer(next, {
    past: [],
    present: initial,
    future: [],
    group: undefined,
  });
  return {
    overlay: present,
    change: (overlay: Overlay, group?: string) => dispatch({ type: 'change', overlay, group }),
    undo: () => dispatch({ type: 'undo' }),
    redo: () => dispatch({ type: 'redo' }),
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  };
}

function next(history: History, action: Action): History {
  const { past, present, future, group } = history;
  switch (action.type) {
    case 'change': {
      const isSameStep = action.group !== undefined && action.group === group;
      return {
        past: isSameStep ? past : [...past, present].slice(-mostSteps),
        present: action.overlay,
        future: [],
        group: action.group,
      };
    }
    case 'undo': {
      const former = past.at(-1);
      if (!former) return history;
      return { past: past.slice(0, -1), present: former, future: [present, ...future], group: undefined };
    }
    case 'redo': {
      const [later, ...rest] = future;
      if (!later) return history;
      return { past: [...past, present], present: later, future: rest, group: undefined };
    }
  }
}
