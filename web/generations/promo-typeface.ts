import cyrillic from '@fontsource/inter/files/inter-cyrillic-700-normal.woff?url';
import cyrillicExt from '@fontsource/inter/files/inter-cyrillic-ext-700-normal.woff?url';
import greek from '@fontsource/inter/files/inter-greek-700-normal.woff?url';
import greekExt from '@fontsource/inter/files/inter-greek-ext-700-normal.woff?url';
import latin from '@fontsource/inter/files/inter-latin-700-normal.woff?url';
import latinExt from '@fontsource/inter/files/inter-latin-ext-700-normal.woff?url';
import vietnamese from '@fontsource/inter/files/inter-vietnamese-700-normal.woff?url';
import { type FontFile, hasCharacter, type Typeface, typefaceOf } from '#shared/domain/typeface.ts';

/** In the order in which the server looks for a character (lambdas/pictures/drawing-text.ts). */
const addresses = [latin, latinExt, vietnamese, cyrillic, cyrillicExt, greek, greekExt];

const loading = new Map<string, Promise<FontFile>>();

/**
 * The typeface of the pictures, with as many of its files as the text needs: most texts need the first.
 * @throws TypeError when a file cannot be fetched
 */
export async function loadTypeface(text: string): Promise<Typeface> {
  const files: FontFile[] = [];
  for (const address of addresses) {
    files.push(await loadFile(address));
    if ([...text].every((character) => files.some((file) => hasCharacter(file, character)))) break;
  }
  return typefaceOf(files);
}

function loadFile(address: string): Promise<FontFile> {
  const known = loading.get(address);
  if (known) return known;
  const file = fetchFile(address);
  loading.set(address, file);
  // A file that could not be fetched is asked for again.
  file.catch(() => loading.delete(address));
  return file;
}

async function fetchFile(address: string): Promise<FontFile> {
  // Loaded when somebody types: it is larger than the rest of the studio.
  const [{ parse }, reply] = await Promise.all([import('opentype.js'), fetch(address)]);
  if (!reply.ok) throw new TypeError(`The font answered ${reply.status}`);
  return parse(await reply.arrayBuffer());
}
