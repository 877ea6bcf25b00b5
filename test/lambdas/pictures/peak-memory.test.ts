import { fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { quarters } from '#test/lambdas/generations/photos.ts';
import { pngWith } from '#test/support/png-with.ts';
import type { Decoder } from './peak-process.ts';

/** By how many megabytes the memory of a new process rises at most while it decodes a file. */
async function peakOf(decoder: Decoder, file: Buffer): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'platepost-peak-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, file);
    const child = fork(join(import.meta.dirname, 'peak-process.ts'), [decoder, path], { execArgv: [] });
    return await new Promise<number>((resolve, reject) => {
      child.once('message', (message) => resolve(message as number));
      child.once('exit', (code) => reject(new Error(`The process ended with ${code}`)));
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const photo = () => quarters(400, 400).png().toBuffer();

/** Texts as a PNG packs them: name, method, bytes; the international kind also names a language. */
async function packedTexts(count: number, bytes: number): Promise<Buffer> {
  const packed = deflateSync(Buffer.alloc(bytes, 'A'));
  return pngWith(
    await photo(),
    Array.from({ length: count }, (_, at) => [
      ['zTXt', Buffer.concat([Buffer.from(`Comment${at}\0\0`, 'latin1'), packed])] as const,
      ['iTXt', Buffer.concat([Buffer.from(`Title${at}\0\u0001\0\0\0`, 'latin1'), packed])] as const,
    ]).flat(),
  );
}

async function manyFrames(): Promise<Buffer> {
  const frame = await photo();
  return sharp(
    Array.from({ length: 100 }, () => frame),
    { join: { animated: true } },
  )
    .webp({ loop: 0, delay: Array.from({ length: 100 }, () => 20), effort: 0 })
    .toBuffer();
}

// T3.D1, V1.4.1, V5.2.3
it.each([
  ['photo', 'a hundred frames', manyFrames],
  ['photo', 'texts that unpack to 64 MB', () => packedTexts(1, 64 * 1024 * 1024)],
  // The decoder refuses larger ones.
  ...(['photo', 'logo', 'facts', 'site'] as const).map(
    (decoder) => [decoder, 'many texts of 7.9 MB', () => packedTexts(20, 7_900_000)] as const,
  ),
] as const)('a %s costs no more memory with %s', async (decoder, _, make) => {
  expect(await peakOf(decoder, await make())).toBeLessThan(150);
});
