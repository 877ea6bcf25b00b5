import { initialState, type WizardState } from './wizard.ts';

/** Raised when drafts of an earlier release can no longer be read. */
const version = 2;
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

/** Keeps the draft over a reload. Where the storage is full, only a reload loses it. */
export function saveWizard(userId: string, state: WizardState): void {
  try {
    sessionStorage.setItem(key(userId), JSON.stringify({ version, state }));
  } catch (error) {
    reportError(error);
  }
}
