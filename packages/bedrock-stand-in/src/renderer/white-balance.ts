import type { Raster } from './pixels.ts';

/**
 * A pixel's neutrality is its least channel divided by its greatest: 1 for grey and white. A picture has a strong cast
 * if not even this share of its bright pixels is more neutral than STRONG. Measured on about 190 photographs and variants
 * of them: 0.55 and less in three that were made strongly yellow, 0.59 with a plate on a yellow table, 0.6 and more in
 * all others.
 */
const NEUTRAL_SHARE = 0.05;
const STRONG = 0.57;
/** Least value of the greatest channel of a bright pixel. The colour of a darker one is mostly noise. */
const BRIGHT = 0.3;

/**
 * The picture without a strong colour cast, as of a yellow lamp: each channel is scaled until the most neutral bright
 * pixels are grey. In such light a white plate has the colours of food. Other pictures are returned unchanged.
 */
export function removeStrongCast(picture: Raster): Raster {
  const light = lightOf(picture);
  if (!light) return picture;
  const whitest = Math.max(...light);
  const gains = light.map((value) => whitest / value);
  return { ...picture, rgb: picture.rgb.map((value, i) => Math.min(1, value * (gains[i % 3] ?? 1))) };
}

/** Mean colour of the most neutral bright pixels, if these have a strong cast. */
function lightOf({ rgb }: Raster): number[] | undefined {
  const neutrality = new Float32Array(rgb.length / 3).map((_, pixel) => {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(pixel * 3, pixel * 3 + 3);
    const greatest = Math.max(red, green, blue);
    return greatest < BRIGHT ? -1 : Math.min(red, green, blue) / greatest;
  });
  const bright = neutrality.filter((value) => value >= 0).sort();
  const least = bright[Math.floor(bright.length * (1 - NEUTRAL_SHARE))] ?? 1;
  if (least > STRONG) return undefined;
  const sums = [0, 0, 0];
  let pixels = 0;
  for (const [pixel, value] of neutrality.entries()) {
    if (value < least) continue;
    pixels += 1;
    for (let c = 0; c < 3; c++) sums[c] = (sums[c] ?? 0) + (rgb[pixel * 3 + c] ?? 0);
  }
  return sums.map((sum) => Math.max(sum / pixels, 0.01));
}
