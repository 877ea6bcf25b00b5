import { blend, edit, type Picture, resizeMask, toPicture } from '#lambdas/pictures/picture.ts';
import { sharp } from '#lambdas/pictures/sharp.ts';
import { onceFor } from '#lambdas/runtime/once-for.ts';
import type { Size } from '#shared/domain/formats.ts';
import type { Adapter, Dish, Drawing } from './adapter.ts';
import { type Development, developDish } from './develop-dish.ts';
import { putDishBack } from './put-dish-back.ts';

/** Strengths of the two variations: a restrained one and a strong one. */
const strengths = [0.6, 1.1] as const;
/** Range by which a strength differs between generations, so that nobody pays for the same pictures twice. */
const spread = 0.3;

/** The dish of the photo, corrected. Computed once: it is used for the picture and for the worker's comparison. */
const retouchedDish = onceFor(
  (drawing: Drawing) => drawing,
  async (drawing): Promise<Dish> => {
    const { photo, dishMask, retouch } = drawing;
    const mask = await dishMask();
    const strength = strengthOf(drawing);
    switch (retouch) {
      case 'warmer_lighting':
        return { mask, developed: developDish(photo, mask.data, warm(strength)) };
      case 'enhance_details':
        return { mask, developed: await bringOut(developDish(photo, mask.data), strength) };
      default:
        return { mask, developed: developDish(photo, mask.data) };
    }
  },
);

/**
 * Corrects the photo as a photographer would, without any model except for the cut-out: dish and place are those of the
 * photo.
 */
export const retouchPhoto: Adapter = {
  name: 'photo-retouch',
  async draw(drawing) {
    const dish = await retouchedDish(drawing);
    if (drawing.retouch !== 'blur_background') return dish.developed;
    return putDishBack(await blurSurroundings(dish, strengthOf(drawing)), dish);
  },
  dishOf: retouchedDish,
};

function strengthOf({ variation, seed }: Drawing): number {
  const strength = strengths[variation % strengths.length] ?? 1;
  return strength * (1 - spread / 2 + (spread * seed) / 2 ** 32);
}

const warm = (strength: number): Development => ({
  saturation: 1.05,
  contrast: 1 + 0.03 * strength,
  warmth: 1 + 0.11 * strength,
});

/**
 * Sharpens edges, and raises local contrast at about the size of a crumb or a leaf. Noise in flat areas is not
 * amplified.
 */
async function bringOut(picture: Picture, strength: number): Promise<Picture> {
  const side = Math.max(picture.width, picture.height);
  // Two pipelines: a second call of the same operation in one pipeline would replace the first.
  const shaped = edit(picture).sharpen({
    sigma: Math.min(10, side / 120),
    m1: 0.25 * strength,
    m2: 0.4 * strength,
  });
  const crisp = edit(await toPicture(shaped)).sharpen({
    sigma: Math.max(0.6, side / 1200),
    m1: 0,
    m2: 1.6 * strength,
  });
  return toPicture(crisp);
}

/** Longer side in pixels of the picture that is blurred: a blur leaves no finer detail. */
const blurredSide = 540;

/**
 * Standard deviations of the slight blur, of the full one, and of the transition between them, as shares of the longer
 * side.
 */
const blurs = { slight: 0.006, full: 0.022, way: 0.05 } as const;

/**
 * Simulates a shallow depth of field: the background behind the dish is blurred from the dish's outline on, the table
 * in front of it gradually. The dish is left out of the blur, which would otherwise spread its colours around it.
 * @param strength About 1.
 */
async function blurSurroundings({ developed, mask }: Dish, strength: number): Promise<Picture> {
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
  const slight = await blurOver(developed, blurs.slight * side, (value) => Math.min(1, value / 0.35));
  return blurOver(slight, blurs.full * side * strength, (value) => value);
}

/**
 * How far each pixel of a small copy of the picture is out of focus, from 0 to 1. The blurred mask gives the distance
 * from the dish: it has half of its value on the outline, where the blur begins at the foot of the dish, and is nearly
 * full behind its top.
 */
async function depthAround(mask: Buffer, size: Size, small: Size): Promise<Float32Array> {
  const { width, height } = small;
  const dish = await resizeMask(mask, size, small);
  const nearness = await sharp(dish, { raw: { ...small, channels: 1 } })
    .blur(blurs.way * Math.max(width, height))
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

/** 0 up to `from`, 1 from `to` on, with a smooth transition. */
function smoothstep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}
