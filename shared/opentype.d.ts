/** The part of opentype.js 2 that is used here; the package has no types. */
declare module 'opentype.js' {
  /** A command of a glyph's outline: M, L, Q, C or Z, with its points. */
  export interface PathCommand {
    readonly type: string;
    readonly x1?: number;
    readonly y1?: number;
    readonly x2?: number;
    readonly y2?: number;
    readonly x?: number;
    readonly y?: number;
  }

  export interface Path {
    readonly commands: readonly PathCommand[];
  }

  export interface Glyph {
    readonly advanceWidth: number;
    getPath(x: number, y: number, fontSize: number): Path;
    /** In units of the font. */
    getMetrics(): {
      readonly xMin: number;
      readonly xMax: number;
      readonly yMin: number;
      readonly yMax: number;
    };
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
