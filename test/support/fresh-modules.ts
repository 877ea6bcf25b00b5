/**
 * Vitest's setup file of the unit tests, whose files take turns in a few processes: what a file left in modules of ours
 * and in the environment is gone before the next one. Only packages stay loaded, which take longer to load than most
 * of these files to run.
 */
import { afterAll, vi } from 'vitest';

vi.resetModules();
const before = { ...process.env };
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
