/**
 * A new process that decodes the photo of a file several times and reports its memory after each of them, in megabytes,
 * to the parent. `cached` restores the image library's own cache.
 */
import { readFileSync } from 'node:fs';
import { smallCopy } from '#lambdas/photos/normalise-photo.ts';
import { sharp } from '#lambdas/pictures/sharp.ts';

const [, , file = '', cached] = process.argv;
if (cached) sharp.cache(true);
const memory: number[] = [];
for (let time = 0; time < 5; time += 1) {
  await smallCopy(readFileSync(file), 400);
  memory.push(Math.round(process.memoryUsage.rss() / 1024 ** 2));
}
process.send?.(memory);
