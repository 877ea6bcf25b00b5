import { readFile } from 'node:fs/promises';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [
    {
      // As the functions' bundle does (lib/bundle.ts): a font is imported as its bytes.
      name: 'woff-as-bytes',
      enforce: 'pre',
      async load(id) {
        if (!id.endsWith('.woff')) return;
        const base64 = await readFile(id, 'base64');
        return `export default Uint8Array.from(Buffer.from('${base64}', 'base64'));`;
      },
    },
  ],
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
