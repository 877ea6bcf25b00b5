/** The part of a parsed font file that setting type needs. */
export interface FontFile {
  readonly unitsPerEm: number;
  charToGlyph(character: string): {
    readonly advanceWidth: number;
    getPath(x: number, y: number, fontSize: number): { toPathData(decimals: number): string };
  };
  /** 0 for a character that the file does not have. */
  charToGlyphIndex(character: string): number;
}

/** A line of text as an SVG path whose baseline starts at the given point, with its width in pixels. */
export interface DrawnLine {
  readonly path: string;
  readonly width: number;
}

/** A font in one weight, possibly in several files. */
export interface Typeface {
  /** Width of a text in pixels at this font size. */
  measure(text: string, fontSize: number): number;
  /** Draws a text as outlines, so that the picture does not depend on the fonts of the machine. */
  draw(text: string, x: number, baseline: number, fontSize: number): DrawnLine;
}

/** Whether a file has a character. */
export function hasCharacter(file: FontFile, character: string): boolean {
  return file.charToGlyphIndex(character) > 0;
}

/** A typeface of these files, of which there is at least one: a character is drawn from the first that has it. */
export function typefaceOf(files: readonly FontFile[]): Typeface {
  const fontFor = (character: string): FontFile => {
    const file = files.find((candidate) => hasCharacter(candidate, character)) ?? files[0];
    if (!file) throw new Error('The typeface has no files');
    return file;
  };
  /** By character, in parts of the font size. */
  const advances = new Map<string, number>();
  const advanceOf = (character: string): number => {
    const known = advances.get(character);
    if (known !== undefined) return known;
    const font = fontFor(character);
    const advance = font.charToGlyph(character).advanceWidth / font.unitsPerEm;
    advances.set(character, advance);
    return advance;
  };
  return {
    measure(text, fontSize) {
      let width = 0;
      for (const character of text) width += advanceOf(character) * fontSize;
      return width;
    },
    draw(text, x, baseline, fontSize) {
      let pen = x;
      let path = '';
      for (const character of text) {
        path += fontFor(character).charToGlyph(character).getPath(pen, baseline, fontSize).toPathData(1);
        pen += advanceOf(character) * fontSize;
      }
      return { path, width: pen - x };
    },
  };
}
