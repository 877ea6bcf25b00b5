import { decode } from '#lambdas/pictures/picture.ts';
import type { EditMode } from '#shared/domain/adapters.ts';
import { type Adapter, toModelInput } from './adapter.ts';

/** How far the result may depart from the photo, from 0 (not at all) to 1. */
const strengths: Partial<Record<EditMode, number>> = { stylise: 0.65, angle: 0.7, relight: 0.4 };

/** Stable Diffusion 3.5 Large, image to image: keeps less of the dish. The fallback when Control Structure fails. */
export const sd35ImageToImage: Adapter = {
  name: 'sd35-image-to-image',
  model: 'sd35Large',
  async draw({ editMode, photo, prompt, negativePrompt, seed }, call) {
    const file = await call('sd35Large', {
      mode: 'image-to-image',
      image: await toModelInput(photo),
      prompt,
      negative_prompt: negativePrompt,
      strength: strengths[editMode] ?? 0.6,
      seed,
      output_format: 'png',
    });
    return decode(file, photo);
  },
};
