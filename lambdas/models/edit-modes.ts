import type { MenuChoices, StudioChoices } from '#shared/api/generations.ts';
import { adaptersOf, type EditMode } from '#shared/domain/adapters.ts';
import type { AdapterName } from '#shared/domain/maintenance.ts';
import { VARIATIONS_PER_GENERATION } from '#shared/domain/plans.ts';

/** Whether an edit mode keeps the dish in place and draws its surroundings. */
export function drawsSurroundings(editMode: EditMode): boolean {
  return editMode === 'surroundings' || editMode === 'menu' || editMode === 'plate';
}

/** Price of one image of each model in millionths of a US dollar (Amazon Bedrock's price list, November 2026). */
export const modelCosts = {
  controlStructure: 70_000,
  searchReplace: 70_000,
  removeBackground: 70_000,
  inpaint: 70_000,
  outpaint: 70_000,
  sd35Large: 80_000,
} as const;

/**
 * The edit mode of studio choices that are drawn: a filter takes precedence over an angle, an angle over a scene. Under
 * the food lock only the surroundings are drawn.
 */
export function studioEditMode(
  studio: Record<keyof Pick<StudioChoices, 'filter' | 'cameraAngle' | 'scene'>, unknown>,
  foodLock: boolean,
): 'stylise' | 'angle' | 'surroundings' | 'relight' {
  if (foodLock) return 'surroundings';
  if (studio.filter) return 'stylise';
  if (studio.cameraAngle) return 'angle';
  return studio.scene ? 'surroundings' : 'relight';
}

const retouches = ['blur_background', 'enhance_details', 'warmer_lighting'] as const;

/** Enhancements that need no model under the food lock: they correct the photo, without another plate or place. */
export type Retouch = (typeof retouches)[number];

type Choices = Partial<
  Record<keyof Pick<StudioChoices, 'adjustment' | 'filter' | 'scene' | 'customPrompt'>, unknown>
>;

/** The corrections of the photo, if the food lock is on and the choices need nothing drawn; undefined otherwise. */
export function retouchOf(
  { adjustment, filter, scene, customPrompt }: Choices,
  foodLock: boolean,
): Retouch | undefined {
  if (!foodLock || filter || scene || customPrompt) return undefined;
  return retouches.find((retouch) => retouch === adjustment);
}

/** The edit mode of menu choices. */
export function menuEditMode(menu: MenuChoices): EditMode {
  return menu.plateStyle === 'current' ? 'menu' : 'plate';
}

/**
 * Cost of all variations when the first adapter draws them, in millionths of a US dollar.
 * @param isCutOut Whether a photo must be cut out for the first time.
 */
export function expectedCost(
  editMode: EditMode,
  variations: number = VARIATIONS_PER_GENERATION,
  isCutOut = true,
): number {
  const cutOut = isCutOut ? modelCosts.removeBackground : 0;
  const plate = editMode === 'plate' ? modelCosts.searchReplace : 0;
  return cutOut + plate + variations * variationCost(adaptersOf[editMode][0]);
}

/** Cost of one variation. */
function variationCost(adapter: AdapterName | undefined): number {
  switch (adapter) {
    case 'stability-composite':
      return modelCosts.inpaint;
    case 'photo-retouch':
      return 0;
    case 'stability-search-replace':
      return 2 * modelCosts.searchReplace;
    case 'sd35-image-to-image':
      return modelCosts.sd35Large;
    default:
      return modelCosts.controlStructure;
  }
}
