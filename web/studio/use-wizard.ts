import { type Dispatch, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useStoredPreview } from '#web/lib/photo-previews.ts';
import { useSavedDraft } from '#web/lib/use-saved-draft.ts';
import { useMissingPreview } from '#web/photos/use-missing-preview.ts';
import { canEnter, type Step, type WizardEvent, type WizardState } from './wizard.ts';
import { type UndoEvent, wizardHistory } from './wizard-history.ts';
import { loadWizard, saveWizard } from './wizard-storage.ts';

/** State and events of the studio's draft. */
export interface Draft {
  readonly state: WizardState;
  readonly dispatch: Dispatch<WizardEvent>;
  /** Undoes the last choice, or all since the last one of a type; returns whether there was one. */
  readonly undo: (since?: UndoEvent['since']) => boolean;
}

/** State and actions that the studio's screens share. */
export interface Wizard extends Draft {
  /** Whether a photo of the user is being uploaded: the steps after Menu Item wait for it. */
  readonly isUploading: boolean;
}

/** Whether a step can be entered now. */
export function isStepOpen({ state, isUploading }: Wizard, step: Step): boolean {
  return canEnter(state, step) && !(isUploading && step > 2);
}

/** The user's draft, kept over reloads of this tab. */
export function useDraft(userId: string, initial: WizardState): Draft {
  const [{ state, past }, dispatch] = useReducer(wizardHistory, { state: initial, past: [] });
  const { dish } = state;
  useMissingPreview(dish && { source: dish.source, preview: dish.imageUrl }, (imageUrl) => {
    if (dish) dispatch({ type: 'dishPictured', dish: { id: dish.id, imageUrl } });
  });
  const save = useCallback((draft: WizardState) => saveWizard(userId, draft), [userId]);
  useSavedDraft(state, save, [...state.generations, state.unansweredId].join());
  // A message offers Undo for as long as it is visible; it undoes the newest choice at that time.
  const isPossible = useRef(false);
  useEffect(() => {
    isPossible.current = past.length > 0;
  });
  const undo = useCallback((since?: UndoEvent['since']) => {
    if (isPossible.current) dispatch({ type: 'undone', ...(since && { since }) });
    return isPossible.current;
  }, []);
  return { state, dispatch, undo };
}

/** The draft stored in this tab; undefined while this browser's copy of its picture is read. */
export function useStoredDraft(userId: string): WizardState | undefined {
  const [stored] = useState(() => loadWizard(userId));
  const { dish } = stored;
  const imageUrl = useStoredPreview(userId, dish?.imageUrl ?? undefined);
  if (dish === null) return stored;
  return imageUrl === undefined ? undefined : { ...stored, dish: { ...dish, imageUrl } };
}
