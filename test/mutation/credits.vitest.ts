import { defineConfig } from 'vitest/config';

/** The tests against which Stryker runs the mutants of the credits ledger. */
export default defineConfig({
  test: { include: ['test/lambdas/credits/**/*.test.ts'], testTimeout: 90_000, hookTimeout: 120_000 },
});
