import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cutOut } from '#src/renderer/cut-out.ts';
import { seeDish } from '#src/renderer/dish-mask/see-dish.ts';
import { inFrontOf } from '#src/renderer/dish-mask/without-people.ts';
import { decode } from '#src/renderer/image-file.ts';
import { maskOf, within } from './drawn-dish.ts';
import { mean } from './mean.ts';
import { type PhotoName, photo, photographs } from './photos.ts';

/** A portrait from the head to the waist, 512 by 512 pixels. */
const portrait = readFile(new URL('../photos/astronaut-nasa.jpg', import.meta.url));

/** A guest, and below them the photo of a dish. */
async function guestBehind(name: PhotoName, height = 512) {
  const dish = await sharp(await photo(name))
    .resize(512, height)
    .toBuffer();
  const file = sharp(await portrait)
    .extend({ bottom: height })
    .composite([{ input: dish, left: 0, top: 512 }]);
  return decode(await file.jpeg().toBuffer());
}

describe('a guest at a table', () => {
  it.each(['pizza-before', 'smoothie-before'] as const)('is no part of the dish, %s', async (name) => {
    const seen = await seeDish(await guestBehind(name));
    if (!seen) throw new Error('Nothing was seen');
    expect(mean(seen.dish, 0, 0, 1, 0.5)).toBe(0);
    expect(mean(seen.dish, 0.45, 0.7, 0.55, 0.8)).toBeGreaterThan(0.9);
  });

  it.each(photographs)('is no part of a dish that fills the table, %s', async (name) => {
    const seen = await seeDish(await guestBehind(name, 300));
    if (!seen) throw new Error('Nothing was seen');
    // The guest ends at 0.63 of the picture's height.
    expect(mean(seen.dish, 0, 0, 1, 0.6)).toBe(0);
    expect(mean(seen.dish, 0, 0.64, 1, 1)).toBeGreaterThan(0.4);
  });

  it('leaves a plate whole that hides the lower part of the guest', async () => {
    const plate = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="760"><rect y="512" width="512" height="248" fill="#6b4a2f"/>' +
        '<ellipse cx="256" cy="560" rx="240" ry="140" fill="#eee"/><ellipse cx="256" cy="560" rx="190" ry="105" fill="#b5512a"/></svg>',
    );
    const table = await sharp(await portrait)
      .extend({ bottom: 248 })
      .composite([{ input: plate }])
      .jpeg()
      .toBuffer();
    const seen = await seeDish(await decode(table));
    if (!seen) throw new Error('Nothing was seen');
    // The guest ends and the table begins at 0.67 of the picture's height; the plate reaches from 0.55 to 0.92.
    expect(mean(seen.dish, 0.45, 0.58, 0.55, 0.9)).toBeGreaterThan(0.95);
    expect(mean(seen.dish, 0, 0, 1, 0.5)).toBe(0);
  });

  it('adds no plate to a dish without one', async () => {
    expect((await cutOut(await guestBehind('smoothie-before'))).plate).toBeUndefined();
  });

  it('stays the subject if there is no dish', async () => {
    const seen = await seeDish(await decode(await portrait));
    expect(seen && mean(seen.dish, 0.35, 0.5, 0.5, 0.9)).toBeGreaterThan(0.9);
  });
});

describe('inFrontOf', () => {
  it('removes people and what stands beside them, and keeps a tall drink in front', () => {
    const guest = maskOf((x, y) => Math.abs(x) < 30 && y < 0);
    const isLamp = (x: number, y: number) => within(15)(x - 70, y + 70);
    const isDrink = (x: number, y: number) => Math.abs(x + 50) < 12 && y > -40 && y < 60;
    const dish = maskOf((x, y) => isLamp(x, y) || isDrink(x, y) || (Math.abs(x) < 30 && y < 50));
    const kept = inFrontOf(guest, dish);
    expect(mean(kept, 0.8, 0.1, 0.9, 0.2)).toBe(0);
    expect(mean(kept, 0.4, 0, 0.6, 0.45)).toBe(0);
    expect(mean(kept, 0.4, 0.55, 0.6, 0.7)).toBe(1);
    expect(mean(kept, 0.2, 0.35, 0.3, 0.75)).toBe(1);
  });
});
