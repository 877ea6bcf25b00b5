import sharp from 'sharp';
import { blend, edit, type Picture, resizeMask, toPicture } from '#lambdas/pictures/picture.ts';
import type { Size } from '#shared/domain/formats.ts';
import type { Adapter, Dish, Drawing } from './adapter.ts';
import { type Development, developDish } from './develop-dish.ts';
import type { Retouch } from './edit-modes.ts';
import { putDishBack } from './put-dish-back.ts';

/** A restrained variation and a strong one, so that there is a choice. */
const strengths: Readonly<
  Record<Retouch, readonly { readonly development?: Development; readonly amount: number }[]>
> = {
  blur_background: [{ amount: 0.6 }, { amount: 1.1 }],
  enhance_details: [{ amount: 0.6 }, { amount: 1.1 }],
  warmer_lighting: [
    { development: { saturation: 1.05, contrast: 1.02, warmth: 1.07 }, amount: 1 },
    { development: { saturation: 1.06, contrast: 1.04, warmth: 1.12 }, amount: 1 },
  ],
};

/** Changes the photo as a photographer would, with no model but the cut-out: the dish and its place are those of the photo. */
export const retouchPhoto: Adapter = {
  name: 'photo-retouch',
  async draw(drawing) {
    const dish = await dishOnce(drawing);
    if (drawing.retouch !== 'blur_background') return dish.developed;
    return putDishBack(await blurSurroundings(dish, strengthOf(drawing).amount), dish);
  },
  dishOf: dishOnce,
};

const dishes = new WeakMap<Drawing, Promise<Dish>>();

/** The worker compares the dish with what was drawn. */
function dishOnce(drawing: Drawing): Promise<Dish> {
  const known = dishes.get(drawing) ?? developed(drawing);
  dishes.set(drawing, known);
  return known;
}

async function developed(drawing: Drawing): Promise<Dish> {
  const { photo, dishMask, retouch } = drawing;
  const { development, amount } = strengthOf(drawing);
  const mask = await dishMask();
  const picture = developDish(photo, mask.data, development);
  return { mask, developed: retouch === 'enhance_details' ? await bringOut(picture, amount) : picture };
}

function strengthOf({ retouch, variation }: Drawing) {
  const choice = retouch && strengths[retouch];
  const strength = choice?.[variation % choice.length];
  if (!strength) throw new Error('The drawing asks for no retouch');
  return strength;
}

/** Sharpens edges, and raises the contrast of what is about as large as a crumb or a leaf. Flat areas keep their noise down. */
async function bringOut(picture: Picture, amount: number): Promise<Picture> {
  const side = Math.max(picture.width, picture.height);
  return toPicture(
    edit(picture)
      .sharpen({ sigma: Math.min(10, side / 120), m1: 0.25 * amount, m2: 0.4 * amount })
      .sharpen({ sigma: Math.max(0.6, side / 1200), m1: 0, m2: 1.6 * amount }),
  );
}

/** Longer side of what is blurred, in pixels: a blur leaves no finer detail. */
const blurredSide = 540;

/** Standard deviations of the slight blur, of the full one, and of the way from one to the other, as shares of the longer side. */
const spreads = { slight: 0.006, full: 0.022, way: 0.05 } as const;

/**
 * A shallow depth of field: what lies behind the dish is blurred from its outline on, the table before it more and more. The
 * dish is left out of the blur, which would otherwise spread its colours around it.
 *
 * @param amount strength of the full blur, about 1.
 */
async function blurSurroundings({ developed, mask }: Dish, amount: number): Promise<Picture> {
  const size = { width: developed.width, height: developed.height };
  const scale = Math.min(1, blurredSide / Math.max(size.width, size.height));
  const small = { width: Math.ceil(size.width * scale), height: Math.ceil(size.height * scale) };
  const side = Math.max(small.width, small.height);
  const opacity = Buffer.from(mask.data.map((value) => 255 - value));
  // Two pipelines: sharp joins channels after it resizes.
  const joined = await edit(developed)
    .joinChannel(opacity, { raw: { ...size, channels: 1 } })
    .raw()
    .toBuffer();
  const around = await sharp(joined, { raw: { ...size, channels: 4 } })
    .resize({ ...small, fit: 'fill' })
    .raw()
    .toBuffer();
  const blurred = async (sigma: number) => {
    // sharp weights colours by their opacity when it blurs.
    const soft = sharp(around, { raw: { ...small, channels: 4 } })
      .blur(Math.max(0.3, sigma))
      .removeAlpha();
    return toPicture(edit(await toPicture(soft)).resize({ ...size, fit: 'fill' }));
  };
  const depth = await depthAround(mask.data, size, small);
  const blurOver = async (picture: Picture, sigma: number, opacityAt: (depth: number) => number) => {
    const blur = Buffer.from(depth.map((value) => Math.round(255 * opacityAt(value))));
    return blend(picture, await blurred(sigma), await resizeMask(blur, small, size));
  };
  const slight = await blurOver(developed, spreads.slight * side, (value) => Math.min(1, value / 0.35));
  return blurOver(slight, spreads.full * side * amount, (value) => value);
}

/** How far each pixel of a small copy of the picture is out of focus, from 0 to 1. */
async function depthAround(mask: Buffer, size: Size, small: Size): Promise<Float32Array> {
  const { width, height } = small;
  const dish = await resizeMask(mask, size, small);
  const nearness = await sharp(dish, { raw: { ...small, channels: 1 } })
    .blur(spreads.way * Math.max(width, height))
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const rows = Array.from({ length: height }, (_, y) =>
    dish.subarray(y * width, (y + 1) * width).some((value) => value > 127),
  );
  const [top, foot] = [rows.indexOf(true), rows.lastIndexOf(true)];
  return Float32Array.from(nearness, (near, pixel) => {
    const behind = smoothstep(0.1, 0.6, (foot - Math.floor(pixel / width)) / Math.max(1, foot - top));
    return 1 - smoothstep(0.02 + 0.38 * behind, 0.5 + 0.45 * behind, near / 255);
  });
}

/** 0 up to `from`, 1 from `to` on, smooth in between. */
function smoothstep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}
