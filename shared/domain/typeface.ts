import { type Direction, hasRightToLeft, type Reorder } from './visual-order.ts';

/** A command of a glyph's outline: M, L, Q, C or Z, with its points. */
interface PathCommand {
  readonly type: string;
  readonly x1?: number;
  readonly y1?: number;
  readonly x2?: number;
  readonly y2?: number;
  readonly x?: number;
  readonly y?: number;
}

interface Glyph {
  readonly advanceWidth: number;
  getPath(x: number, y: number, fontSize: number): { readonly commands: readonly PathCommand[] };
  /** In units of the font; zeros for a character without ink. */
  getMetrics(): {
    readonly xMin: number;
    readonly xMax: number;
    readonly yMin: number;
    readonly yMax: number;
  };
}

/** The part of a parsed font file that typesetting needs. */
export interface FontFile {
  readonly unitsPerEm: number;
  charToGlyph(character: string): Glyph;
  /** 0 for a character that the file does not have. */
  charToGlyphIndex(character: string): number;
}

/** How far the ink of a line extends from the start of its baseline, in pixels. */
export interface Ink {
  readonly left: number;
  readonly right: number;
  readonly above: number;
  readonly below: number;
}

/** A font in one weight, possibly in several files. */
export interface Typeface {
  /** Width of a text in pixels at this font size. */
  measure(text: string, fontSize: number): number;
  /** A line in visual order from left to right, with the glyph forms that are drawn. */
  arrange(line: string, direction: Direction): string;
  /** The ink of an arranged line. */
  ink(arranged: string, fontSize: number): Ink;
  /**
   * Draws an arranged line as the data of an SVG path, so that the picture does not depend on the fonts of the machine.
   */
  draw(arranged: string, x: number, baseline: number, fontSize: number): string;
}

/** The sign of Thai prices. No font here has it, so it is drawn as a B with a bar. */
const baht = '฿';

/** Whether a file can draw a character. */
export function hasCharacter(file: FontFile, character: string): boolean {
  return file.charToGlyphIndex(character === baht ? 'B' : character) > 0;
}

function glyphOf(file: FontFile, character: string): Glyph {
  return character === baht ? bahtOf(file) : file.charToGlyph(character);
}

function bahtOf(file: FontFile): Glyph {
  const letter = file.charToGlyph('B');
  const { xMin, xMax, yMin, yMax } = letter.getMetrics();
  const reach = (yMax - yMin) * 0.14;
  const [top, bottom] = [yMax + reach, yMin - reach];
  const middle = (xMin + xMax) / 2;
  const half = file.unitsPerEm * 0.04;
  return {
    advanceWidth: letter.advanceWidth,
    getMetrics: () => ({ xMin, xMax, yMin: bottom, yMax: top }),
    getPath(x, y, fontSize) {
      const scale = fontSize / file.unitsPerEm;
      const corner = (type: string, atX: number, atY: number) => ({
        type,
        x: x + atX * scale,
        y: y - atY * scale,
      });
      // Clockwise, as the letter is drawn: the other way round, it would be cut out of the letter.
      const bar = [
        corner('M', middle - half, top),
        corner('L', middle + half, top),
        corner('L', middle + half, bottom),
        corner('L', middle - half, bottom),
        { type: 'Z' },
      ];
      return { commands: [...letter.getPath(x, y, fontSize).commands, ...bar] };
    },
  };
}

/** SVG path data, to a tenth of a pixel. opentype.js 2.0.0 writes NaN for some numbers that are nearly whole. */
function pathData(commands: readonly PathCommand[]): string {
  return commands
    .map(({ type, x1, y1, x2, y2, x, y }) => {
      const points = [x1, y1, x2, y2, x, y].filter((value) => value !== undefined);
      return type + points.map((value) => Math.round(value * 10) / 10).join(' ');
    })
    .join('');
}

const asItIs: Reorder = (line) => line;

/**
 * A typeface of one or more files: each character is drawn from the first file that has it. Hebrew and Arabic need
 * `reorder`.
 */
export function typefaceOf(files: readonly FontFile[], reorder: Reorder = asItIs): Typeface {
  const fontFor = (character: string): FontFile => {
    const file = files.find((candidate) => hasCharacter(candidate, character)) ?? files[0];
    if (!file) throw new Error('The typeface has no files');
    return file;
  };
  /** Metrics by character, as multiples of the font size. */
  const known = new Map<string, { readonly advance: number } & Ink>();
  const metricsOf = (character: string) => {
    const before = known.get(character);
    if (before) return before;
    const font = fontFor(character);
    const glyph = glyphOf(font, character);
    const { xMin, xMax, yMin, yMax } = glyph.getMetrics();
    const em = font.unitsPerEm;
    const metrics = {
      advance: glyph.advanceWidth / em,
      left: xMin / em,
      right: xMax / em,
      above: yMax / em,
      below: -yMin / em,
    };
    known.set(character, metrics);
    return metrics;
  };
  const widthOf = (arranged: string, fontSize: number) => {
    let width = 0;
    for (const character of arranged) width += metricsOf(character).advance * fontSize;
    return width;
  };
  return {
    measure: (text, fontSize) => widthOf(hasRightToLeft(text) ? reorder(text, 'ltr') : text, fontSize),
    arrange: (line, direction) =>
      direction === 'rtl' || hasRightToLeft(line) ? reorder(line, direction) : line,
    ink(arranged, fontSize) {
      let pen = 0;
      const ink = { left: 0, right: 0, above: 0, below: 0 };
      for (const character of arranged) {
        const { advance, left, right, above, below } = metricsOf(character);
        ink.left = Math.max(ink.left, -(pen + left));
        ink.right = Math.max(ink.right, pen + right);
        ink.above = Math.max(ink.above, above);
        ink.below = Math.max(ink.below, below);
        pen += advance;
      }
      return {
        left: ink.left * fontSize,
        right: ink.right * fontSize,
        above: ink.above * fontSize,
        below: ink.below * fontSize,
      };
    },
    draw(arranged, x, baseline, fontSize) {
      let pen = x;
      let path = '';
      for (const character of arranged) {
        path += pathData(glyphOf(fontFor(character), character).getPath(pen, baseline, fontSize).commands);
        pen += metricsOf(character).advance * fontSize;
      }
      return path;
    },
  };
}
