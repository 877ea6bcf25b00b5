import { AppError } from '#lambdas/runtime/app-error.ts';
import type { CreateGeneration, MenuChoices, StudioChoices } from '#shared/api/generations.ts';
import { type AvatarOption, avatarEthnicities, avatarGenders } from '#shared/domain/avatars.ts';
import { cameraAngleById, enhancementById } from '#shared/domain/enhancements.ts';
import {
  type Entitlements,
  isFilterAllowed,
  isFormatAllowed,
  isSceneAllowed,
} from '#shared/domain/entitlements.ts';
import { filterById } from '#shared/domain/filters.ts';
import { formatById, type Size } from '#shared/domain/formats.ts';
import { imageTypeById, menuTargetSize, platformById } from '#shared/domain/platforms.ts';
import { tidyPromoText, undrawableText } from '#shared/domain/promo-characters.ts';
import { InvalidInputError } from '#shared/domain/prompt-requests.ts';
import { sceneById } from '#shared/domain/scenes.ts';
import { readPick } from './pick-token.ts';

/**
 * Choices checked against catalogues and plan, with random picks resolved, and the size and name that follow from them.
 */
export interface ResolvedChoices extends Size {
  readonly studio: StudioChoices | null;
  readonly menu: MenuChoices | null;
  /** The dish's own pixels stay: by choice in the studio; always in the Menu Pack unless the plate changes. */
  readonly foodLock: boolean;
  /** Name of the format, or of platform and image type. */
  readonly templateName: string;
}

/**
 * Checks a user's choices against the catalogues and the plan.
 *
 * @throws InvalidInputError for an id that is in no catalogue
 * @throws AppError with the code of the feature that the plan lacks, or `pick_invalid`
 */
export async function resolveChoices(
  userId: string,
  request: CreateGeneration,
  entitlements: Entitlements,
): Promise<ResolvedChoices> {
  const choices =
    request.kind === 'studio'
      ? await resolveStudio(userId, request, entitlements)
      : resolveMenu(request.menu, entitlements);
  if ((request.framing.zoom ?? 1) < 1 && !choices.foodLock)
    throw new InvalidInputError(
      'A dish that is larger than the picture can be shown whole only while it is kept exactly as it is.',
    );
  return choices;
}

async function resolveStudio(
  userId: string,
  { studio: choices, foodLock }: Extract<CreateGeneration, { kind: 'studio' }>,
  entitlements: Entitlements,
): Promise<ResolvedChoices> {
  const format = formatById(choices.formatId);
  if (!format) throw new InvalidInputError('Unknown format');
  checkCatalogues(choices);
  const promoText = drawablePromoText(choices.promoText);

  if (!isFormatAllowed(entitlements, format.id)) throw new AppError('format_locked');
  const filter = await resolveFilter(userId, choices, entitlements);
  const scene = await resolveScene(userId, choices, entitlements);
  if (choices.customPrompt && !entitlements.customPromptsEnabled) {
    throw new AppError('feature_locked', 'Custom instructions are available on the Pro plan');
  }
  const hasAvatar = choices.avatarGender !== 'random' || choices.avatarEthnicity !== 'random';
  if (hasAvatar && !entitlements.avatarEnabled) {
    throw new AppError('feature_locked', 'Avatar customization is available on the Pro plan');
  }
  return {
    studio: { ...choices, filter, scene, promoText },
    menu: null,
    foodLock,
    templateName: format.name,
    width: format.width,
    height: format.height,
  };
}

function checkCatalogues(choices: StudioChoices): void {
  const { adjustment, cameraAngle, avatarGender, avatarEthnicity } = choices;
  const isOption = (options: readonly AvatarOption<string>[], id: string) =>
    options.some((option) => option.id === id);
  if (adjustment !== null && !enhancementById(adjustment)) throw new InvalidInputError('Unknown enhancement');
  if (cameraAngle !== null && !cameraAngleById(cameraAngle)) {
    throw new InvalidInputError('Unknown camera angle');
  }
  if (!isOption(avatarGenders, avatarGender) || !isOption(avatarEthnicities, avatarEthnicity)) {
    throw new InvalidInputError('Unknown avatar');
  }
}

/** The text as it is drawn. @throws InvalidInputError for characters that the font does not have */
function drawablePromoText(text: string): string {
  const problem = undrawableText(text);
  if (problem !== undefined) throw new InvalidInputError(problem);
  return tidyPromoText(text);
}

async function resolveFilter(
  userId: string,
  { filter, creationPath: path }: StudioChoices,
  entitlements: Entitlements,
): Promise<StudioChoices['filter']> {
  if (!filter) return null;
  const picked = 'pick' in filter;
  const found = filterById(
    picked ? await readPick(filter.pick, { userId, look: 'filter', path }) : filter.id,
  );
  if (!found) throw new InvalidInputError('Unknown filter');
  if (!picked && !entitlements.choosesLooks) {
    throw new AppError('random_only', 'Upgrade to Starter or Pro to choose specific filters.');
  }
  if (!isFilterAllowed(entitlements, found.id)) {
    throw new AppError('filter_locked', 'This filter is locked in your current plan.');
  }
  return { id: found.id };
}

async function resolveScene(
  userId: string,
  { scene, creationPath: path }: StudioChoices,
  entitlements: Entitlements,
): Promise<StudioChoices['scene']> {
  if (!scene) return null;
  if (!path) throw new InvalidInputError('A scene needs a creation path');
  if ('text' in scene) {
    if (!entitlements.customScenesEnabled) {
      throw new AppError('feature_locked', 'Custom scenes available on Starter and Pro plans');
    }
    return scene;
  }
  const picked = 'pick' in scene;
  const found = sceneById(
    path,
    picked ? await readPick(scene.pick, { userId, look: 'scene', path }) : scene.id,
  );
  if (!found) throw new InvalidInputError('Unknown scene');
  if (!picked && !entitlements.choosesLooks) {
    throw new AppError('random_only', 'Upgrade to Starter or Pro to choose specific scenes.');
  }
  if (!isSceneAllowed(entitlements, found.index)) {
    throw new AppError('scene_locked', 'This scene is locked in your current plan.');
  }
  return { id: found.id };
}

function resolveMenu(menu: MenuChoices, entitlements: Entitlements): ResolvedChoices {
  const platform = platformById(menu.platform);
  if (!platform) throw new InvalidInputError('Unknown platform');
  const imageType = imageTypeById(platform, menu.imageType);
  if (!imageType) throw new InvalidInputError('Unknown image type');
  if (!entitlements.menuEnhancerAccess) {
    throw new AppError('feature_locked', 'Menu Enhancer Pack is Pro only');
  }
  return {
    studio: null,
    menu,
    foodLock: menu.plateStyle === 'current',
    templateName: `${platform.name} ${imageType.name}`,
    ...menuTargetSize(platform.id, imageType.id),
  };
}
