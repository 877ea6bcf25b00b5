import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { developDish } from '#lambdas/models/develop-dish.ts';
import { decode, edit, type Picture } from '#lambdas/pictures/picture.ts';
import { projectRoot } from '#lib/bundle.ts';
import { imageStyles } from '#shared/domain/menu-styles.ts';

const size = 240;
const samples = join(projectRoot, 'web', 'public', 'samples');

async function sample(name: string): Promise<Picture> {
  return decode(
    await sharp(join(samples, `${name}.jpg`))
      .resize(size, size)
      .toBuffer(),
  );
}

/** A dish in the middle of the photo. */
const mask = Buffer.from(
  Array.from({ length: size * size }, (_, pixel) => {
    const [x, y] = [pixel % size, Math.floor(pixel / size)];
    return Math.hypot(x - size / 2, y - size / 2) < size * 0.36 ? 255 : 0;
  }),
);

/** Contrast and colour of the dish. */
async function measure(picture: Picture): Promise<{ contrast: number; colour: number }> {
  const dish = edit(picture).extract({ left: 60, top: 60, width: 120, height: 120 });
  const { channels } = await dish.clone().stats();
  const pixels = await dish.raw().toBuffer();
  let colour = 0;
  for (let at = 0; at < pixels.length; at += 3) {
    const pixel = pixels.subarray(at, at + 3);
    colour += Math.max(...pixel) - Math.min(...pixel);
  }
  return { contrast: channels[1]?.stdev ?? 0, colour: colour / (pixels.length / 3) };
}

/** Mean difference of the dish in two pictures, in levels of 0 to 255. */
function difference({ data }: Picture, other: Picture): number {
  let sum = 0;
  let counted = 0;
  for (const [at, value] of data.entries()) {
    if (mask[Math.floor(at / 3)] === 0) continue;
    sum += Math.abs(value - (other.data[at] ?? 0));
    counted += 1;
  }
  return sum / counted;
}

/** A photo as a phone takes it in a bad light: flat, and yellow. */
async function spoilt(photo: Picture): Promise<Picture> {
  return decode(await edit(photo).linear([0.55, 0.52, 0.42], [30, 30, 22]).png().toBuffer());
}

describe('developing a dish', () => {
  it.each([
    'burger',
    'salad',
    'pizza',
    'fries',
    'wings',
    'smoothie',
  ])('lifts a dim, flat photo of %s', async (dish) => {
    const photo = await sample(`${dish}-before`);
    const before = await measure(photo);
    const after = await measure(developDish(photo, mask));
    expect(after.contrast).toBeGreaterThan(before.contrast * 1.1);
    expect(after.colour).toBeGreaterThan(before.colour);
  });

  it.each([
    'burger',
    'salad',
    'pizza',
    'fries',
  ])('brings a spoilt photo of %s nearer to the good one', async (dish) => {
    const good = await sample(dish);
    const bad = await spoilt(good);
    expect(difference(developDish(bad, mask), good)).toBeLessThan(difference(bad, good) * 0.75);
  });

  it.each([
    'burger',
    'salad',
    'pizza',
    'fries',
  ])('leaves a good photo of %s nearly as it is', async (dish) => {
    const photo = await sample(dish);
    expect(difference(developDish(photo, mask), photo)).toBeLessThan(16);
  });

  it('leaves pale food on a white plate, which is well lit, as it is', () => {
    // Salmon of 120 to 190 levels on cream.
    const colours = [
      [250, 150, 100],
      [235, 120, 70],
      [228, 226, 216],
    ];
    const data = Buffer.from(
      Array.from({ length: size * size }, (_, pixel) => colours[Math.floor(pixel / 8) % 3] ?? []).flat(),
    );
    const photo = { data, width: size, height: size };
    expect(difference(developDish(photo, mask), photo)).toBeLessThan(8);
  });

  it('keeps a brown bun in the light of a lamp brown', () => {
    // Of 105 to 150 levels: lifted as they are, green would go and red would stay.
    const colours = [
      [222, 134, 20],
      [208, 120, 12],
      [186, 96, 6],
      [170, 92, 4],
    ];
    const data = Buffer.from(
      Array.from({ length: size * size }, (_, pixel) => colours[Math.floor(pixel / 8) % 4] ?? []).flat(),
    );
    const developed = developDish({ data, width: size, height: size }, mask);
    const greenOfRed = (pixels: Buffer) => {
      let [red, green] = [0, 0];
      for (const [pixel, alpha] of mask.entries()) {
        if (alpha === 0) continue;
        red += pixels[pixel * 3] ?? 0;
        green += pixels[pixel * 3 + 1] ?? 0;
      }
      return green / red;
    };
    expect(greenOfRed(developed.data)).toBeGreaterThan(greenOfRed(data) * 0.85);
  });

  it('measures the dish alone', async () => {
    const photo = await sample('pizza');
    const inBlack: Picture = { ...photo, data: Buffer.from(photo.data) };
    for (const [pixel, alpha] of mask.entries())
      if (alpha === 0) inBlack.data.fill(0, pixel * 3, pixel * 3 + 3);
    const [one, two] = [developDish(photo, mask), developDish(inBlack, mask)];
    for (const [pixel, alpha] of mask.entries())
      if (alpha > 0) expect(two.data[pixel * 3]).toBe(one.data[pixel * 3]);
  });

  it('develops each style differently, Vibrant with the most colour, Premium with the most contrast', async () => {
    const photo = await sample('salad-before');
    const means = new Map(
      await Promise.all(
        imageStyles.map(async ({ id }) => [id, await measure(developDish(photo, mask, id))] as const),
      ),
    );
    const most = (of: 'colour' | 'contrast') =>
      [...means].toSorted(([, a], [, b]) => b[of] - a[of]).map(([id]) => id)[0];
    expect(most('colour')).toBe('vibrant');
    expect(most('contrast')).toBe('premium');
    expect(new Set([...means.values()].map(({ colour }) => colour)).size).toBe(imageStyles.length);
  });

  it.each(['black', 'white', 'red'])('does not fail on a dish that is all %s', async (background) => {
    const photo = await decode(
      await sharp({ create: { width: size, height: size, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    const developed = developDish(photo, mask);
    expect(developed).toMatchObject({ width: size, height: size });
    expect(difference(developed, photo)).toBeLessThan(40);
  });
});
