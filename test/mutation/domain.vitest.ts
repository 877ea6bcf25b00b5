import { defineConfig } from 'vitest/config';
import { fontsAsBytes } from '#test/support/fonts-as-bytes.ts';

/** The tests against which Stryker runs the mutants of shared/domain. */
export default defineConfig({
  plugins: [fontsAsBytes],
  test: {
    include: ['test/shared/**/*.test.ts'],
    // They try every character of Unicode, which takes minutes with Stryker's marks in the code.
    exclude: ['test/shared/domain/promo-characters.test.ts'],
  },
});
