import { type CallModel, toModelInput } from '#lambdas/models/adapter.ts';
import { decode, edit, type Picture } from '#lambdas/pictures/picture.ts';
import { sharp } from '#lambdas/pictures/sharp.ts';
import type { Size } from '#shared/domain/formats.ts';
import { placeWhole } from './make-cut-out.ts';
import { areasOf } from './mask-findings.ts';

/** A colour that neither tableware nor food has: where the model painted it, the photo changed. */
const markerPrompt = 'A flat, plain, bright magenta surface of one colour.';

/**
 * Levels of 255 in one channel. Encoding changes less than the first; painting changes any plate by more than the
 * second.
 */
const changedFrom = 32;
const changedTo = 72;

/** Sigma of the blur that removes single pixels from the comparison, as a share of the longer side. */
const noise = 1 / 500;

/**
 * Finds the plate, bowl or board under the food: a model that replaces a named object paints it in one colour, and the
 * pixels that changed are the plate. Returns a greyscale PNG of the whole upright photo, black if the photo shows no
 * plate.
 * @throws UnreadablePhotoError, NoDishError, and what `call` throws.
 */
export async function findPlate(file: Uint8Array, call: CallModel): Promise<Buffer> {
  const { picture, part } = await placeWhole(file);
  const image = await toModelInput(picture);
  const marked = await call('searchReplace', {
    image,
    prompt: markerPrompt,
    search_prompt: 'plate',
    grow_mask: 3,
    seed: 1,
    output_format: 'png',
  });
  // Compared with the picture that the model received, because encoding had changed that, too.
  const given = await decode(Buffer.from(image, 'base64'), picture, 'fill');
  const changed = changeBetween(await smooth(given), await smooth(await decode(marked, picture, 'fill')));
  return sharp(changed, { raw: { width: picture.width, height: picture.height, channels: 1 } })
    .extract(part)
    .toColourspace('b-w')
    .png()
    .toBuffer();
}

/**
 * Sigma of the blur after which a strip of a few pixels is nowhere above `insideFood`, as a share of the longer side.
 */
const strip = 3 / 1000;
/** Mask values of 255 after that blur: inside of food, and beside it. */
const insideFood = 204;
const besideFood = 8;
/** Distance within which thin garnish may reach beyond the food, as a multiple of that sigma. */
const garnish = 4;

/**
 * The food of a dish: the dish without its plate. Removes isolated strips and specks, which are remains of the plate's
 * rim where the two masks differ a little; keeps thin garnish that begins at the food.
 * @param dish Like `plate`, a mask of one byte a pixel.
 */
export async function withoutPlate(dish: Buffer, plate: Buffer, size: Size): Promise<Buffer> {
  const { width, height } = size;
  const food = Buffer.from(
    dish.map((value, pixel) => Math.round((value * (255 - (plate[pixel] ?? 0))) / 255)),
  );
  const sigma = Math.max(0.3, Math.max(width, height) * strip);
  const blurred = (mask: Buffer, times = 1) =>
    sharp(mask, { raw: { width, height, channels: 1 } })
      .blur(sigma * times)
      .toColourspace('b-w')
      .raw()
      .toBuffer();
  const core = await blurred(food);
  const wide = await blurred(Buffer.from(core.map((value) => (value >= insideFood ? 255 : 0))), garnish);
  const near = food.map((value, pixel) => ((wide[pixel] ?? 0) >= besideFood ? value : 0));
  const kept = Buffer.alloc(food.length);
  for (const { runs } of areasOf({ data: near, width, height }, true)) {
    const isFood = runs.some(({ start, end }) =>
      core.subarray(start, end).some((value) => value >= insideFood),
    );
    if (isFood) for (const { start, end } of runs) kept.fill(255, start, end);
  }
  const beside = await blurred(kept);
  return Buffer.from(food.map((value, pixel) => ((beside[pixel] ?? 0) >= besideFood ? value : 0)));
}

/** Greatest share of the plate of a cut-out that a corrected mask keeps if a person has removed the plate. */
const mostPlateLeft = 0.5;

/**
 * Whether a person has removed the plate from a cut-out. Then the corrected mask is the food, even where a model takes
 * food for plate. What the model marked outside of the cut-out is ignored. Masks as in `withoutPlate`.
 */
export function leavesPlateOut(corrected: Buffer, cutOut: Buffer, plate: Buffer): boolean {
  let [found, left] = [0, 0];
  for (let pixel = 0; pixel < plate.length; pixel += 1) {
    const value = Math.min(plate[pixel] ?? 0, cutOut[pixel] ?? 0);
    found += value;
    left += Math.min(value, corrected[pixel] ?? 0);
  }
  return left < found * mostPlateLeft;
}

async function smooth(picture: Picture): Promise<Buffer> {
  const sigma = Math.max(picture.width, picture.height) * noise;
  return edit(picture).blur(sigma).raw().toBuffer();
}

/**
 * For each pixel, the certainty that it changed, 0 to 255.
 * @param before RGB, like `after`.
 */
function changeBetween(before: Buffer, after: Buffer): Buffer {
  const changed = Buffer.alloc(before.length / 3);
  for (let pixel = 0; pixel < changed.length; pixel += 1) {
    let most = 0;
    for (let at = pixel * 3; at < pixel * 3 + 3; at += 1)
      most = Math.max(most, Math.abs((before[at] ?? 0) - (after[at] ?? 0)));
    changed[pixel] = Math.min(255, Math.max(0, ((most - changedFrom) * 255) / (changedTo - changedFrom)));
  }
  return changed;
}
