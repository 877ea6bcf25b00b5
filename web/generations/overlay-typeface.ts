import caveatCyrillic from '@fontsource/caveat/files/caveat-cyrillic-700-normal.woff?url';
import caveatCyrillicExt from '@fontsource/caveat/files/caveat-cyrillic-ext-700-normal.woff?url';
import caveatLatin from '@fontsource/caveat/files/caveat-latin-700-normal.woff?url';
import caveatLatinExt from '@fontsource/caveat/files/caveat-latin-ext-700-normal.woff?url';
import interCyrillic from '@fontsource/inter/files/inter-cyrillic-700-normal.woff?url';
import interCyrillicExt from '@fontsource/inter/files/inter-cyrillic-ext-700-normal.woff?url';
import interGreek from '@fontsource/inter/files/inter-greek-700-normal.woff?url';
import interGreekExt from '@fontsource/inter/files/inter-greek-ext-700-normal.woff?url';
import interLatin from '@fontsource/inter/files/inter-latin-700-normal.woff?url';
import interLatinExt from '@fontsource/inter/files/inter-latin-ext-700-normal.woff?url';
import interVietnamese from '@fontsource/inter/files/inter-vietnamese-700-normal.woff?url';
import lobsterCyrillic from '@fontsource/lobster/files/lobster-cyrillic-400-normal.woff?url';
import lobsterCyrillicExt from '@fontsource/lobster/files/lobster-cyrillic-ext-400-normal.woff?url';
import lobsterLatin from '@fontsource/lobster/files/lobster-latin-400-normal.woff?url';
import lobsterLatinExt from '@fontsource/lobster/files/lobster-latin-ext-400-normal.woff?url';
import lobsterVietnamese from '@fontsource/lobster/files/lobster-vietnamese-400-normal.woff?url';
import arabic from '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-700-normal.woff?url';
import hebrew from '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-700-normal.woff?url';
import oswaldCyrillic from '@fontsource/oswald/files/oswald-cyrillic-700-normal.woff?url';
import oswaldCyrillicExt from '@fontsource/oswald/files/oswald-cyrillic-ext-700-normal.woff?url';
import oswaldLatin from '@fontsource/oswald/files/oswald-latin-700-normal.woff?url';
import oswaldLatinExt from '@fontsource/oswald/files/oswald-latin-ext-700-normal.woff?url';
import oswaldVietnamese from '@fontsource/oswald/files/oswald-vietnamese-700-normal.woff?url';
import playfairCyrillic from '@fontsource/playfair-display/files/playfair-display-cyrillic-700-normal.woff?url';
import playfairLatin from '@fontsource/playfair-display/files/playfair-display-latin-700-normal.woff?url';
import playfairLatinExt from '@fontsource/playfair-display/files/playfair-display-latin-ext-700-normal.woff?url';
import playfairVietnamese from '@fontsource/playfair-display/files/playfair-display-vietnamese-700-normal.woff?url';
import type { OverlayFont } from '#shared/domain/overlay.ts';
import { type FontFile, hasCharacter, type Typeface, typefaceOf } from '#shared/domain/typeface.ts';
import { hasRightToLeft, type Reorder, reorderBy } from '#shared/domain/visual-order.ts';

const inter = [
  interLatin,
  interLatinExt,
  interVietnamese,
  interCyrillic,
  interCyrillicExt,
  interGreek,
  interGreekExt,
];
const rightToLeft = [hebrew, arabic];

/**
 * The files of each font in the order in which the server looks for a character (lambdas/pictures/overlay-typeface.ts);
 * Inter is the fallback of each.
 */
const addresses: Readonly<Record<OverlayFont, readonly string[]>> = {
  inter: [],
  playfair: [playfairLatin, playfairLatinExt, playfairVietnamese, playfairCyrillic],
  oswald: [oswaldLatin, oswaldLatinExt, oswaldVietnamese, oswaldCyrillic, oswaldCyrillicExt],
  lobster: [lobsterLatin, lobsterLatinExt, lobsterVietnamese, lobsterCyrillic, lobsterCyrillicExt],
  caveat: [caveatLatin, caveatLatinExt, caveatCyrillic, caveatCyrillicExt],
};

const loading = new Map<string, Promise<FontFile>>();

/**
 * The typeface of the pictures, with as many of its files as the text needs: most texts need only the first.
 * @throws TypeError if a file cannot be fetched
 */
export async function loadTypeface(font: OverlayFont, text: string): Promise<Typeface> {
  const reorder = hasRightToLeft(text) ? await loadReorder() : undefined;
  const drawn = [...(reorder?.(text, 'rtl') ?? text)];
  const files: FontFile[] = [];
  for (const address of [...addresses[font], ...inter, ...(reorder ? rightToLeft : [])]) {
    files.push(await loadFile(address));
    if (drawn.every((character) => files.some((file) => hasCharacter(file, character)))) break;
  }
  return typefaceOf(files, reorder);
}

async function loadReorder(): Promise<Reorder> {
  const { default: bidiFactory } = await import('bidi-js');
  return reorderBy(bidiFactory());
}

function loadFile(address: string): Promise<FontFile> {
  const known = loading.get(address);
  if (known) return known;
  const file = fetchFile(address);
  loading.set(address, file);
  // A failed fetch is not cached.
  file.catch(() => loading.delete(address));
  return file;
}

async function fetchFile(address: string): Promise<FontFile> {
  // Loaded on first use, because it is larger than the rest of the studio.
  const [{ parse }, reply] = await Promise.all([import('opentype.js'), fetch(address)]);
  if (!reply.ok) throw new TypeError(`The font answered ${reply.status}`);
  return parse(await reply.arrayBuffer());
}
