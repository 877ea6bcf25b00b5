import { type Dispatch, useEffect, useReducer } from 'react';
import { canEnter, type Step, type WizardEvent, type WizardState, wizard } from './wizard.ts';
import { loadWizard, saveWizard } from './wizard-storage.ts';

/** State and events of the studio's draft. */
export interface Draft {
  readonly state: WizardState;
  readonly dispatch: Dispatch<WizardEvent>;
}

/** What the studio's screens share. */
export interface Wizard extends Draft {
  /** Whether a photo of the user is on its way: what follows Menu Item waits for it. */
  readonly isUploading: boolean;
}

/** Whether a step can be entered now. */
export function isStepOpen({ state, isUploading }: Wizard, step: Step): boolean {
  return canEnter(state, step) && !(isUploading && step > 2);
}

/** The user's draft, kept over reloads of this tab. */
export function useDraft(userId: string): Draft {
  const [state, dispatch] = useReducer(wizard, userId, loadWizard);
  useEffect(() => saveWizard(userId, state), [userId, state]);
  return { state, dispatch };
}
