import sharp from 'sharp';
import { decode, edit, type Picture, toPicture } from '#lambdas/pictures/picture.ts';
import {
  type Adapter,
  alphaOf,
  type CallModel,
  type Dish,
  type Drawing,
  modelSize,
  toModelInput,
} from './adapter.ts';
import { developDish } from './develop-dish.ts';
import { ModelFailedError } from './model-error.ts';

/**
 * Cuts the dish out, has its surroundings painted, and puts the dish's own pixels back, developed for the new
 * light, at full resolution, so that the picture shows the dish that is sold.
 */
export const stabilityComposite: Adapter = {
  name: 'stability-composite',
  provenance: 'compositeWithTrainedAlgorithmicMedia',
  async draw(drawing, call) {
    const { photo, prompt, negativePrompt, seed } = drawing;
    const cutOut = await cutOutOnce(photo, call);
    const size = modelSize(photo);
    const mask = await sharp(await dishMask(cutOut, size), { raw: { ...size, channels: 1 } })
      .negate()
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
    return putDishBack(await decode(file, photo, 'fill'), await dishOnce(drawing, call));
  },
  dishOf: dishOnce,
};

const cutOuts = new WeakMap<Picture, Promise<Buffer>>();

/** Both variations share one cut-out, or one failed call, because it does not depend on the seed. */
function cutOutOnce(photo: Picture, call: CallModel): Promise<Buffer> {
  const known = cutOuts.get(photo) ?? cutOut(photo, call);
  cutOuts.set(photo, known);
  return known;
}

async function cutOut(photo: Picture, call: CallModel): Promise<Buffer> {
  return call('removeBackground', { image: await toModelInput(photo), output_format: 'png' });
}

const dishes = new WeakMap<Picture, Promise<Dish>>();

/** Both variations show the same dish. */
function dishOnce(drawing: Drawing, call: CallModel): Promise<Dish> {
  const known = dishes.get(drawing.photo) ?? developed(drawing, call);
  dishes.set(drawing.photo, known);
  return known;
}

async function developed({ photo, imageStyle }: Drawing, call: CallModel): Promise<Dish> {
  const mask = await alphaOf(await cutOutOnce(photo, call), photo);
  return { mask, developed: await developDish(photo, mask, imageStyle) };
}

/**
 * @throws ModelFailedError when the cut-out has hardly any or nearly all pixels, so that it shows no dish.
 */
async function dishMask(cutOut: Buffer, size: { width: number; height: number }): Promise<Buffer> {
  const mask = await alphaOf(cutOut, size);
  let covered = 0;
  for (const alpha of mask) covered += alpha / 255;
  const share = covered / mask.length;
  if (share < 0.02 || share > 0.97) throw new ModelFailedError(`The cut-out covers ${share} of the photo`);
  return mask;
}

/** All at the photo's size. */
async function putDishBack(surroundings: Picture, { developed, mask }: Dish): Promise<Picture> {
  const { width, height } = developed;
  // A soft edge hides the seam between the two light situations.
  const softMask = await sharp(mask, { raw: { width, height, channels: 1 } })
    .blur(Math.max(0.8, Math.max(width, height) / 1200))
    // Without it, sharp returns three channels after a blur.
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const dish = await edit(developed)
    .joinChannel(softMask, { raw: { width, height, channels: 1 } })
    .raw()
    .toBuffer();
  return toPicture(edit(surroundings).composite([{ input: dish, raw: { width, height, channels: 4 } }]));
}
