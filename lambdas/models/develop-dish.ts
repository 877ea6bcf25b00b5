import type { Picture } from '#lambdas/pictures/picture.ts';
import type { ImageStyleId } from '#shared/domain/menu-styles.ts';
import type { DishMask, Drawing } from './adapter.ts';

/** How a dish is developed, as factors relative to a neutral development. */
export interface Development {
  readonly saturation: number;
  readonly contrast: number;
  /** The factor of red; blue is divided by it. */
  readonly warmth: number;
}

/** The development for each style of the Menu Pack. */
const developments: Readonly<Record<ImageStyleId, Development>> = {
  natural: { saturation: 1.04, contrast: 1, warmth: 1 },
  vibrant: { saturation: 1.28, contrast: 1.05, warmth: 1 },
  professional: { saturation: 1.06, contrast: 1.06, warmth: 1 },
  lifestyle: { saturation: 0.96, contrast: 0.97, warmth: 1.05 },
  premium: { saturation: 1.02, contrast: 1.12, warmth: 1.02 },
};

/** Factors of red, green and blue. */
type Shares = readonly [number, number, number];

/** Rec. 709 weights of red, green and blue in perceived brightness. */
const luma = [0.2126, 0.7152, 0.0722] as const;
const brightnessOf = ([red, green, blue]: Shares) => luma[0] * red + luma[1] * green + luma[2] * blue;

/**
 * Limits the purity (saturation in HSV) of the dish's mean colour: to this factor of the photo's purity, or to
 * `dullUntil` if that is more, because a dim photo is dull. The limit is needed because more contrast makes colours
 * purer: a brown bun becomes red.
 */
const mostPurer = 1.15;
const dullUntil = 0.6;

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/**
 * Develops a photo for its dish as a photographer would: white balance, exposure and a little colour, measured on the
 * dish alone and limited, so that a dim phone photo fits its new light and a good photo changes little. It only changes
 * colours, so that the picture shows the dish that is sold.
 * @param mask One byte for each pixel of the photo; above 200 is dish.
 * @param picture Developed in its place, as the photo would be; the photo itself by default.
 */
export function developDish(
  photo: Picture,
  mask: Buffer,
  style: ImageStyleId | Development = 'natural',
  picture = photo,
): Picture {
  const { black, white, cast, mean } = measure(photo, mask);
  const { contrast, warmth, ...wanted } = typeof style === 'string' ? developments[style] : style;
  const range = Math.max(1, white - black);
  // Dishes of our own good pictures span 145 to 180 levels of brightness, those of dim phone photos 75 to 140. Hardly
  // any contrast (below 30 levels) is taken to be intended. Pale food on a white plate spans few levels as well, so a
  // bright white level reduces the need.
  const need = range < 30 ? 0 : clamp((175 - range) / 55, 0, 1) * clamp((220 - white) / 40, 0, 1);
  const stretch = 1 + need * (clamp(190 / range, 1, 1.9) - 1);
  // A range that stays narrow is placed midway between deep shadow and bright light.
  const darkest = Math.max(14, (14 + 188 - range * stretch) / 2);
  const gain = stretch * contrast;
  // Contrast pivots on the middle, so that bright food does not clip.
  const offset = need * (darkest - black * stretch) - (contrast - 1) * 110;
  const balance = cast.map((factor) => 1 + (factor - 1) * Math.max(0.4, need));
  const [red = 1, green = 1, blue = 1] = balance;
  const gains = [red * warmth * gain, green * gain, (blue / warmth) * gain] as const;
  const lit: Shares = [mean[0] * gains[0], mean[1] * gains[1], mean[2] * gains[2]];
  const saturation = wanted.saturation * saturationWithin(lit, offset, purityOf(mean));
  const row = (channel: number) =>
    luma.map((share, from) => {
      const kept = channel === from ? saturation : 0;
      return (share * (1 - saturation) + kept) * (gains[from] ?? gain);
    }) as [number, number, number];
  return recolour(picture, [row(0), row(1), row(2)], offset);
}

/**
 * Develops the photo of a drawing for its dish, in the image style that was chosen.
 * @param picture Developed in its place, as the photo would be.
 */
export function developDrawing(
  { photo, imageStyle }: Drawing,
  { data, withPlate = data }: DishMask,
  picture = photo,
): Picture {
  return developDish(photo, withPlate, imageStyle, picture);
}

/**
 * The factor of saturation, at most 1, that keeps a colour within the limit of purity.
 * @param lit The colour after its gains; `offset` is added to it.
 * @param purity The colour's purity in the photo.
 */
function saturationWithin(lit: Shares, offset: number, purity: number): number {
  const brightness = brightnessOf(lit);
  const [high, low] = [Math.max(...lit), Math.min(...lit)];
  const most = Math.max(purity * mostPurer, dullUntil);
  // Purity is (high - low) / high; the factor multiplies the distances of both from the brightness.
  const excess = high - low - most * (high - brightness);
  return excess > 0 ? clamp((most * (brightness + offset)) / excess, 0, 1) : 1;
}

function purityOf(colour: Shares): number {
  const high = Math.max(...colour);
  return (high - Math.min(...colour)) / Math.max(1, high);
}

/**
 * Multiplies the colours by a matrix. sharp's `recomb` takes three times as long, because it computes in floating
 * point.
 */
function recolour(
  { data, width, height }: Picture,
  rows: readonly [Shares, Shares, Shares],
  offset: number,
): Picture {
  // Rounds and clamps to a byte.
  const result = new Uint8ClampedArray(data.length);
  const [[r1, r2, r3], [g1, g2, g3], [b1, b2, b3]] = rows;
  for (let at = 0; at < data.length; at += 3) {
    const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    result[at] = r1 * red + r2 * green + r3 * blue + offset;
    result[at + 1] = g1 * red + g2 * green + g3 * blue + offset;
    result[at + 2] = b1 * red + b2 * green + b3 * blue + offset;
  }
  return { data: Buffer.from(result.buffer), width, height };
}

interface Measured {
  /** The 2nd and 98th percentile of the dish's brightness, 0 to 255. */
  readonly black: number;
  readonly white: number;
  /** Factors for red, green and blue that make nearly white or grey pixels neutral. */
  readonly cast: Shares;
  /** Mean red, green and blue of the dish. */
  readonly mean: Shares;
}

function measure({ data }: Picture, mask: Buffer): Measured {
  const histogram = new Uint32Array(256);
  const step = Math.max(1, Math.floor(mask.length / 200_000));
  const grey = [0, 0, 0];
  const sums = [0, 0, 0];
  let counted = 0;
  let greys = 0;
  for (let pixel = 0; pixel < mask.length; pixel += step) {
    if ((mask[pixel] ?? 0) <= 200) continue;
    const first = pixel * 3;
    const [red, green, blue] = [data[first] ?? 0, data[first + 1] ?? 0, data[first + 2] ?? 0];
    const brightness = Math.round(brightnessOf([red, green, blue]));
    histogram[brightness] = (histogram[brightness] ?? 0) + 1;
    counted += 1;
    for (const [channel, value] of [red, green, blue].entries()) sums[channel] = (sums[channel] ?? 0) + value;
    const high = Math.max(red, green, blue);
    // A plate, rice, cream: nearly colourless pixels that are neither in shadow nor clipped.
    if (high < 90 || high > 250 || high - Math.min(red, green, blue) > high * 0.12) continue;
    greys += 1;
    for (const [channel, value] of [red, green, blue].entries()) grey[channel] = (grey[channel] ?? 0) + value;
  }
  const at = (share: number) => {
    let left = counted * share;
    return Math.max(
      0,
      histogram.findIndex((count) => {
        left -= count;
        return left < 0;
      }),
    );
  };
  // With fewer of them, the colour of the light cannot be distinguished from the colour of the food.
  const isTelling = greys > counted * 0.06;
  const middle = grey.reduce((sum, value) => sum + value, 0) / 3;
  const factor = (value = middle) => (isTelling ? clamp(1 + (middle / value - 1) * 0.7, 0.88, 1.12) : 1);
  const meanOf = (sum = 0) => sum / Math.max(1, counted);
  return {
    black: at(0.02),
    white: at(0.98),
    cast: [factor(grey[0]), factor(grey[1]), factor(grey[2])],
    mean: [meanOf(sums[0]), meanOf(sums[1]), meanOf(sums[2])],
  };
}
