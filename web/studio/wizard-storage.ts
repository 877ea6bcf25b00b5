import { initialState, type WizardState } from './wizard.ts';

/** Raised when a stored draft of an earlier release could not be read any more. */
const version = 1;
const key = (userId: string) => `platepost.wizard.${userId}`;

/** The draft of this tab, or a fresh one. */
export function loadWizard(userId: string): WizardState {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key(userId)) ?? 'null') as {
      version: number;
      state: WizardState;
    } | null;
    return stored?.version === version ? { ...initialState, ...stored.state } : initialState;
  } catch {
    return initialState;
  }
}

/** Keeps the draft over a reload. A full storage costs the reload its draft and nothing else. */
export function saveWizard(userId: string, state: WizardState): void {
  try {
    sessionStorage.setItem(key(userId), JSON.stringify({ version, state }));
  } catch (error) {
    reportError(error);
  }
}
