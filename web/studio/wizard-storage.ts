import { addressOfPreview } from '#web/lib/photo-previews.ts';
import { tabStorage } from '#web/lib/tab-storage.ts';
import { storedFix } from '#web/photos/photo-advice.ts';
import { rememberedFoodLock } from './food-lock-memory.ts';
import { initialState, type WizardState } from './wizard.ts';

const drafts = tabStorage<WizardState>('platepost.wizard', 2);

/**
 * The draft of this tab, with the stored address of its picture, or a new one with this device's last setting of the
 * food lock.
 */
export function loadWizard(userId: string): WizardState {
  return { ...initialState, foodLock: rememberedFoodLock(), ...drafts.read(userId) };
}

/** Stores the draft, so that it survives a reload. If the storage is full, a reload loses it. */
export function saveWizard(userId: string, state: WizardState): void {
  const { dish } = state;
  const stored = dish && {
    ...dish,
    imageUrl: dish.imageUrl && addressOfPreview(userId, dish.id, dish.imageUrl),
    fixedFrom: dish.fixedFrom && storedFix(dish.fixedFrom),
  };
  drafts.write(userId, { ...state, dish: stored });
}
