import { decode } from '#lambdas/pictures/picture.ts';
import type { EditMode } from '#shared/domain/adapters.ts';
import { type Adapter, toModelInput } from './adapter.ts';

/** Weight of the photo's outlines, from 0 to 1: low for a new angle, high for new light. */
const controlStrengths: Partial<Record<EditMode, number>> = { stylise: 0.7, angle: 0.4, relight: 0.9 };

/** Stability's Control Structure: redraws the picture along the photo's own outlines. */
export const stabilityStructure: Adapter = {
  name: 'stability-structure',
  model: 'controlStructure',
  async draw({ editMode, photo, prompt, negativePrompt, seed }, call) {
    const file = await call('controlStructure', {
      image: await toModelInput(photo),
      prompt,
      negative_prompt: negativePrompt,
      control_strength: controlStrengths[editMode] ?? 0.7,
      ...(editMode !== 'stylise' && { style_preset: 'photographic' }),
      seed,
      output_format: 'png',
    });
    return decode(file, photo);
  },
};
