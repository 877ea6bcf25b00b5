import cyrillic from '@fontsource/inter/files/inter-cyrillic-700-normal.woff';
import cyrillicExt from '@fontsource/inter/files/inter-cyrillic-ext-700-normal.woff';
import greek from '@fontsource/inter/files/inter-greek-700-normal.woff';
import greekExt from '@fontsource/inter/files/inter-greek-ext-700-normal.woff';
import latin from '@fontsource/inter/files/inter-latin-700-normal.woff';
import latinExt from '@fontsource/inter/files/inter-latin-ext-700-normal.woff';
import vietnamese from '@fontsource/inter/files/inter-vietnamese-700-normal.woff';
import { type Font, parse } from 'opentype.js';

/** The font comes in one file for each alphabet; a character is drawn from the first that has it. */
export const fontFiles = [latin, latinExt, vietnamese, cyrillic, cyrillicExt, greek, greekExt];

/** A line of text as an SVG path whose baseline starts at the given point, with its width in pixels. */
export interface DrawnLine {
  readonly path: string;
  readonly width: number;
}

let loaded: readonly Font[] | undefined;

/** Width of a text in pixels at this font size. */
export function measureText(text: string, fontSize: number): number {
  let width = 0;
  for (const character of text) {
    const font = fontFor(character);
    width += (font.charToGlyph(character).advanceWidth * fontSize) / font.unitsPerEm;
  }
  return width;
}

/** Draws a text as outlines, so that the picture does not depend on the fonts of the machine. */
export function drawText(text: string, x: number, baseline: number, fontSize: number): DrawnLine {
  let pen = x;
  let path = '';
  for (const character of text) {
    const font = fontFor(character);
    const glyph = font.charToGlyph(character);
    path += glyph.getPath(pen, baseline, fontSize).toPathData(1);
    pen += (glyph.advanceWidth * fontSize) / font.unitsPerEm;
  }
  return { path, width: pen - x };
}

/** Characters that no file has are refused before a generation is paid. */
function fontFor(character: string): Font {
  loaded ??= fontFiles.map((file) => parse(file.slice().buffer));
  const font = loaded.find((candidate) => candidate.charToGlyphIndex(character) > 0) ?? loaded[0];
  if (!font) throw new Error('The drawing font has no files');
  return font;
}
