import { parse } from 'opentype.js';
import type { OverlayFont } from '#shared/domain/overlay.ts';
import { type FontFile, type Typeface, typefaceOf } from '#shared/domain/typeface.ts';
import { hasRightToLeft } from '#shared/domain/visual-order.ts';
import { fontFiles } from './drawing-text.ts';

/** Loaders, so that a worker loads only the fonts that it needs. */
const loaders: Readonly<Record<OverlayFont, () => Promise<{ files: readonly Uint8Array<ArrayBuffer>[] }>>> = {
  inter: async () => ({ files: [] }),
  playfair: () => import('./font-playfair.ts'),
  oswald: () => import('./font-oswald.ts'),
  lobster: () => import('./font-lobster.ts'),
  caveat: () => import('./font-caveat.ts'),
};

const loaded = new Map<string, Promise<Typeface>>();

/**
 * The typeface of an overlay's texts: its font, then Inter, then Hebrew and Arabic, in the order of the site
 * (web/generations/overlay-typeface.ts).
 */
export function overlayTypeface(font: OverlayFont, text: string): Promise<Typeface> {
  const isRightToLeft = hasRightToLeft(text);
  const key = `${font} ${isRightToLeft}`;
  const known = loaded.get(key) ?? load(font, isRightToLeft);
  loaded.set(key, known);
  return known;
}

async function load(font: OverlayFont, isRightToLeft: boolean): Promise<Typeface> {
  const { files } = await loaders[font]();
  const more = isRightToLeft ? await import('./fonts-right-to-left.ts') : undefined;
  const all = [...files, ...fontFiles, ...(more?.files ?? [])];
  return typefaceOf(all.map(parsed), more?.reorder);
}

const known = new Map<Uint8Array, FontFile>();

function parsed(file: Uint8Array<ArrayBuffer>): FontFile {
  const font = known.get(file) ?? parse(file.slice().buffer);
  known.set(file, font);
  return font;
}
