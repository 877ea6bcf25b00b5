import { alphaOf, type CallModel, modelSize, toModelInput } from '#lambdas/models/adapter.ts';
import { NoDishError } from '#lambdas/models/model-error.ts';
import { type Picture, type Place, toPicture } from '#lambdas/pictures/picture.ts';
import { sharp } from '#lambdas/pictures/sharp.ts';
import type { CutOutFindings } from '#shared/api/photos.ts';
import { dishPlace, type Mask } from '#shared/domain/dish-place.ts';
import type { FileFacts } from '#shared/domain/file-facts.ts';
import type { Size } from '#shared/domain/formats.ts';
import { isTooLong } from '#shared/domain/photo-shape.ts';
import { findingsOf, keepMore } from './mask-findings.ts';
import { decodePhoto, uprightSizeOf } from './normalise-photo.ts';

/**
 * Greatest aspect ratio of the picture that the model receives. Its limit is 2.5; rounding the sides may add a little.
 */
const widestRatio = 2.4;

/** The cut-out of a whole photo. */
export interface CutOut extends Size {
  /** The mask as a greyscale PNG. */
  readonly png: Buffer;
  readonly findings: CutOutFindings;
  readonly dish: FileFacts['dish'];
  /** Pixels of the upright photo. */
  readonly upright: Size;
}

/**
 * Cuts out the dish of a photo. The model gets the whole photo at about one megapixel, independent of later formats.
 * @throws UnreadablePhotoError, NoDishError for a photo that is too long and narrow, and what `call` throws.
 */
export async function makeCutOut(file: Uint8Array, call: CallModel): Promise<CutOut> {
  const { picture, part, upright } = await placeWhole(file);
  const whole = await maskOf(picture, call);
  const { width, height } = part;
  const data = await grey(whole).extract(part).toColourspace('b-w').raw().toBuffer();
  const mask = { data, width, height };
  const png = await grey(mask).toColourspace('b-w').png().toBuffer();
  return { png, width, height, findings: findingsOf(mask), dish: dishPlace(mask), upright };
}

/**
 * The whole upright photo at about a megapixel, as the input of a model that finds objects in it, and the part of that
 * picture that shows the photo.
 * @throws UnreadablePhotoError, NoDishError for a photo that is too long and narrow.
 */
export async function placeWhole(
  file: Uint8Array,
): Promise<{ picture: Picture; part: Place & Size; upright: Size }> {
  const upright = await uprightSizeOf(file);
  if (isTooLong(upright))
    throw new NoDishError(
      'This photo is too long and narrow to find a dish in it. Please choose another one.',
    );
  const { canvas, part } = placeOnCanvas(upright);
  const { left, top, width, height } = part;
  const picture = await decodePhoto(file, (photo) =>
    toPicture(
      photo.resize({ width, height, fit: 'fill' }).extend({
        left,
        top,
        right: canvas.width - width - left,
        bottom: canvas.height - height - top,
        // Continues a dish that touches an edge beyond that edge, so that the model does not end it there.
        extendWith: 'copy',
      }),
    ),
  );
  return { picture, part, upright };
}

/**
 * The mask of a picture, at its size, from a model that removes backgrounds; keeps more of the picture where the model
 * is unsure.
 */
async function maskOf(picture: Picture, call: CallModel): Promise<Mask> {
  const { width, height } = picture;
  const file = await call('removeBackground', { image: await toModelInput(picture), output_format: 'png' });
  return keepMore({ data: await alphaOf(file, picture), width, height });
}

/** Starts a sharp pipeline on a mask. */
function grey({ data, width, height }: Mask) {
  return sharp(data, { raw: { width, height, channels: 1 } });
}

/** The size of the model's input, and where the photo lies in it. The photo fills it unless it is too long. */
function placeOnCanvas(upright: Size) {
  const width = Math.max(upright.width, Math.ceil(upright.height / widestRatio));
  const height = Math.max(upright.height, Math.ceil(upright.width / widestRatio));
  const canvas = modelSize({ width, height });
  const part = {
    width: Math.round((canvas.width * upright.width) / width),
    height: Math.round((canvas.height * upright.height) / height),
  };
  const [left, top] = [canvas.width - part.width, canvas.height - part.height].map((room) =>
    Math.floor(room / 2),
  );
  return { canvas, part: { ...part, left: left ?? 0, top: top ?? 0 } };
}
