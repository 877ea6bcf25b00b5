/** A colour in sRGB; each channel from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A copy of a picture, a few dozen pixels on a side, for the colours under the words. */
export interface SmallPicture {
  readonly width: number;
  readonly height: number;
  /** Three or four bytes a pixel, row by row. */
  readonly data: ArrayLike<number>;
  readonly channels: 3 | 4;
}

/** Longer side of that copy, in pixels. */
const smallPictureSide = 48;

/** Least contrast of readable text (WCAG 2.2, 1.4.3). */
export const readableContrast = 4.5;

export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export function hexOf([red, green, blue]: Rgb): string {
  return `#${[red, green, blue].map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance (WCAG 2.2). */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio (WCAG 2.2): from 1 for equal luminance to 21 for black on white. */
export function contrast(a: Rgb, b: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/** The wanted colour if it is readable on `background`, otherwise black or white. */
export function readableOn(background: string, wanted: string): string {
  const under = rgbOf(background);
  if (contrast(rgbOf(wanted), under) >= readableContrast) return wanted;
  return hexOf(contrast(white, under) >= contrast(black, under) ? white : black);
}

/** A layer between words and picture; its `opacity` is 0 if none is needed. */
export interface Shade {
  readonly fill: '#000000' | '#ffffff';
  readonly opacity: number;
}

/** A shade has a soft edge: at the corners of the words it has this share of its opacity. */
const opacityAtCorners = 0.9;

/**
 * The shade with the least opacity that makes a colour readable on all colours under it: black under light words, white
 * under dark ones. Any colour has a contrast of at least 4.58 to either black or white.
 */
export function shadeFor(color: string, under: readonly Rgb[]): Shade {
  const words = rgbOf(color);
  const isLight = contrast(words, black) >= contrast(words, white);
  const shade = isLight ? black : white;
  const isReadable = (opacity: number) =>
    under.every(
      (each) => contrast(words, blend(each, shade, opacity * opacityAtCorners)) >= readableContrast,
    );
  let opacity = 0;
  while (opacity < 1 && !isReadable(opacity)) opacity = Math.min(1, opacity + 0.01);
  return { fill: isLight ? '#000000' : '#ffffff', opacity: Math.round(opacity * 100) / 100 };
}

export function blend(under: Rgb, over: Rgb, opacity: number): Rgb {
  const mix = (a: number, b: number) => a + (b - a) * opacity;
  return [mix(under[0], over[0]), mix(under[1], over[1]), mix(under[2], over[2])];
}

/**
 * The colours of a part of a picture, whose sides are shares of the picture's. Without a picture, returns the worst
 * case for any colour.
 */
export function colorsUnder(
  picture: SmallPicture | undefined,
  part: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
): readonly Rgb[] {
  if (!picture) return [white, black];
  const { width, height, data, channels } = picture;
  const clamp = (value: number, end: number) => Math.min(end, Math.max(0, value));
  const firstRow = clamp(Math.floor(part.top * height), height - 1);
  const lastRow = clamp(Math.ceil((part.top + part.height) * height) - 1, height - 1);
  const firstColumn = clamp(Math.floor(part.left * width), width - 1);
  const lastColumn = clamp(Math.ceil((part.left + part.width) * width) - 1, width - 1);
  const colors: Rgb[] = [];
  for (let row = firstRow; row <= lastRow; row += 1)
    for (let column = firstColumn; column <= lastColumn; column += 1) {
      const at = (row * width + column) * channels;
      colors.push([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]);
    }
  return colors;
}

/** The size of the small copy of a picture of this size. */
export function smallSize({ width, height }: { readonly width: number; readonly height: number }) {
  const scale = smallPictureSide / Math.max(width, height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
