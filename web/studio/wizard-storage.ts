import { addressOfPreview } from '#web/lib/photo-previews.ts';
import { rememberedFoodLock } from './food-lock-memory.ts';
import { initialState, type WizardState } from './wizard.ts';

/** Raised when drafts of an earlier release can no longer be read. */
const version = 2;
const key = (userId: string) => `platepost.wizard.${userId}`;

/** The draft of this tab, with the stored address of its picture, or a fresh one with the food lock as it was last set on this device. */
export function loadWizard(userId: string): WizardState {
  const fresh = { ...initialState, foodLock: rememberedFoodLock() };
  try {
    const stored = JSON.parse(sessionStorage.getItem(key(userId)) ?? 'null') as {
      version: number;
      state: WizardState;
    } | null;
    return stored?.version === version ? { ...fresh, ...stored.state } : fresh;
  } catch {
    return fresh;
  }
}

/** Keeps the draft over a reload. Where the storage is full, only a reload loses it. */
export function saveWizard(userId: string, state: WizardState): void {
  const { dish } = state;
  const stored = dish && {
    ...dish,
    imageUrl: addressOfPreview(userId, dish.id, dish.imageUrl),
    // Its picture is too large for the draft.
    fixedFrom: undefined,
  };
  try {
    sessionStorage.setItem(key(userId), JSON.stringify({ version, state: { ...state, dish: stored } }));
  } catch (error) {
    reportError(error);
  }
}
