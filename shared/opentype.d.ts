/** The part of opentype.js 2 that is used here; the package carries no types. */
declare module 'opentype.js' {
  export interface Path {
    /** SVG path data with so many decimals. */
    toPathData(decimals: number): string;
  }

  export interface Glyph {
    readonly advanceWidth: number;
    getPath(x: number, y: number, fontSize: number): Path;
  }

  export interface Font {
    readonly unitsPerEm: number;
    readonly ascender: number;
    readonly descender: number;
    readonly tables: { readonly cmap: { readonly glyphIndexMap: Readonly<Record<string, number>> } };
    charToGlyph(character: string): Glyph;
    /** 0 for a character that the font does not have. */
    charToGlyphIndex(character: string): number;
  }

  export function parse(font: ArrayBuffer): Font;
}
