import { fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';

const side = 4800;

/** A progressive JPEG, whose decoder holds two bytes for each component of each pixel. */
const progressive = () =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#a33' } })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
const decoderMegabytes = (side * side * 3 * 2) / 1024 ** 2;

/** By how many megabytes the memory of a new process rises from the first to the last of five decodes. */
async function riseOf(file: string, cache?: 'cached'): Promise<number> {
  const child = fork(join(import.meta.dirname, 'decode-process.ts'), [file, ...(cache ? [cache] : [])], {
    execArgv: [],
  });
  const memory = await new Promise<number[]>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number[]));
    child.once('exit', (code) => reject(new Error(`The process ended with ${code}`)));
  });
  expect(memory).toHaveLength(5);
  return (memory.at(-1) ?? 0) - (memory[0] ?? 0);
}

// T3.D1
it('frees the decoder of a photo after its use, which the library by itself would keep', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platepost-decode-'));
  try {
    const file = join(folder, 'progressive.jpg');
    await writeFile(file, await progressive());
    // The library's own cache shows that this photo's decoders would pile up.
    expect(await riseOf(file, 'cached')).toBeGreaterThan(3 * decoderMegabytes);
    expect(await riseOf(file)).toBeLessThan(decoderMegabytes);
  } finally {
    await rm(folder, { recursive: true });
  }
});
