import { linkTo, nameOf } from '#lambdas/delivery/download-link.ts';
import { readGeneration } from '#lambdas/generations/generation-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import type { promptTestRoutes } from '#shared/api/prompt-tests.ts';
import type { RouteReply } from '#shared/api/route.ts';
import { generationIdOf, promptTestOwner, type Variant, variants } from './prompt-test-store.ts';

/**
 * A short-lived link to the full file of one side.
 * @throws AppError `not_found`, `not_ready`
 */
export async function downloadPromptTest(
  id: string,
  variant: Variant,
): Promise<RouteReply<typeof promptTestRoutes.downloadPromptTest>> {
  const generation = await readGeneration(promptTestOwner, generationIdOf(id, variant));
  if (!generation) throw new AppError('not_found', 'This prompt test does not exist');
  const [variation] = generation.variations;
  if (generation.state !== 'done' || !variation) throw new AppError('not_ready');
  const { productName, templateName } = generation;
  const file = variation.clean.delivered;
  const index = variants.indexOf(variant);
  return linkTo(file, nameOf(productName, `${templateName} prompt ${variant}`, index, file));
}
