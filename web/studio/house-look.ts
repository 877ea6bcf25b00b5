import type { StudioLook } from '#shared/api/styles.ts';
import { avatarEthnicities, avatarGenders } from '#shared/domain/avatars.ts';
import { cameraAngleById, enhancementById } from '#shared/domain/enhancements.ts';
import { type Entitlements, isFilterAllowed, isSceneAllowed } from '#shared/domain/entitlements.ts';
import { filterById } from '#shared/domain/filters.ts';
import { sceneById } from '#shared/domain/scenes.ts';
import type { Choices } from '#web/generations/choices.ts';
import { initialState } from './wizard.ts';

/** The choices of the studio that a house style sets. */
export type StyledChoices = Omit<Choices, 'formatId' | 'framing'>;

export const noLook: StyledChoices = {
  creationPath: initialState.creationPath,
  foodLock: initialState.foodLock,
  adjustment: initialState.adjustment,
  cameraAngle: initialState.cameraAngle,
  filter: initialState.filter,
  scene: initialState.scene,
  customPrompt: initialState.customPrompt,
  promoText: initialState.promoText,
  promoPosition: initialState.promoPosition,
  promoLook: initialState.promoLook,
  avatarGender: initialState.avatarGender,
  avatarEthnicity: initialState.avatarEthnicity,
};

/** The look of these choices for a house style: a random pick is saved as if it had been chosen. */
export function lookOf(choices: StyledChoices): StudioLook {
  const { creationPath, foodLock, adjustment, cameraAngle, filter, scene } = choices;
  const { customPrompt, promoText, promoPosition, promoLook, avatarGender, avatarEthnicity } = choices;
  return {
    creationPath,
    foodLock,
    adjustment,
    cameraAngle,
    filter: filter && { id: filter.id },
    scene: scene && ('text' in scene ? { text: scene.text } : { id: scene.id }),
    customPrompt,
    promoText,
    promoPosition,
    promoLook,
    avatarGender,
    avatarEthnicity,
  };
}

/** Parts of a look that the plan or the catalogue may lack. */
export type LeftOut = 'filter' | 'scene' | 'customPrompt' | 'avatar';

/** A saved look, limited to what the plan and the catalogues allow now, and the parts that were left out. */
export function allowedLook(
  saved: StudioLook,
  entitlements: Entitlements,
): { readonly look: StyledChoices; readonly left: readonly LeftOut[] } {
  const left: LeftOut[] = [];
  const { choosesLooks, customScenesEnabled, customPromptsEnabled, avatarEnabled } = entitlements;
  const keepIf = <T>(isAllowed: boolean, part: LeftOut, value: T, otherwise: T): T => {
    if (isAllowed) return value;
    if (!left.includes(part)) left.push(part);
    return otherwise;
  };
  const { creationPath, filter, scene } = saved;
  const knownFilter = filter === null ? undefined : filterById(filter.id);
  const isFilterKept =
    filter === null ||
    (choosesLooks && knownFilter !== undefined && isFilterAllowed(entitlements, knownFilter.id));
  const knownScene =
    scene !== null && 'id' in scene && creationPath !== null ? sceneById(creationPath, scene.id) : undefined;
  const isSceneKept =
    scene === null ||
    ('text' in scene
      ? customScenesEnabled
      : choosesLooks && knownScene !== undefined && isSceneAllowed(entitlements, knownScene.index));
  const gender = avatarGenders.find(({ id }) => id === saved.avatarGender)?.id ?? 'random';
  const ethnicity = avatarEthnicities.find(({ id }) => id === saved.avatarEthnicity)?.id ?? 'random';
  const look: StyledChoices = {
    creationPath,
    foodLock: saved.foodLock,
    adjustment: (saved.adjustment && enhancementById(saved.adjustment)?.id) || null,
    // Another angle would redraw the dish.
    cameraAngle: (!saved.foodLock && saved.cameraAngle && cameraAngleById(saved.cameraAngle)?.id) || null,
    filter: keepIf(isFilterKept, 'filter', filter, null),
    scene: keepIf(isSceneKept, 'scene', scene, null),
    customPrompt: keepIf(
      customPromptsEnabled || saved.customPrompt === '',
      'customPrompt',
      saved.customPrompt,
      '',
    ),
    promoText: saved.promoText,
    promoPosition: saved.promoPosition,
    promoLook: saved.promoLook,
    avatarGender: keepIf(avatarEnabled || gender === 'random', 'avatar', gender, 'random'),
    avatarEthnicity: keepIf(avatarEnabled || ethnicity === 'random', 'avatar', ethnicity, 'random'),
  };
  return { look, left };
}
