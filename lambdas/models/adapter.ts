import { edit, type Picture } from '#lambdas/pictures/picture.ts';
import { sharp } from '#lambdas/pictures/sharp.ts';
import { onceFor } from '#lambdas/runtime/once-for.ts';
import type { EditMode } from '#shared/domain/adapters.ts';
import type { Size } from '#shared/domain/formats.ts';
import type { AdapterName } from '#shared/domain/maintenance.ts';
import type { ImageStyleId } from '#shared/domain/menu-styles.ts';
import type { imageModels } from '#shared/image-models.ts';
import type { Retouch } from './edit-modes.ts';

/** The mask of the dish in a photo. */
export interface DishMask {
  /** One byte for each pixel of the photo, 255 for dish. */
  readonly data: Buffer;
  /**
   * The mask of the food with its plate, if the plate is to be replaced. The exposure is measured on it: brown food
   * alone would look as if it were dimly lit.
   */
  readonly withPlate?: Buffer | undefined;
  /** Whether a person corrected it. */
  readonly corrected: boolean;
  /** Whether the mask covers the food alone: false if no plate was found, undefined if the plate stays. */
  readonly foodOnly?: boolean | undefined;
}

/** The input for drawing one variation. */
export interface Drawing {
  readonly editMode: EditMode;
  /** Whether the dish's own pixels must stay. */
  readonly foodLock: boolean;
  /** Whether the photo's own surroundings stay: only light and detail change. */
  readonly keepsSurroundings: boolean;
  /** The customer's photo, normalised, at the size of the result. */
  readonly photo: Picture;
  /** Size in pixels of the file that is delivered, in the photo's ratio. */
  readonly delivered: Size;
  /**
   * The mask of the dish, without its plate if that is to be replaced. Made at the first call.
   * @throws NoDishError and what a model call throws
   */
  readonly dishMask: () => Promise<DishMask>;
  /** Whether a person corrected that mask. */
  readonly isMaskCorrected: boolean;
  /** How the dish is developed if its own pixels stay; `natural` by default. */
  readonly imageStyle?: ImageStyleId | undefined;
  /** The corrections of the photo, if nothing is drawn. */
  readonly retouch?: Retouch | undefined;
  readonly prompt: string;
  readonly negativePrompt: string;
  /** Index of the picture within its generation, from 0. */
  readonly variation: number;
  /** 0 to 4294967294; another seed gives another picture. */
  readonly seed: number;
}

export type ModelName = keyof typeof imageModels;

/**
 * Calls one model with its documented JSON body and returns the file that it made. The implementation handles retries,
 * regions, timeouts and the record of cost.
 * @throws RefusedError, ThrottledError, OutOfTimeError, ModelFailedError
 */
export type CallModel = (model: ModelName, body: Readonly<Record<string, unknown>>) => Promise<Buffer>;

/** The dish of a photo, for comparison with the dish of a picture; photo and mask have the same size. */
export interface Dish {
  /** The photo as developed for its dish. */
  readonly developed: Picture;
  readonly mask: DishMask;
}

/** A way of drawing pictures with one or more models. */
export interface Adapter {
  readonly name: AdapterName;
  /** The model that it draws with; undefined if none. */
  readonly model?: ModelName;
  /** Returns a picture of the photo's size. */
  readonly draw: (drawing: Drawing, call: CallModel) => Promise<Picture>;
  /** The dish that its pictures show, for adapters that keep the photo's dish. */
  readonly dishOf?: (drawing: Drawing) => Promise<Dish>;
}

const megapixel = 1_048_576;

/** JPEG quality of the photo that is sent to the models (customer-product.md section 5). */
const exportQuality = 90;

/** The size of about one megapixel, which the models draw best, in the ratio of `size`; sides are multiples of 8. */
export function modelSize(size: Size): Size {
  const scale = Math.sqrt(megapixel / (size.width * size.height));
  const side = (length: number) => Math.max(64, Math.floor((length * scale) / 8) * 8);
  return { width: side(size.width), height: side(size.height) };
}

/** A picture as the models accept it: about one megapixel, JPEG, base64. Computed once for both variations. */
export const toModelInput = onceFor(
  (picture: Picture) => picture,
  async (picture) => {
    const { width, height } = modelSize(picture);
    const resized = edit(picture).resize({ width, height, fit: 'fill' });
    const file = await resized.jpeg({ quality: exportQuality }).toBuffer();
    return file.toString('base64');
  },
);

/** The alpha channel of a file with transparency, at this size: 255 where the dish is. */
export async function alphaOf(file: Buffer, size: Size): Promise<Buffer> {
  return sharp(file)
    .ensureAlpha()
    .extractChannel('alpha')
    .resize({ width: size.width, height: size.height, fit: 'fill' })
    .raw()
    .toBuffer();
}
