import { decode } from '#lambdas/pictures/picture.ts';
import { sharp } from '#lambdas/pictures/sharp.ts';
import { onceFor } from '#lambdas/runtime/once-for.ts';
import { type Adapter, type Dish, type Drawing, modelSize, toModelInput } from './adapter.ts';
import { developDrawing } from './develop-dish.ts';
import { putDishBack } from './put-dish-back.ts';

/** The dish of the photo, developed. Computed once for both variations. */
const developedDish = onceFor(
  ({ photo }: Drawing) => photo,
  async (drawing): Promise<Dish> => {
    const mask = await drawing.dishMask();
    return { mask, developed: developDrawing(drawing, mask) };
  },
);

/**
 * Lets a model paint the surroundings of the dish, and composites the dish's own pixels over them, developed for the
 * new light, at full resolution, so that the picture shows the dish that is sold.
 */
export const stabilityComposite: Adapter = {
  name: 'stability-composite',
  model: 'inpaint',
  async draw(drawing, call) {
    const { photo, prompt, negativePrompt, seed } = drawing;
    const { width, height } = photo;
    const { data } = await drawing.dishMask();
    const mask = await sharp(data, { raw: { width, height, channels: 1 } })
      .resize({ ...modelSize(photo), fit: 'fill' })
      .negate()
      .toColourspace('b-w')
      .png()
      .toBuffer();
    const file = await call('inpaint', {
      image: await toModelInput(photo),
      mask: mask.toString('base64'),
      prompt,
      negative_prompt: negativePrompt,
      grow_mask: 3,
      seed,
      output_format: 'png',
    });
    return putDishBack(await decode(file, photo, 'fill'), await developedDish(drawing));
  },
  dishOf: developedDish,
};
