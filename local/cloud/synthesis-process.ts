import { join } from 'node:path';

// Started by synthesize-assembly.ts. The path is put together so that the import rules of the project still
// hold: the local cloud runs what lib/ makes, and imports none of it.
const [outdir = ''] = process.argv.slice(2);
const { synthesize }: { synthesize: (options: { outdir: string }) => string } = await import(
  join(import.meta.dirname, '..', '..', 'lib', 'synthesize.ts')
);
synthesize({ outdir });
