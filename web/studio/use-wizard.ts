import { type Dispatch, useEffect, useReducer } from 'react';
import { type WizardEvent, type WizardState, wizard } from './wizard.ts';
import { loadWizard, saveWizard } from './wizard-storage.ts';

/** State and events of the studio's draft. */
export interface Wizard {
  readonly state: WizardState;
  readonly dispatch: Dispatch<WizardEvent>;
}

/** The user's draft, kept over reloads of this tab. */
export function useWizard(userId: string): Wizard {
  const [state, dispatch] = useReducer(wizard, userId, loadWizard);
  useEffect(() => saveWizard(userId, state), [userId, state]);
  return { state, dispatch };
}
