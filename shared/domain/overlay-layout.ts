import { colorsUnder, readableOn, type Shade, type SmallPicture, shadeFor } from './contrast.ts';
import type { Size } from './formats.ts';
import { type Overlay, type OverlayFont, type OverlayPart, type TextPart, textParts } from './overlay.ts';
import type { Ink, Typeface } from './typeface.ts';
import { directionOf, hasRightToLeft } from './visual-order.ts';

/** A rectangle in pixels of the picture. */
export interface Rectangle extends Size {
  readonly left: number;
  readonly top: number;
}

interface Line {
  /** The text in the order and forms in which it is drawn. */
  readonly text: string;
  readonly left: number;
  readonly baseline: number;
}

/** A text with its place on a picture: lines of type in a block. */
export interface TextLayout {
  readonly part: TextPart;
  readonly lines: readonly Line[];
  /** In pixels. */
  readonly fontSize: number;
  readonly color: string;
  /** The box around all ink, or the price's badge. */
  readonly block: Rectangle;
  /** The colour of the badge behind a price. */
  readonly badge?: string;
  readonly shade?: Shade;
}

export interface OverlayLayout {
  readonly texts: readonly TextLayout[];
  /** Where the logo is drawn; undefined if there is none. */
  readonly logo: Rectangle | undefined;
}

/** What is needed to draw an overlay. */
export interface OverlaySetting {
  readonly typeface: Typeface;
  /** Size of the picture, in pixels. */
  readonly size: Size;
  /** The picture under the words, for their contrast. */
  readonly under?: SmallPicture | undefined;
  /** The logo's own size, in any unit. */
  readonly logo?: Size | undefined;
}

/** Greatest share of the picture's width and height for each part; together at most 39 % of the picture's area. */
export const partShare: Readonly<Record<OverlayPart, Size>> = {
  headline: { width: 0.8, height: 0.2 },
  subheadline: { width: 0.8, height: 0.12 },
  price: { width: 0.45, height: 0.14 },
  logo: { width: 0.4, height: 0.18 },
};

/** Greatest font size of each part, as shares of the picture's width and height, and its greatest number of lines. */
const largestType: Readonly<Record<TextPart, Size & { readonly lines: number }>> = {
  headline: { width: 0.085, height: 0.1, lines: 3 },
  subheadline: { width: 0.045, height: 0.053, lines: 3 },
  price: { width: 0.07, height: 0.08, lines: 1 },
};

/** Factor that makes different fonts look equally large. */
const fontScale: Readonly<Record<OverlayFont, number>> = {
  inter: 1,
  playfair: 1,
  oswald: 1,
  lobster: 1.08,
  caveat: 1.3,
};

/** Least font size for whole words, as a share of the largest font size. Smaller words are broken instead. */
const smallestWhole = 0.5;

const lineHeight = 1.16;
/** From the top of a line to its baseline, and below it, as multiples of the font size. */
const ascent = 0.9;
const descent = lineHeight - ascent;
/** Padding around a price, as multiples of the font size. */
const badgePadding = { x: 0.5, y: 0.2 } as const;

/**
 * The part of a picture in which words may be placed. Stories and reels fill the phone's screen, and their apps draw
 * names and buttons over the top and the bottom.
 */
export function safeArea({ width, height }: Size): Rectangle {
  const side = Math.round(Math.min(width, height) * 0.07);
  const isFullScreen = height / width > 1.6;
  const top = isFullScreen ? Math.round(height * 0.13) : side;
  const bottom = isFullScreen ? Math.round(height * 0.18) : side;
  return { left: side, top, width: width - 2 * side, height: height - top - bottom };
}

/**
 * Lays out an overlay whose texts are tidy and drawable. Each text gets the largest font size at which it fits its
 * share, in lines of about equal length; headline and subheadline are moved apart if they overlap. Server and editor
 * use the same layout.
 */
export function layOutOverlay(overlay: Overlay, setting: OverlaySetting): OverlayLayout {
  const { size, logo } = setting;
  const place = overlay.places.logo;
  const texts = textParts
    .filter((part) => overlay[part] !== '')
    .map((part) => layOutText(overlay, part, setting));
  return {
    texts: withRoom(texts, safeArea(size)).map((text) => colored(text, overlay, setting)),
    logo:
      overlay.logo && logo
        ? placeBox(fitBox(logo, scaled(shareOf('logo', size), place.size)), place, size)
        : undefined,
  };
}

/** A text without its colours. */
type PlacedText = Pick<TextLayout, 'part' | 'lines' | 'fontSize' | 'block'>;

function layOutText(overlay: Overlay, part: TextPart, setting: OverlaySetting): PlacedText {
  const { typeface, size } = setting;
  const place = overlay.places[part];
  const direction = directionOf(overlay[part]);
  const { lines, fontSize } = fitText(overlay, part, setting);
  const arranged = lines.map((line) => typeface.arrange(line, direction));
  const widths = arranged.map((line) => typeface.measure(line, fontSize));
  const inks = arranged.map((line) => typeface.ink(line, fontSize));
  const edges = edgesOf(inks, widths, fontSize, part === 'price');
  const content = {
    width: edges.left + edges.width + edges.right,
    height: edges.above + (lines.length - 1) * fontSize * lineHeight + edges.below,
  };
  const block = placeBox(content, place, size);
  // Near a vertical edge of the picture, lines are aligned to that edge.
  const alignment = place.x < 0.25 ? 0 : place.x > 0.75 ? 1 : 0.5;
  const placed = arranged.map((line, index) => ({
    text: line,
    left: block.left + edges.left + (edges.width - (widths[index] ?? 0)) * alignment,
    baseline: block.top + edges.above + index * fontSize * lineHeight,
  }));
  return { part, lines: placed, fontSize, block };
}

/** Space between headline and subheadline, as a multiple of the headline's font size. */
const gap = 0.12;

/** Moves headline and subheadline apart if they overlap. Their shares leave room for that in any case. */
function withRoom(texts: readonly PlacedText[], safe: Rectangle): readonly PlacedText[] {
  const [headline, subheadline, ...rest] = texts;
  if (headline?.part !== 'headline' || subheadline?.part !== 'subheadline') return texts;
  if (!overlap(headline.block, subheadline.block)) return texts;
  const isBelow = middleOf(subheadline.block) >= middleOf(headline.block);
  const [upper, lower] = isBelow ? [headline, subheadline] : [subheadline, headline];
  const apart = upper.block.height + gap * headline.fontSize;
  const lowest = safe.top + safe.height - lower.block.height;
  const lowerTop = Math.min(upper.block.top + apart, lowest);
  const moved = [movedTo(upper, Math.min(upper.block.top, lowerTop - apart)), movedTo(lower, lowerTop)];
  return [...(isBelow ? moved : moved.reverse()), ...rest];
}

function overlap(a: Rectangle, b: Rectangle): boolean {
  const meet = (from: number, length: number, other: number, otherLength: number) =>
    from < other + otherLength && other < from + length;
  return meet(a.left, a.width, b.left, b.width) && meet(a.top, a.height, b.top, b.height);
}

function middleOf({ top, height }: Rectangle): number {
  return top + height / 2;
}

function movedTo(text: PlacedText, top: number): PlacedText {
  const by = top - text.block.top;
  return {
    ...text,
    block: { ...text.block, top },
    lines: text.lines.map((line) => ({ ...line, baseline: line.baseline + by })),
  };
}

function colored(text: PlacedText, { colors }: Overlay, { size, under }: OverlaySetting): TextLayout {
  if (text.part === 'price')
    return { ...text, color: readableOn(colors.background, colors.price), badge: colors.background };
  const color = colors[text.part];
  const shade = shadeFor(color, colorsUnder(under, sharesOf(text.block, size)));
  return { ...text, color, ...(shade.opacity > 0 && { shade }) };
}

/** How far a block extends around its lines, so that it contains all ink, even of accents and flourishes. */
function edgesOf(inks: readonly Ink[], widths: readonly number[], fontSize: number, isPrice: boolean) {
  const width = Math.max(...widths);
  const inkLeft = Math.max(...inks.map(({ left }) => left));
  const inkRight = Math.max(...inks.map(({ right }, index) => right - (widths[index] ?? 0)), 0);
  const inkAbove = Math.max(...inks.map(({ above }, index) => above - index * fontSize * lineHeight));
  const inkBelow = Math.max(
    ...inks.map(({ below }, index) => below - (inks.length - 1 - index) * fontSize * lineHeight),
  );
  const padding = isPrice ? badgePadding : { x: 0, y: 0 };
  return {
    width,
    left: inkLeft + padding.x * fontSize,
    right: inkRight + padding.x * fontSize,
    above: Math.max(ascent * fontSize, inkAbove) + padding.y * fontSize,
    below: Math.max(descent * fontSize, inkBelow) + padding.y * fontSize,
  };
}

/** The largest font size at which a text fits into its share with whole words; if that is too small, with broken words. */
function fitText(
  overlay: Overlay,
  part: TextPart,
  { typeface, size }: OverlaySetting,
): { readonly lines: readonly string[]; readonly fontSize: number } {
  const text = overlay[part];
  const { lines: maxLines, ...type } = largestType[part];
  const scale = overlay.places[part].size;
  const share = scaled(shareOf(part, size), scale);
  const widest = Math.min(size.width * type.width, size.height * type.height);
  const direction = directionOf(text);
  const isPrice = part === 'price';
  const fits = (lines: readonly string[], fontSize: number) => {
    const arranged = lines.map((line) => typeface.arrange(line, direction));
    const inks = arranged.map((line) => typeface.ink(line, fontSize));
    const widths = arranged.map((line) => typeface.measure(line, fontSize));
    const { left, width, right, above, below } = edgesOf(inks, widths, fontSize, isPrice);
    const height = above + (lines.length - 1) * fontSize * lineHeight + below;
    return height <= share.height && left + width + right <= share.width;
  };
  const linesIn = (fontSize: number) => {
    const broken = breakLines(typeface, text, share.width, fontSize);
    if (broken.length > maxLines) return undefined;
    const lines = balance(typeface, text, broken, share.width, fontSize);
    return fits(lines, fontSize) ? lines : undefined;
  };
  const largest = widest * scale * fontScale[overlay.font];
  for (let fontSize = largest; fontSize >= largest * smallestWhole; fontSize *= 0.94) {
    const lines = longestWord(typeface, text, fontSize) <= share.width ? linesIn(fontSize) : undefined;
    if (lines) return { lines, fontSize };
  }
  for (let fontSize = largest; ; fontSize *= 0.94) {
    const lines = linesIn(fontSize);
    if (lines) return { lines, fontSize };
  }
}

function shareOf(part: OverlayPart, { width, height }: Size): Size {
  const share = partShare[part];
  return { width: width * share.width, height: height * share.height };
}

function scaled({ width, height }: Size, scale: number): Size {
  return { width: width * scale, height: height * scale };
}

/** The largest box of the same aspect ratio that fits. */
function fitBox(box: Size, into: Size): Size {
  return scaled(box, Math.min(into.width / box.width, into.height / box.height));
}

/** A box at a place of the safe area, clamped to that area. */
function placeBox(box: Size, { x, y }: { readonly x: number; readonly y: number }, size: Size): Rectangle {
  const safe = safeArea(size);
  return {
    ...box,
    left: safe.left + (safe.width - box.width) * x,
    top: safe.top + (safe.height - box.height) * y,
  };
}

/** The place of a box whose top left corner is at these pixels, clamped to the safe area. */
export function placeAt(
  { left, top, width, height }: Rectangle,
  size: Size,
): { readonly x: number; readonly y: number } {
  const safe = safeArea(size);
  const along = (from: number, room: number, fallback: number) =>
    room <= 0 ? fallback : Math.min(1, Math.max(0, from / room));
  return {
    x: along(left - safe.left, safe.width - width, 0.5),
    y: along(top - safe.top, safe.height - height, 0.5),
  };
}

function sharesOf({ left, top, width, height }: Rectangle, size: Size): Rectangle {
  return {
    left: left / size.width,
    top: top / size.height,
    width: width / size.width,
    height: height / size.height,
  };
}

/**
 * The words of an overlay as an SVG document of the picture's size: type as paths, over a soft shade if the picture
 * needs one. The logo is not included.
 */
export function overlaySvg(layout: OverlayLayout, typeface: Typeface, size: Size): string {
  const texts = layout.texts.map((text) => textSvg(text, typeface));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">${texts.join('')}</svg>`;
}

/**
 * Distance beyond the type at which a shade has half of its opacity, and width of its soft edge, as multiples of the
 * font size.
 */
const shadeBeyond = 0.8;
const shadeBlur = 0.46;

function textSvg(
  { part, lines, fontSize, color, block, badge, shade }: TextLayout,
  typeface: Typeface,
): string {
  const type = lines
    .map(({ text, left, baseline }) => typeface.draw(text, left, baseline, fontSize))
    .join('');
  return [
    shade ? shadeSvg(part, block, fontSize, shade) : '',
    badge === undefined
      ? ''
      : `<rect ${boxOf(block)} rx="${round(Math.min(block.height / 2, fontSize))}" fill="${badge}"/>`,
    `<path d="${type}" fill="${color}"/>`,
  ].join('');
}

function shadeSvg(id: string, block: Rectangle, fontSize: number, { fill, opacity }: Shade): string {
  const shade = grown(block, shadeBeyond * fontSize);
  const blur = fontSize * shadeBlur;
  const region = grown(shade, 3 * blur);
  return [
    `<filter id="${id}" filterUnits="userSpaceOnUse" ${boxOf(region)}>`,
    `<feGaussianBlur stdDeviation="${round(blur)}"/></filter>`,
    `<rect ${boxOf(shade)} rx="${round(fontSize * 0.6)}" fill="${fill}" fill-opacity="${opacity}" filter="url(#${id})"/>`,
  ].join('');
}

function grown({ left, top, width, height }: Rectangle, by: number): Rectangle {
  return { left: left - by, top: top - by, width: width + 2 * by, height: height + 2 * by };
}

function boxOf({ left, top, width, height }: Rectangle): string {
  return `x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${round(height)}"`;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

/** Width of the longest word in pixels. */
function longestWord(typeface: Typeface, text: string, fontSize: number): number {
  return Math.max(...text.split(' ').map((word) => typeface.measure(word, fontSize)));
}

/** Breaks lines at spaces, and inside a word, with a hyphen, only if the word alone is wider than the line. */
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
      let length = Math.max(1, line.length - 1);
      while (length > 1 && typeface.measure(headOf(line, length), fontSize) > width) length -= 1;
      lines.push(headOf(line, length));
      line = line.slice(length);
    }
  }
  if (line !== '') lines.push(line);
  return lines;
}

/** The first part of a broken word, with a hyphen between two letters of an alphabet that has it. */
function headOf(word: string, length: number): string {
  const head = word.slice(0, length);
  const isHyphenated = /\p{L}$/u.test(head) && /^\p{L}/u.test(word.slice(length)) && !hasRightToLeft(word);
  return isHyphenated ? `${head}-` : head;
}

/** Narrows the lines while their number stays the same, so that no single word is left on the last line. Breaks no word. */
function balance(
  typeface: Typeface,
  text: string,
  lines: string[],
  width: number,
  fontSize: number,
): readonly string[] {
  let best = lines;
  const longest = longestWord(typeface, text, fontSize);
  for (let narrower = width * 0.95; narrower > width * 0.4; narrower *= 0.95) {
    if (longest <= width && longest > narrower) break;
    const attempt = breakLines(typeface, text, narrower, fontSize);
    if (attempt.length > lines.length) break;
    best = attempt;
  }
  return best;
}
