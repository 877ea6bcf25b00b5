import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findArea, type Pixels } from '#web/photos/find-area.ts';

const [width, height] = [120, 90];
const table = [122, 82, 54] as const;
const white = [240, 238, 232] as const;
const green = [70, 110, 40] as const;

type Colour = readonly [number, number, number];

/** A table with discs, given as the middle, the radius and the colour; every value is a little off, as in a photo. */
function photoOf(...discs: readonly (readonly [number, number, number, Colour])[]): Pixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const disc = discs.findLast(([middle, row, radius]) => Math.hypot(x - middle, y - row) <= radius);
    const colour = disc?.[3] ?? table;
    for (const [part, value] of colour.entries())
      data[pixel * 4 + part] = value + ((pixel * 7 + part * 5) % 7) - 3;
  }
  return { width, height, data };
}

/** 1 but for a disc. */
function allBut(middle: number, row: number, radius: number): Uint8Array {
  return new Uint8Array(width * height).map((_, pixel) =>
    Math.hypot((pixel % width) - middle, Math.floor(pixel / width) - row) <= radius ? 0 : 1,
  );
}

const everything = new Uint8Array(width * height).fill(1);

/** Share of a disc, or of what lies outside of it, that an area takes. */
function shareIn(area: Uint8Array | undefined, isIn: (x: number, y: number) => boolean): number {
  let [taken, all] = [0, 0];
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (!isIn(pixel % width, Math.floor(pixel / width))) continue;
    all += 1;
    if (area?.[pixel] === 255) taken += 1;
  }
  return taken / all;
}

describe('the area of a point', () => {
  it('is the plate around the food, also on the other side of it, and no table', () => {
    const photo = photoOf([60, 45, 38, white], [60, 45, 20, green]);
    const area = findArea(photo, { x: 28, y: 45 }, allBut(60, 45, 20))?.data;
    const away = (x: number, y: number) => Math.hypot(x - 60, y - 45);
    expect(shareIn(area, (x, y) => away(x, y) > 20 && away(x, y) < 37)).toBeGreaterThan(0.99);
    expect(shareIn(area, (x, y) => away(x, y) > 40)).toBe(0);
  });

  it('is one of several kept parts', () => {
    const photo = photoOf([30, 45, 22, green], [90, 45, 22, white]);
    const area = findArea(photo, { x: 90, y: 45 }, everything)?.data;
    expect(shareIn(area, (x, y) => Math.hypot(x - 90, y - 45) < 21)).toBeGreaterThan(0.99);
    expect(shareIn(area, (x, y) => Math.hypot(x - 90, y - 45) > 25)).toBe(0);
  });

  it('ends at the first of two outlines that are as clear', () => {
    const photo = photoOf([60, 45, 38, white], [60, 45, 20, green]);
    const area = findArea(photo, { x: 60, y: 45 }, everything)?.data;
    const away = (x: number, y: number) => Math.hypot(x - 60, y - 45);
    expect(shareIn(area, (x, y) => away(x, y) < 19)).toBe(1);
    expect(shareIn(area, (x, y) => away(x, y) > 23)).toBe(0);
  });

  it('takes the crumbs that lie on a plate', () => {
    const photo = photoOf([60, 45, 38, white], [40, 45, 2, green]);
    const area = findArea(photo, { x: 70, y: 45 }, everything)?.data;
    expect(shareIn(area, (x, y) => Math.hypot(x - 40, y - 45) <= 2)).toBe(1);
  });

  it('is everything permitted if there is no edge', () => {
    const photo = photoOf([60, 45, 38, white]);
    const mayGo = allBut(60, 45, 36).map((value) => 1 - value);
    const area = findArea(photo, { x: 60, y: 45 }, mayGo)?.data;
    expect(shareIn(area, (x, y) => Math.hypot(x - 60, y - 45) <= 36)).toBe(1);
  });

  it('is the background around a small dish where all of the photo may be taken', () => {
    const photo = photoOf([60, 45, 14, green]);
    const area = findArea(photo, { x: 8, y: 8 }, everything)?.data;
    const away = (x: number, y: number) => Math.hypot(x - 60, y - 45);
    expect(shareIn(area, (x, y) => away(x, y) > 17)).toBe(1);
    expect(shareIn(area, (x, y) => away(x, y) < 12)).toBe(0);
  });

  it('is undefined on a point that is not permitted', () => {
    expect(findArea(photoOf(), { x: 60, y: 64 }, allBut(60, 45, 20))).toBeUndefined();
    expect(findArea(photoOf(), { x: 60, y: 45 }, allBut(60, 45, 20))).toBeUndefined();
    expect(findArea(photoOf(), { x: -40, y: 45 }, everything)).toBeUndefined();
  });

  it('holds its point in a photo of two pixels, too', () => {
    const photo = { width: 2, height: 1, data: new Uint8ClampedArray(8) };
    expect([...(findArea(photo, { x: 1, y: 0 }, Uint8Array.of(1, 1))?.data ?? [])]).toEqual([255, 255]);
  });

  it('holds its point, ends, and is the same each time, in any picture', () => {
    const pictures = fc
      .record({ width: fc.integer({ min: 1, max: 24 }), height: fc.integer({ min: 1, max: 24 }) })
      .chain((size) => {
        const pixels = size.width * size.height;
        return fc.record({
          photo: fc
            .uint8Array({ minLength: pixels * 4, maxLength: pixels * 4 })
            .map((bytes) => ({ ...size, data: new Uint8ClampedArray(bytes) })),
          within: fc.uint8Array({ minLength: pixels, maxLength: pixels, max: 1 }),
          x: fc.nat({ max: size.width - 1 }),
          y: fc.nat({ max: size.height - 1 }),
        });
      });
    fc.assert(
      fc.property(pictures, ({ photo, within, x, y }) => {
        const area = findArea(photo, { x, y }, within);
        if (within[y * photo.width + x] === 1) expect(area?.data[y * photo.width + x]).toBe(255);
        expect(area?.data.length ?? within.length).toBe(within.length);
        expect(findArea(photo, { x, y }, within)).toEqual(area);
      }),
    );
  });
});
