/**
 * Runs after `npm install`: builds the site and synthesizes the stack, so that the first `npm start` finds both. If it
 * fails, the install succeeds all the same, and `npm start` makes what is missing.
 */
import { join } from 'node:path';
import { buildSiteIfStale } from '#lib/site-build.ts';
import { synthesizeAssembly } from './cloud/synthesize-assembly.ts';

/** Where `npm start` looks for the assembly without `--data`. */
const assembly = join(import.meta.dirname, '..', '.local', 'cdk.out');

try {
  await buildSiteIfStale();
  await synthesizeAssembly(assembly, { isLocalStart: true });
} catch (error) {
  process.stderr.write(`Not built yet: ${error instanceof Error ? error.message : String(error)}\n`);
}
