import { type EditMode, menuEditMode, retouchOf, studioEditMode } from '#lambdas/models/edit-modes.ts';
import type { StoredGeneration } from './generation.ts';

type Choices = Pick<StoredGeneration, 'studio' | 'menu' | 'foodLock' | 'test'>;

/** How a generation's pictures are to be made of its photo. */
export function editModeOf({ studio, menu, foodLock, test }: Choices): EditMode {
  if (test) return test.editMode;
  if (menu) return menuEditMode(menu);
  if (studio) return retouchOf(studio, foodLock) ? 'retouch' : studioEditMode(studio, foodLock);
  throw new Error('A generation has neither studio nor menu choices');
}

/** Whether a generation leaves its photo's surroundings where they are: only light and detail change, and no words ask for more. */
export function keepsSurroundings({ studio, ...choices }: Choices): boolean {
  return editModeOf({ studio, ...choices }) === 'relight' && !studio?.customPrompt;
}
