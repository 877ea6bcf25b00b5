import { createHash } from 'node:crypto';
import { buildMenuPrompt, negativePrompt, resolveStudioPrompt } from '#shared/domain/prompt.ts';
import type { StoredGeneration } from './generation.ts';

type Choices = Pick<StoredGeneration, 'id' | 'productName' | 'foodLock' | 'studio' | 'menu' | 'test'>;

/**
 * The prompts for the image model, built from a generation's resolved choices.
 * @throws InvalidInputError when the choices break a limit of the prompt.
 */
export function promptOf({ id, productName, foodLock, studio, menu, test }: Choices): {
  prompt: string;
  negativePrompt: string;
} {
  if (test) return { prompt: test.prompt, negativePrompt: test.negativePrompt };
  if (menu) return { prompt: buildMenuPrompt(menu, { productName }), negativePrompt };
  if (!studio) throw new Error('A generation has neither studio nor menu choices');
  const { scene, filter } = studio;
  return resolveStudioPrompt({
    productName,
    formatId: studio.formatId,
    path: studio.creationPath,
    enhancementId: studio.adjustment,
    cameraAngleId: studio.cameraAngle,
    filterId: filter && 'id' in filter ? filter.id : undefined,
    sceneId: scene && 'id' in scene ? scene.id : undefined,
    customScene: scene && 'text' in scene ? scene.text : undefined,
    customInstructions: studio.customPrompt,
    promoPosition: studio.promoText ? studio.promoPosition : undefined,
    avatarGender: studio.avatarGender,
    avatarEthnicity: studio.avatarEthnicity,
    foodLock,
    seed: seedOf(id, 0),
  });
}

/** The seed of a variation. It depends only on the generation, so that a run after a crash draws the same picture. */
export function seedOf(generationId: string, variation: number): number {
  const digest = createHash('sha256').update(`${generationId}#${variation}`).digest();
  return digest.readUInt32BE(0) % 4_294_967_295;
}
