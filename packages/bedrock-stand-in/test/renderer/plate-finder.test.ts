import { describe, expect, it } from 'vitest';
import { findDish } from '#src/renderer/dish-mask.ts';
import { decode } from '#src/renderer/image-file.ts';
import { joinOval } from '#src/renderer/oval.ts';
import { findPlate, isPartOfFood } from '#src/renderer/plate-finder.ts';
import { mean } from './mean.ts';
import { type PhotoName, photo as photoFile } from './photos.ts';

describe('findPlate', () => {
  const load = async (name: PhotoName) => {
    const photo = await decode(await photoFile(name));
    const food = findDish(photo);
    return { photo, food, plate: findPlate(photo, food) };
  };

  it.each([
    ['burger-before', 0, 0.17, 0.34],
    ['wings-before', -0.04, 0.1, 0.31],
    ['pizza-before', 0, 0.07, 0.34],
  ] as const)('finds the plate of %s', async (name, x, y, rx) => {
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
