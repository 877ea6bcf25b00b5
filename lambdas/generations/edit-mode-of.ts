import { menuEditMode, type Retouch, retouchOf, studioEditMode } from '#lambdas/models/edit-modes.ts';
import type { EditMode } from '#shared/domain/adapters.ts';
import type { StoredGeneration } from './generation.ts';

type Choices = Pick<StoredGeneration, 'studio' | 'menu' | 'foodLock' | 'framing' | 'test'>;

/** The edit mode of a generation. */
export function editModeOf(choices: Choices): EditMode {
  const { studio, menu, foodLock, test } = choices;
  if (test) return test.editMode;
  if (menu) return menuEditMode(menu);
  if (studio) return retouchIn(choices) ? 'retouch' : studioEditMode(studio, foodLock);
  throw new Error('A generation has neither studio nor menu choices');
}

/**
 * The corrections of a generation's photo if nothing has to be drawn: neither a look nor an area beyond the photo's
 * edges.
 */
export function retouchIn({
  studio,
  foodLock,
  framing,
}: Omit<Choices, 'menu' | 'test'>): Retouch | undefined {
  const goesBeyondPhoto = (framing.zoom ?? 1) < 1;
  return studio && !goesBeyondPhoto ? retouchOf(studio, foodLock) : undefined;
}

/** Whether a generation keeps its photo's surroundings: only light and detail change, and no words ask for more. */
export function keepsSurroundings({ studio, ...choices }: Choices): boolean {
  return editModeOf({ studio, ...choices }) === 'relight' && !studio?.customPrompt;
}
