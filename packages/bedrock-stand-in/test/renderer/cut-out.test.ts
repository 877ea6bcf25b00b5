import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { type CutOut, cutOut } from '#src/renderer/cut-out.ts';
import { decode } from '#src/renderer/image-file.ts';
import type { Plane } from '#src/renderer/pixels.ts';
import { resizePlane } from '#src/renderer/resize.ts';
import { mean } from './mean.ts';
import type { PhotoName } from './photos.ts';

async function cutOutOf(
  name: PhotoName | 'fruits-opencv',
  change: (picture: Sharp) => Sharp,
): Promise<CutOut> {
  const file = await change(
    sharp(await readFile(new URL(`../photos/${name}.jpg`, import.meta.url))),
  ).toBuffer();
  return cutOut(await decode(file));
}

/** Share of their joint area on which two masks agree. */
function overlap(one: Plane, other: Plane): number {
  const { values } = resizePlane(other, one.width, one.height);
  let [both, either] = [0, 0];
  for (const [i, value] of one.values.entries()) {
    both += Math.min(value, values[i] ?? 0);
    either += Math.max(value, values[i] ?? 0);
  }
  return both / either;
}

describe('cutOut', () => {
  it.each(['pizza-before', 'burger'] as const)('finds the same food in every copy of %s', async (name) => {
    const { food } = await cutOutOf(name, (picture) => picture.png());
    const copies = {
      small: await cutOutOf(name, (picture) => picture.resize(320).jpeg({ quality: 80 })),
      large: await cutOutOf(name, (picture) => picture.resize(900).jpeg({ quality: 90 })),
      dark: await cutOutOf(name, (picture) => picture.linear(0.5, 0).png()),
    };
    for (const [copy, found] of Object.entries(copies)) {
      expect(overlap(food, found.food), copy).toBeGreaterThan(0.93);
    }
  });

  it('keeps nearly the whole photo where food fills the frame', async () => {
    const { dish } = await cutOutOf('fruits-opencv', (picture) => picture.png());
    expect(mean(dish, 0, 0, 1, 1)).toBeGreaterThan(0.9);
  });
});
