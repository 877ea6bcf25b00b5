import { readFile } from 'node:fs/promises';

/** A plugin of Vite with which a font is imported as its bytes, as in the functions' bundle (lib/bundle.ts). */
export const fontsAsBytes = {
  name: 'woff-as-bytes',
  enforce: 'pre' as const,
  async load(id: string) {
    if (!id.endsWith('.woff')) return;
    const base64 = await readFile(id, 'base64');
    return `export default Uint8Array.from(Buffer.from('${base64}', 'base64'));`;
  },
};
