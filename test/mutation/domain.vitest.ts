import { defineConfig } from 'vitest/config';

/** The tests against which Stryker runs the mutants of shared/domain. */
export default defineConfig({
  test: { include: ['test/shared/**/*.test.ts', 'test/lambdas/generations/prompt/**/*.test.ts'] },
});
