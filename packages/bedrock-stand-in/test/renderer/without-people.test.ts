import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cutOut } from '#src/renderer/cut-out.ts';
import { seeDish } from '#src/renderer/dish-mask/see-dish.ts';
import {
  belowPeople,
  inFrontOf,
  isCutOffAbove,
  isCutThrough,
} from '#src/renderer/dish-mask/without-people.ts';
import { decode } from '#src/renderer/image-file.ts';
import { china, maskOf, pictureOf, SIDE, stew, within } from './drawn-dish.ts';
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

describe('isCutThrough', () => {
  const guest = maskOf((x, y) => Math.abs(x) < 30 && y < 0);

  it('is true for a table at which the people sit, false for a bowl in front of them', () => {
    expect(
      isCutThrough(
        guest,
        maskOf((x, y) => Math.abs(x) < 60 && y >= 0),
      ),
    ).toBe(true);
    expect(
      isCutThrough(
        guest,
        maskOf((x, y) => within(30)(x, y - 50)),
      ),
    ).toBe(false);
  });
});

describe('isCutOffAbove', () => {
  it('is true for a dish along the upper edge, false for one whose tip touches it', () => {
    const reachesUp = (half: number) => maskOf((x, y) => Math.abs(x) < half && y < 50);
    expect(isCutOffAbove(reachesUp(30))).toBe(true);
    expect(isCutOffAbove(reachesUp(3))).toBe(false);
    expect(isCutOffAbove(maskOf(within(50)))).toBe(false);
  });
});

describe('belowPeople', () => {
  it('is the picture below the people; undefined if hardly anything is left', () => {
    const picture = pictureOf((_, y) => (y < 0 ? china : stew));
    const below = belowPeople(
      maskOf((_, y) => y < 0),
      picture,
    );
    expect(below).toMatchObject({ width: SIDE, height: SIDE / 2 });
    expect(below?.rgb.slice(0, 3)).toEqual(Float32Array.from(stew));
    expect(
      belowPeople(
        maskOf((_, y) => y < 70),
        picture,
      ),
    ).toBeUndefined();
  });
});
