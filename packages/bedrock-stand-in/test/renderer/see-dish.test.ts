import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { isCloseUp } from '#src/renderer/dish-mask/close-up.ts';
import { lookWithMargin } from '#src/renderer/dish-mask/look-with-margin.ts';
import { seeDish } from '#src/renderer/dish-mask/see-dish.ts';
import { decode } from '#src/renderer/image-file.ts';
import { plane } from '#src/renderer/pixels.ts';
import { cutOut, photoOf, pixelsOf } from './look-drawings.ts';
import { mean } from './mean.ts';
import { photo } from './photos.ts';

vi.mock('#src/renderer/dish-mask/close-up.ts', { spy: true });
vi.mock('#src/renderer/dish-mask/look-with-margin.ts', { spy: true });

const [width, height] = [512, 400];

/** A small burger on a striped blanket. */
async function onBlanket() {
  const whole = await photoOf('burger', sharp(await photo('burger')), 200, 200);
  const { data } = await pixelsOf(whole.file);
  const alone = sharp(data, { raw: { width: 200, height: 200, channels: 3 } })
    .joinChannel(await cutOut(whole), { raw: { width: 200, height: 200, channels: 1 } })
    .png();
  const stripes = Array.from({ length: 64 }, (_, n) => `<path d="M${n * 8} 0h4v400h-4z" fill="#d89040"/>`);
  const blanket = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#a8402a"/>${stripes.join('')}</svg>`;
  const file = await sharp(Buffer.from(blanket))
    .composite([{ input: await alone.toBuffer(), left: 60, top: 150 }])
    .png()
    .toBuffer();
  return decode(file, width, height);
}

it.each([
  ['does not join a small dish that stands out to what a second look is unsure of', 0.7, 0],
  ['takes a small dish for a piece of a larger one if a second look is sure of that', 0.97, 1],
])('%s', async (_, sure, kept) => {
  const picture = await onBlanket();
  const upper = plane(width, height);
  upper.values.fill(sure, 0, width * 120);
  vi.mocked(lookWithMargin).mockResolvedValueOnce(upper);
  const seen = await seeDish(picture);
  expect(seen && mean(seen.dish, 0.1, 0.05, 0.9, 0.25)).toBeCloseTo(kept, 1);
  expect(seen && mean(seen.dish, 0.25, 0.55, 0.3, 0.65)).toBeGreaterThan(0.9);
});

it('does not join a small dish that stands out to a second look that finds the whole photo', async () => {
  const everything = plane(width, height);
  everything.values.fill(0.97);
  vi.mocked(lookWithMargin).mockResolvedValueOnce(everything);
  const seen = await seeDish(await onBlanket());
  expect(seen && mean(seen.dish, 0.1, 0.05, 0.9, 0.25)).toBeCloseTo(0, 1);
  expect(seen && mean(seen.dish, 0.25, 0.55, 0.3, 0.65)).toBeGreaterThan(0.9);
});

it.each([
  ['keeps all of what looks like a close-up', 0.5, 1],
  ['cuts out a dish before a busy wall, where a second look finds nothing beside it', 0.1, 0],
])('%s', async (_, beside, kept) => {
  const seen = plane(width, height);
  seen.values.fill(beside);
  vi.mocked(isCloseUp).mockReturnValueOnce(true);
  vi.mocked(lookWithMargin).mockResolvedValueOnce(seen);
  const dish = (await seeDish(await onBlanket()))?.dish;
  expect(dish && mean(dish, 0.1, 0.05, 0.9, 0.25)).toBeCloseTo(kept, 1);
  expect(dish && mean(dish, 0.25, 0.55, 0.3, 0.65)).toBeGreaterThan(0.9);
});
