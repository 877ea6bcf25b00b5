/** Started by synthesize-assembly.ts with the folder to write the assembly to. */
import { synthesize } from '#lib/synthesize.ts';

const [outdir = ''] = process.argv.slice(2);
synthesize({ outdir });
