import { type Dispatch, useCallback, useReducer, useState } from 'react';
import { useStoredPreview } from '#web/lib/photo-previews.ts';
import { useSavedDraft } from '#web/lib/use-saved-draft.ts';
import { canEnter, type Step, type WizardEvent, type WizardState, wizard } from './wizard.ts';
import { loadWizard, saveWizard } from './wizard-storage.ts';

/** State and events of the studio's draft. */
export interface Draft {
  readonly state: WizardState;
  readonly dispatch: Dispatch<WizardEvent>;
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
  const [state, dispatch] = useReducer(wizard, initial);
  const save = useCallback((draft: WizardState) => saveWizard(userId, draft), [userId]);
  useSavedDraft(state, save, [...state.generations, state.unansweredId].join());
  return { state, dispatch };
}

/** The draft that this tab has stored; undefined while its picture is read. */
export function useStoredDraft(userId: string): WizardState | undefined {
  const [stored] = useState(() => loadWizard(userId));
  const imageUrl = useStoredPreview(userId, stored.dish?.imageUrl);
  if (stored.dish === null) return stored;
  return imageUrl === undefined ? undefined : { ...stored, dish: { ...stored.dish, imageUrl } };
}
