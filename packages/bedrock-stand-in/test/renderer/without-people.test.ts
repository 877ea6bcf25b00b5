import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { cutOut } from '#src/renderer/cut-out.ts';
import { overlap, share } from '#src/renderer/dish-mask/mask-parts.ts';
import { findSalientObject } from '#src/renderer/dish-mask/salient-object.ts';
import { seeDish } from '#src/renderer/dish-mask/see-dish.ts';
import { bodiesIn, inFrontOf, withoutPeople } from '#src/renderer/dish-mask/without-people.ts';
import { decode } from '#src/renderer/image-file.ts';
import { type Plane, plane } from '#src/renderer/pixels.ts';
import { china, cloth, maskOf, pictureOf, SIDE, within } from './drawn-dish.ts';
import { mean } from './mean.ts';
import { type PhotoName, photo, photographs } from './photos.ts';

vi.mock('#src/renderer/dish-mask/salient-object.ts', { spy: true });

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

describe('withoutPeople', () => {
  it.each([
    ['a dish', 0.05, true],
    ['no dish if the network doubts most of it', 0.15, false],
  ])('what remains below a guest is %s', async (_, besides, isDish) => {
    const picture = await guestBehind('pizza-before');
    const first = await findSalientObject(picture, { mirrored: true });
    const { width, height } = picture;
    const remains = plane(width, height);
    remains.values.fill(0.95, width * height * 0.65, width * height * 0.8);
    remains.values.fill(besides, width * height * 0.8);
    vi.mocked(findSalientObject).mockResolvedValueOnce(remains);
    expect(first && (await withoutPeople(picture, first)) !== undefined).toBe(isDish);
  });
});

describe('inFrontOf', () => {
  it('removes people and what stands beside them, and keeps a tall drink in front', () => {
    const guest = maskOf((x, y) => Math.abs(x) < 30 && y < 0);
    const isLamp = (x: number, y: number) => within(15)(x - 70, y + 70);
    const isDrink = (x: number, y: number) => Math.abs(x + 50) < 12 && y > -40 && y < 60;
    const dish = maskOf((x, y) => isLamp(x, y) || isDrink(x, y) || (Math.abs(x) < 30 && y < 50));
    const kept = inFrontOf(guest, dish, dish);
    expect(mean(kept, 0.8, 0.1, 0.9, 0.2)).toBe(0);
    expect(mean(kept, 0.4, 0, 0.6, 0.45)).toBe(0);
    expect(mean(kept, 0.4, 0.55, 0.6, 0.7)).toBe(1);
    expect(mean(kept, 0.2, 0.35, 0.3, 0.75)).toBe(1);
  });

  it('removes the wall that a later pass adds, and keeps the table below the people', () => {
    const guest = maskOf((x, y) => Math.abs(x) < 30 && y < 0);
    const kept = inFrontOf(
      guest,
      maskOf((x, y) => x > -90 && y > -90),
      maskOf((x, y) => within(40)(x, y - 30)),
    );
    expect(mean(kept, 0.1, 0.1, 0.3, 0.45)).toBe(0);
    expect(mean(kept, 0.1, 0.52, 0.9, 0.9)).toBe(1);
  });
});

describe('bodiesIn', () => {
  const coat = [0.15, 0.2, 0.35];
  const isGuest = (x: number, y: number) => Math.abs(x) < 30 && y > -75 && y < 20;
  const isPlate = (x: number, y: number) => (x / 40) ** 2 + ((y - 25) / 25) ** 2 < 1;
  const picture = pictureOf((x, y) => (isPlate(x, y) ? china : isGuest(x, y) ? coat : cloth));
  const seen = maskOf((x, y) => isGuest(x, y) || isPlate(x, y));
  const box = {
    sure: 0.6,
    left: SIDE / 2 - 32,
    right: SIDE / 2 + 32,
    top: SIDE / 2 - 77,
    bottom: SIDE / 2 + 20,
  };

  it('parts a guest from the plate that hides the lower end of their box', () => {
    const bodies = bodiesIn(picture, seen, [box]);
    expect(partOf(bodies, (x, y) => isPlate(x, y) && y < 15)).toBeLessThan(0.1);
    expect(partOf(bodies, (x, y) => isGuest(x, y) && y < -5)).toBeGreaterThan(0.95);
  });

  it('takes a coat as far as the table, if nothing stands before it', () => {
    const alone = pictureOf((x, y) => (isGuest(x, y) ? coat : cloth));
    const bodies = bodiesIn(alone, maskOf(isGuest), [box]);
    expect(partOf(bodies, isGuest)).toBeGreaterThan(0.9);
  });
});

/** Part of the set places of a drawn picture, 0 to 1, that belongs to a mask. */
function partOf(mask: Plane, isSet: (x: number, y: number) => boolean): number {
  const places = maskOf(isSet);
  return share(overlap(mask, places)) / share(places);
}
