import type { MenuChoices, StudioChoices } from '#shared/api/generations.ts';
import { VARIATIONS_PER_GENERATION } from '#shared/domain/plans.ts';

/**
 * What a job asks of the image models.
 * - `stylise`: a filter redraws the whole picture.
 * - `angle`: another camera angle; every model resists, so the original holds loosely.
 * - `relight`: the photo stays, light and detail change.
 * - `surroundings`: the dish's own pixels stay, what is around them is drawn anew.
 * - `menu`: surroundings of a menu photo. `plate`: its plate too.
 */
export type EditMode = 'stylise' | 'angle' | 'relight' | 'surroundings' | 'menu' | 'plate';

export type AdapterName =
  | 'stability-structure'
  | 'sd35-image-to-image'
  | 'stability-composite'
  | 'stability-search-replace';

/** Which adapters can do a task, in the order in which they are tried. */
export const adaptersOf: Readonly<Record<EditMode, readonly AdapterName[]>> = {
  stylise: ['stability-structure', 'sd35-image-to-image'],
  angle: ['stability-structure', 'sd35-image-to-image'],
  relight: ['stability-structure', 'sd35-image-to-image'],
  surroundings: ['stability-composite', 'stability-search-replace'],
  menu: ['stability-composite', 'stability-search-replace'],
  plate: ['stability-search-replace', 'stability-composite'],
};

/** Price of one image of each model in millionths of a US dollar (Amazon Bedrock's price list, November 2026). */
export const modelCosts = {
  controlStructure: 70_000,
  searchReplace: 70_000,
  removeBackground: 70_000,
  inpaint: 70_000,
  sd35Large: 80_000,
} as const;

/** The task of a studio job: a filter outranks an angle, an angle a new setting. */
export function studioEditMode(
  studio: Record<keyof Pick<StudioChoices, 'filter' | 'cameraAngle' | 'scene'>, unknown>,
): 'stylise' | 'angle' | 'surroundings' | 'relight' {
  if (studio.filter) return 'stylise';
  if (studio.cameraAngle) return 'angle';
  return studio.scene ? 'surroundings' : 'relight';
}

export function menuEditMode(menu: MenuChoices): EditMode {
  return menu.plateStyle === 'current' ? 'menu' : 'plate';
}

/** What a job's variations cost when the first adapter makes them, in millionths of a US dollar. */
export function expectedCost(task: EditMode, variations: number = VARIATIONS_PER_GENERATION): number {
  switch (adaptersOf[task][0]) {
    case 'stability-composite':
      return modelCosts.removeBackground + variations * modelCosts.inpaint;
    case 'stability-search-replace':
      return 2 * variations * modelCosts.searchReplace;
    case 'sd35-image-to-image':
      return variations * modelCosts.sd35Large;
    default:
      return variations * modelCosts.controlStructure;
  }
}
