import { readFile } from 'node:fs/promises';
import { defineConfig } from 'vitest/config';

/**
 * Processes, engines and browsers share two cores in CI: a test of the whole cloud that a pause of the machine
 * broke is tried once more there, and only there, so that on a desk it is seen.
 */
const retry = process.env.CI ? 1 : 0;

/** Files that change what packages look at once, when they are loaded: each has a process of its own. */
const alone = ['test/web/lib/session.test.ts'];

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
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // Three files at a time, whatever the machine has: each brings engines or a browser along, and waits for them.
    maxWorkers: 3,
    // Files take turns in these processes; setupFiles keeps them apart.
    isolate: false,
    setupFiles: 'test/support/fresh-modules.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/**/*.cloud.test.ts', 'test/journeys/**', ...alone],
        },
      },
      {
        extends: true,
        test: { name: 'alone', isolate: true, include: alone },
      },
      {
        // Against the whole local cloud, which is started once for all of them.
        extends: true,
        test: {
          name: 'cloud',
          retry,
          include: ['test/**/*.cloud.test.ts'],
          exclude: ['test/journeys/**'],
          globalSetup: 'test/support/cloud-setup.ts',
          testTimeout: 300_000,
        },
      },
      {
        // In a real browser.
        extends: true,
        test: {
          name: 'journeys',
          retry,
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: 'test/support/cloud-setup.ts',
          testTimeout: 300_000,
        },
      },
    ],
  },
});
