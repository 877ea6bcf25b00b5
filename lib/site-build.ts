import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const projectRoot = join(import.meta.dirname, '..');

/**
 * Folder of the built site; builds it first if it is missing, so that synthesis works in a fresh clone. The sitemap is
 * written last, so it shows whether a build is complete.
 */
export function builtSite(): string {
  const folder = join(projectRoot, 'dist');
  if (!existsSync(join(folder, 'sitemap.xml'))) {
    const vite = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js');
    const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: projectRoot,
      // A test runner's NODE_ENV would build React for development, with our paths in it.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error('The site could not be built: npm run build tells why');
  }
  return folder;
}

/** CSP sources (`'sha256-…'`) of the inline scripts of a page: here the one that sets the colour mode. */
export function inlineScriptHashes(htmlFile: string): string[] {
  const html = readFileSync(htmlFile, 'utf8');
  return [
    ...html.matchAll(
      /<script(?![^>]*\b(?:src|type="application\/(?:ld\+)?json")\b)[^>]*>([\s\S]*?)<\/script>/g,
    ),
  ].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
}

/** The sources of the site. */
const sources = [
  'web',
  'shared',
  'vite.config.ts',
  'lib/prerendered-pages.ts',
  'lib/route-addresses.ts',
  'package.json',
];

/**
 * Builds the site into dist/ if a source is newer than the sitemap, which is written last. Resolves to whether it was
 * built; rejects with the build's output.
 */
export async function buildSiteIfStale(): Promise<boolean> {
  const built = modifiedAt(join(projectRoot, 'dist', 'sitemap.xml'));
  if (built !== undefined && sources.every((path) => newestIn(join(projectRoot, path)) <= built))
    return false;
  const vite = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: projectRoot,
    // A test runner's NODE_ENV would build React for development.
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

/** Time of the latest change below a path, in milliseconds since 1970. */
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
