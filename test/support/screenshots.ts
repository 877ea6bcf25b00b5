/**
 * `npm run make:screenshots`: photographs every screen, on a desktop, a tablet and a phone (upright and turned), light
 * and dark, into the folder screenshots/ (test/journeys/every-screen.test.ts walks through them).
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSiteIfStale } from '#lib/site-build.ts';

const projectRoot = join(import.meta.dirname, '..', '..');
const folder = join(projectRoot, 'screenshots');

await buildSiteIfStale();
rmSync(folder, { recursive: true, force: true });
const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
const walk = spawn(
  process.execPath,
  [vitest, 'run', '--project', 'journeys', 'test/journeys/every-screen.test.ts'],
  { cwd: projectRoot, stdio: 'inherit', env: { ...process.env, SCREENSHOTS: folder } },
);
walk.on('close', (status) => process.exit(status ?? 1));
