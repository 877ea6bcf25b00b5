import cyrillic from '@fontsource/inter/files/inter-cyrillic-700-normal.woff';
import cyrillicExt from '@fontsource/inter/files/inter-cyrillic-ext-700-normal.woff';
import greek from '@fontsource/inter/files/inter-greek-700-normal.woff';
import greekExt from '@fontsource/inter/files/inter-greek-ext-700-normal.woff';
import latin from '@fontsource/inter/files/inter-latin-700-normal.woff';
import latinExt from '@fontsource/inter/files/inter-latin-ext-700-normal.woff';
import vietnamese from '@fontsource/inter/files/inter-vietnamese-700-normal.woff';
import { parse } from 'opentype.js';
import { type Typeface, typefaceOf } from '#shared/domain/typeface.ts';

/**
 * The font comes in one file for each alphabet; the preview reads them in the same order
 * (web/generations/promo-typeface.ts).
 */
export const fontFiles = [latin, latinExt, vietnamese, cyrillic, cyrillicExt, greek, greekExt];

let loaded: Typeface | undefined;

/**
 * The typeface of all text that is drawn. Text with characters that no file has is refused before a generation is paid
 * for.
 */
export function drawingTypeface(): Typeface {
  loaded ??= typefaceOf(fontFiles.map((file) => parse(file.slice().buffer)));
  return loaded;
}
