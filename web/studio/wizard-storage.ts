import { addressOfPreview } from '#web/lib/photo-previews.ts';
import { storedFix } from '#web/photos/photo-advice.ts';
import { rememberedFoodLock } from './food-lock-memory.ts';
import { initialState, type WizardState } from './wizard.ts';

/** Incremented when drafts of an earlier release can no longer be read. */
const version = 2;
const key = (userId: string) => `platepost.wizard.${userId}`;

/**
 * The draft of this tab, with the stored address of its picture, or a new one with this device's last setting of the
 * food lock.
 */
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

/** Stores the draft, so that it survives a reload. If the storage is full, a reload loses it. */
export function saveWizard(userId: string, state: WizardState): void {
  const { dish } = state;
  const stored = dish && {
    ...dish,
    imageUrl: dish.imageUrl && addressOfPreview(userId, dish.id, dish.imageUrl),
    fixedFrom: dish.fixedFrom && storedFix(dish.fixedFrom),
  };
  try {
    sessionStorage.setItem(key(userId), JSON.stringify({ version, state: { ...state, dish: stored } }));
  } catch (error) {
    reportError(error);
  }
}
