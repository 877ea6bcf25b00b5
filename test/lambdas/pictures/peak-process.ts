/**
 * A new process that decodes a file as one of our functions does, and reports to the parent by how many megabytes its
 * memory rose at most. The kernel's `VmHWM` is of this program alone; `maxRSS` would include the parent at the fork.
 */
import { readFileSync } from 'node:fs';
import { logoFile } from '#lambdas/photos/logo-file.ts';
import { smallCopy } from '#lambdas/photos/normalise-photo.ts';
import { measureFile } from '#lambdas/pictures/file-facts.ts';
import { renditionsOf } from '#lambdas/site/renditions-of.ts';

const decoders = {
  photo: (file: Buffer) => smallCopy(file, 400),
  logo: logoFile,
  facts: (file: Buffer) => measureFile(file),
  site: renditionsOf,
};
export type Decoder = keyof typeof decoders;

const peak = () => Number(readFileSync('/proc/self/status', 'utf8').match(/^VmHWM:\s+(\d+) kB$/m)?.[1]);

const [, , decoder = 'photo', path = ''] = process.argv;
const file = readFileSync(path);
const before = peak();
await decoders[decoder as Decoder](file);
process.send?.(Math.round((peak() - before) / 1024), () => process.exit(0));
