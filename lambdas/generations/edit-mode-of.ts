import { type EditMode, menuEditMode, studioEditMode } from '#lambdas/models/edit-modes.ts';
import type { StoredGeneration } from './generation.ts';

type Choices = Pick<StoredGeneration, 'studio' | 'menu' | 'foodLock' | 'test'>;

interface Surroundings {
  readonly studio: Record<'filter' | 'scene', unknown> | null;
  readonly test?: Pick<NonNullable<StoredGeneration['test']>, 'editMode'> | undefined;
}

/** How a generation's pictures are to be made of its photo. */
export function editModeOf({ studio, menu, foodLock, test }: Choices): EditMode {
  if (test) return test.editMode;
  if (menu) return menuEditMode(menu);
  if (studio) return studioEditMode(studio, foodLock);
  throw new Error('A generation has neither studio nor menu choices');
}

/** Whether a generation asks for no other surroundings than the photo's own. */
export function keepsSurroundings({ studio, test }: Surroundings): boolean {
  if (test) return test.editMode === 'relight' || test.editMode === 'angle';
  return studio ? !studio.filter && !studio.scene : false;
}
