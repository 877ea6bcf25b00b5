import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const projectRoot = join(import.meta.dirname, '..', '..');
/** What the built site is made from. */
const sources = ['web', 'shared', 'vite.config.ts', 'lib/prerendered-pages.ts', 'package.json'];

/** Builds the site into dist/ when a source is newer than the sitemap, which is written last; resolves to whether it had to. Rejects with the build's output. */
export async function buildSiteIfStale(): Promise<boolean> {
  const built = modifiedAt(join(projectRoot, 'dist', 'sitemap.xml'));
  if (built !== undefined && sources.every((path) => newestIn(join(projectRoot, path)) <= built))
    return false;
  const vite = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: projectRoot,
    // Whatever starts it: a test runner's NODE_ENV would build React for development.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (status !== 0) throw new Error(`The site could not be built:\n${output.trim()}`);
  return true;
}

function modifiedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/** Latest change below a path, in milliseconds since the epoch. */
function newestIn(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(
    stats.mtimeMs,
    ...readdirSync(path, { recursive: true, encoding: 'utf8' }).map(
      (name) => modifiedAt(join(path, name)) ?? 0,
    ),
  );
}
