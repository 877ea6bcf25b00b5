import type { CreateGeneration, StudioChoices } from '#shared/api/generations.ts';
import { centred } from '#shared/domain/framing.ts';
import type { Look, SceneLook } from '#web/generations/choices.ts';
import type { WizardState } from './wizard.ts';

/**
 * The request for two variations of the draft: ids, signed picks and the user's own words, never a prompt.
 * @throws Error if format or dish is missing, which the wizard's preconditions exclude
 */
export function generationRequest(state: WizardState, id: string): CreateGeneration {
  const { dish, formatId } = state;
  if (dish === null || formatId === null) throw new Error('A generation needs a format and a dish');
  return {
    kind: 'studio',
    id,
    source: dish.source,
    productName: dish.name.trim(),
    framing: state.framing ?? centred,
    foodLock: state.foodLock,
    studio: {
      formatId,
      creationPath: state.creationPath,
      adjustment: state.adjustment,
      cameraAngle: state.cameraAngle,
      filter: state.filter && lookOf(state.filter),
      scene: state.scene && sceneOf(state.scene),
      customPrompt: state.customPrompt.trim(),
      promoText: state.promoText.trim(),
      promoPosition: state.promoPosition,
      promoLook: state.promoLook,
      avatarGender: state.avatarGender,
      avatarEthnicity: state.avatarEthnicity,
    },
  };
}

function lookOf(look: Look): NonNullable<StudioChoices['filter']> {
  return look.pick === undefined ? { id: look.id } : { pick: look.pick };
}

function sceneOf(scene: SceneLook): StudioChoices['scene'] {
  if (!('text' in scene)) return lookOf(scene);
  const text = scene.text.trim();
  return text === '' ? null : { text };
}
