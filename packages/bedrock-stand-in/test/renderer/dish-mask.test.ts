import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { findDish } from '#src/renderer/dish-mask.ts';
import { decode, type Plane, raster } from '#src/renderer/pixels.ts';
import { findPlate, isPartOfFood, joinOval } from '#src/renderer/plate-finder.ts';

/** Mean of the mask in a part of the picture, given in shares of its sides. */
function mean(mask: Plane, left: number, top: number, right: number, bottom: number): number {
  let sum = 0;
  let count = 0;
  for (let y = Math.floor(top * mask.height); y < bottom * mask.height; y++) {
    for (let x = Math.floor(left * mask.width); x < right * mask.width; x++) {
      sum += mask.values[y * mask.width + x] ?? 0;
      count += 1;
    }
  }
  return sum / count;
}

const dishes = ['burger', 'fries', 'pizza', 'salad', 'smoothie', 'wings'];

describe('findDish', () => {
  it.each(dishes.flatMap((dish) => [dish, `${dish}-before`]))('finds the dish of %s', async (name) => {
    const file = await readFile(new URL(`../../../../web/public/samples/${name}.jpg`, import.meta.url));
    const mask = findDish(await decode(file, 512, 512));
    expect(mean(mask, 0.44, 0.44, 0.54, 0.58)).toBeGreaterThan(0.85);
    // The board under the fries fills the lower corners of that photo; everywhere else they are table.
    const corners = name === 'fries' ? [0] : [0, 0.92];
    for (const top of corners) {
      for (const left of [0, 0.92]) expect(mean(mask, left, top, left + 0.08, top + 0.08)).toBeLessThan(0.05);
    }
    const share = mean(mask, 0, 0, 1, 1);
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.65);
  });

  it('falls back to an oval in the middle where nothing stands out', () => {
    const grey = raster(128, 96);
    grey.rgb.fill(0.5);
    const mask = findDish(grey);
    expect(mean(mask, 0.45, 0.45, 0.55, 0.55)).toBeGreaterThan(0.9);
    expect(mean(mask, 0, 0, 0.1, 0.1)).toBeLessThan(0.1);
  });

  it('has values from 0 to 1 and the size of the picture', async () => {
    const file = await readFile(new URL('../../../../web/public/samples/wings.jpg', import.meta.url));
    const mask = findDish(await decode(file, 200, 333));
    expect([mask.width, mask.height, mask.values.length]).toEqual([200, 333, 200 * 333]);
    expect(mask.values.every((value) => value >= 0 && value <= 1)).toBe(true);
  });
});

describe('findPlate', () => {
  const load = async (name: string) => {
    const file = await readFile(new URL(`../../../../web/public/samples/${name}.jpg`, import.meta.url));
    const photo = await decode(file, 512, 512);
    const food = findDish(photo);
    return { photo, food, plate: findPlate(photo, food) };
  };

  it.each([
    ['burger-before', 0, 0.17, 0.34],
    ['wings-before', -0.04, 0.1, 0.31],
    ['pizza-before', 0, 0.07, 0.34],
  ])('finds the plate of %s', async (name, x, y, rx) => {
    const { photo, food, plate } = await load(name);
    expect(plate?.x).toBeCloseTo(x, 1);
    expect(plate?.y).toBeCloseTo(y, 1);
    expect(Math.abs((plate?.rx ?? 0) - rx)).toBeLessThan(0.04);
    expect(plate && isPartOfFood(photo, food, plate)).toBe(false);
    expect(mean(joinOval(food, plate), 0, 0, 1, 1)).toBeGreaterThan(mean(food, 0, 0, 1, 1) + 0.02);
  });

  it("counts a pizza's crust as food", async () => {
    const { photo, food, plate } = await load('pizza');
    expect(plate && isPartOfFood(photo, food, plate)).toBe(true);
  });

  it('finds none under a glass on a table', async () => {
    expect((await load('smoothie')).plate).toBeUndefined();
    expect((await load('smoothie-before')).plate).toBeUndefined();
  });
});
