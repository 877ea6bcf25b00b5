import { describe, expect, it } from 'vitest';
import { develop } from '#src/renderer/grade.ts';
import { type Colour, luma, plane, raster } from '#src/renderer/pixels.ts';

/** A photo of 20 × 20 pixels: food in stripes of some colours, surrounded by one colour. */
function photoOf(food: readonly Colour[], around: Colour) {
  const photo = raster(20, 20);
  const dish = plane(20, 20);
  for (let pixel = 0; pixel < 400; pixel++) {
    const [x, y] = [pixel % 20, Math.floor(pixel / 20)];
    const isFood = x >= 4 && x < 16 && y >= 4 && y < 16;
    dish.values[pixel] = isFood ? 1 : 0;
    photo.rgb.set(isFood ? (food[x % food.length] ?? around) : around, pixel * 3);
  }
  return { photo, dish };
}

/** Three or four stripes of food after developing. */
function developed(food: readonly Colour[], around: Colour): Colour[] {
  const { photo, dish } = photoOf(food, around);
  const { rgb } = develop(photo, dish);
  return food.map(
    (_, stripe) => [...rgb.subarray((6 * 20 + 12 + stripe) * 3)].slice(0, 3) as unknown as Colour,
  );
}

/** Hue in degrees: 0 red, 60 yellow. */
function hue([r, g, b]: Colour): number {
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)];
  return high === r ? (60 * (g - b)) / (high - low) : 60 * (2 + (b - r) / (high - low));
}

const plate: Colour = [0.85, 0.84, 0.8];
/** Salmon in the light and in its folds. */
const salmon: readonly Colour[] = [
  [0.98, 0.6, 0.4],
  [0.95, 0.5, 0.28],
  [0.8, 0.38, 0.2],
];
/** A crust that is well lit. */
const crust: readonly Colour[] = [
  [0.85, 0.6, 0.32],
  [0.7, 0.45, 0.2],
  [0.5, 0.28, 0.1],
];

/** Sponge and cocoa that are well lit, with some icing and a shadow. */
const chocolate: readonly Colour[] = [
  [0.42, 0.26, 0.16],
  [0.3, 0.17, 0.1],
  [0.95, 0.92, 0.86],
  [0.06, 0.04, 0.03],
];

/** Saturation of a colour: 0 for grey, 1 for a pure colour. */
function purity([r, g, b]: Colour): number {
  return 1 - Math.min(r, g, b) / Math.max(r, g, b);
}

describe('developing a photo', () => {
  it('leaves chocolate in good light as dark and as brown as it is', () => {
    for (const [stripe, colour] of developed(chocolate, plate).slice(0, 3).entries()) {
      const before = chocolate[stripe] as Colour;
      expect(Math.abs(luma(...colour) - luma(...before))).toBeLessThan(0.06);
      expect(Math.abs(purity(colour) - purity(before))).toBeLessThan(0.14);
    }
  });

  it('does not count a dish on a white plate as dull', () => {
    // One stripe of food, one of the plate, and one of shadow.
    const [salad] = developed([[0.35, 0.6, 0.15], plate, [0.05, 0.06, 0.04]], plate);
    expect(purity(salad as Colour) - purity([0.35, 0.6, 0.15])).toBeLessThan(0.1);
  });

  it.each([
    ['salmon', salmon],
    ['a crust', crust],
  ])('keeps %s of its colour', (_, food) => {
    for (const [stripe, colour] of developed(food, plate).entries())
      expect(Math.abs(hue(colour) - hue(food[stripe] as Colour))).toBeLessThan(4);
  });

  it.each([
    ['salmon', salmon],
    ['a crust', crust],
  ])('leaves the light of %s that is well lit nearly as it is', (_, food) => {
    for (const [stripe, colour] of developed(food, plate).entries())
      expect(Math.abs(luma(...colour) - luma(...(food[stripe] as Colour)))).toBeLessThan(0.1);
  });

  it('brightens a dim photo', () => {
    const dim = crust.map(([r, g, b]): Colour => [r * 0.45, g * 0.45, b * 0.45]);
    const [light] = developed(dim, [0.2, 0.2, 0.2]);
    expect(luma(...(light as Colour))).toBeGreaterThan(luma(...(dim[0] as Colour)) * 1.3);
  });

  it('keeps dark boards around a pale dish distinct from black', () => {
    const boards: Colour = [0.07, 0.065, 0.06];
    const { photo, dish } = photoOf([plate, [0.6, 0.55, 0.4], [0.16, 0.15, 0.12]], boards);
    // A black joint between the boards.
    photo.rgb.fill(0.01, 0, 20 * 3);
    expect(develop(photo, dish).rgb[25 * 3 + 1]).toBeGreaterThan(0.03);
  });
});
