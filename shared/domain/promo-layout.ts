import type { Size } from './formats.ts';
import type { PromoPosition } from './promo-text.ts';
import type { Typeface } from './typeface.ts';

/** Pixels of the picture. */
export interface Rectangle extends Size {
  readonly left: number;
  readonly top: number;
}

/** Promo text as it stands on a picture: lines of type in a block. */
export interface PromoLayout {
  readonly lines: readonly { readonly text: string; readonly left: number; readonly baseline: number }[];
  /** Pixels. */
  readonly fontSize: number;
  /** The box around the lines. */
  readonly block: Rectangle;
}

const maxLines = 3;
const lineHeight = 1.16;
/** From the top of a line to its baseline, in parts of the font size. */
const ascent = 0.9;
/** The largest type, in parts of the picture's width and height. */
const largestType = { ofWidth: 0.085, ofHeight: 0.1 } as const;

/** The largest share of the picture's width and height that the block takes. In the centre it stands on the dish. */
export const promoShare: Readonly<
  Record<PromoPosition, { readonly width: number; readonly height: number }>
> = {
  top: { width: 0.8, height: 0.2 },
  center: { width: 0.8, height: 0.14 },
  bottom: { width: 0.8, height: 0.2 },
};

/**
 * The part of a picture in which text stands. Stories and reels are as high as the phone, whose apps lay their own
 * names and buttons over the top and the bottom of them.
 */
export function promoSafeArea({ width, height }: Size): Rectangle {
  const side = Math.round(Math.min(width, height) * 0.07);
  const isFullScreen = height / width > 1.6;
  const top = isFullScreen ? Math.round(height * 0.13) : side;
  const bottom = isFullScreen ? Math.round(height * 0.18) : side;
  return { left: side, top, width: width - 2 * side, height: height - top - bottom };
}

/**
 * Lays out promo text, which must be tidy and drawable: the largest type in which it fits, in lines of about equal
 * length. Server and preview use the same.
 */
export function layOutPromo(
  typeface: Typeface,
  text: string,
  position: PromoPosition,
  size: Size,
): PromoLayout {
  const { lines, fontSize } = fitText(typeface, text, position, size);
  const safe = promoSafeArea(size);
  const widths = lines.map((line) => typeface.measure(line, fontSize));
  const width = Math.max(...widths);
  const height = lines.length * fontSize * lineHeight;
  const top =
    position === 'top'
      ? safe.top
      : position === 'bottom'
        ? safe.top + safe.height - height
        : (size.height - height) / 2;
  return {
    lines: lines.map((line, index) => ({
      text: line,
      left: (size.width - (widths[index] ?? 0)) / 2,
      baseline: top + index * fontSize * lineHeight + ascent * fontSize,
    })),
    fontSize,
    block: { left: (size.width - width) / 2, top, width, height },
  };
}

/**
 * The layer that puts promo text on a picture, as an SVG document of the picture's size: white type over a soft shade
 * that is no larger than the type needs.
 */
export function promoSvg(typeface: Typeface, text: string, position: PromoPosition, size: Size): string {
  const layout = layOutPromo(typeface, text, position, size);
  const { fontSize } = layout;
  const type = layout.lines
    .map(({ text: line, left, baseline }) => typeface.draw(line, left, baseline, fontSize).path)
    .join('');
  const { block } = layout;
  const shade = {
    left: block.left - shadeBeyond * fontSize,
    top: block.top - shadeBeyond * fontSize,
    width: block.width + 2 * shadeBeyond * fontSize,
    height: block.height + 2 * shadeBeyond * fontSize,
  };
  const blur = fontSize * shadeBlur;
  const reach = 3 * blur;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">
    <defs>
      <filter id="shade" filterUnits="userSpaceOnUse" x="${round(shade.left - reach)}" y="${round(shade.top - reach)}" width="${round(shade.width + 2 * reach)}" height="${round(shade.height + 2 * reach)}"><feGaussianBlur stdDeviation="${round(blur)}"/></filter>
    </defs>
    <rect x="${round(shade.left)}" y="${round(shade.top)}" width="${round(shade.width)}" height="${round(shade.height)}" rx="${round(fontSize * 0.6)}" fill="#120c08" fill-opacity="${shadeOpacity}" filter="url(#shade)"/>
    <path d="${type}" fill="#fff"/>
  </svg>`;
}

/** How far the shade reaches beyond the type before it is half as dark, and how soft it ends; in font sizes. */
const shadeBeyond = 0.8;
const shadeBlur = 0.46;
/** Dark enough for white type on a white picture: a contrast of 4.5 to 1. */
const shadeOpacity = 0.66;

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

/** The largest type in which the text fits into its share on at most three lines. */
function fitText(
  typeface: Typeface,
  text: string,
  position: PromoPosition,
  size: Size,
): { readonly lines: readonly string[]; readonly fontSize: number } {
  const share = promoShare[position];
  const width = size.width * share.width;
  const height = size.height * share.height;
  const largest = Math.min(size.width * largestType.ofWidth, size.height * largestType.ofHeight);
  for (let fontSize = largest; ; fontSize *= 0.94) {
    const lines = breakLines(typeface, text, width, fontSize);
    const fits = lines.length <= maxLines && lines.length * fontSize * lineHeight <= height;
    if (fits) return { lines: balance(typeface, text, lines, width, fontSize), fontSize };
  }
}

/** Breaks at spaces, and inside a word only where the word alone is wider than the line. */
function breakLines(typeface: Typeface, text: string, width: number, fontSize: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (typeface.measure(longer, fontSize) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (typeface.measure(line, fontSize) > width) {
      let head = line;
      while (head.length > 1 && typeface.measure(head, fontSize) > width) head = head.slice(0, -1);
      lines.push(head);
      line = line.slice(head.length);
      if (line === '') break;
    }
  }
  if (line !== '') lines.push(line);
  return lines;
}

/** Narrows the lines while their number stays, so that no single word is left on the last one. */
function balance(
  typeface: Typeface,
  text: string,
  lines: string[],
  width: number,
  fontSize: number,
): readonly string[] {
  let best = lines;
  for (let narrower = width * 0.95; narrower > width * 0.4; narrower *= 0.95) {
    const attempt = breakLines(typeface, text, narrower, fontSize);
    if (attempt.length > lines.length) break;
    best = attempt;
  }
  return best;
}
