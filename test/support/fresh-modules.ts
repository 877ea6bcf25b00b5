/**
 * Vitest's setup file of tests in Node, whose files share a few processes. Resets our modules and the environment
 * before each file. Packages stay loaded, because loading them takes longer than most
 * of these files.
 */
import { afterAll, vi } from 'vitest';

vi.resetModules();
const before = { ...process.env };
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
