import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './bundle.ts';

/**
 * Folder of the built site; builds it first when it is missing, so that synthesis works in a fresh clone. The
 * sitemap is written last.
 */
export function builtSite(): string {
  const folder = join(projectRoot, 'dist');
  if (!existsSync(join(folder, 'sitemap.xml'))) {
    const vite = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js');
    const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: projectRoot,
      // Whatever starts it: a test runner's NODE_ENV would build React for development, with our paths in it.
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
