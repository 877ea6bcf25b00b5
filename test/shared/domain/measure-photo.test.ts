import { describe, expect, it } from 'vitest';
import { measurePhoto } from '#shared/domain/measure-photo.ts';

/** A photo of greys; its pixels are half transparent, which does not count. */
function greys(width: number, height: number, greyAt: (x: number, y: number) => number) {
  const pixels = Array.from({ length: width * height }, (_, at) => {
    const grey = greyAt(at % width, Math.floor(at / width));
    return [grey, grey, grey, 128];
  });
  return { data: Uint8Array.from(pixels.flat()), width, height };
}

describe('the highlights of a photo', () => {
  it.each([
    ['red', [255, 0, 0], 54],
    ['green', [0, 255, 0], 182],
    ['blue', [0, 0, 255], 18],
    ['white', [255, 255, 255], 255],
    ['black', [0, 0, 0], 0],
  ] as const)('are as bright as %s looks', (_name, colour, expected) => {
    const one = { data: Uint8Array.from([...colour, 128]), width: 1, height: 1 };
    expect(measurePhoto(one).highlights).toBe(expected);
  });

  it('are those of the brightest twentieth of its pixels', () => {
    const withLights = (count: number) => greys(10, 10, (x, y) => (y * 10 + x < count ? 200 : 40));
    expect(measurePhoto(withLights(5)).highlights).toBe(40);
    expect(measurePhoto(withLights(6)).highlights).toBe(200);
  });
});

type Edge = readonly number[];

/**
 * Profiles of seven pixels across an edge. All have the same value in the middle, so that there is no edge between two
 * rows of them.
 */
const even: Edge = [10, 40, 70, 100, 130, 160, 190];
const gentle: Edge = [0, 40, 70, 100, 130, 160, 200];
const steep: Edge = [0, 0, 0, 100, 200, 200, 200];
const faintButHard: Edge = [100, 100, 100, 100, 130, 130, 130];

/**
 * A photo just wide enough for one edge a row, of which every second is measured: `edgeOf` the first, second, and so
 * on.
 */
function rowsOf(count: number, edgeOf: (row: number) => Edge) {
  return greys(7, 2 * count + 5, (x, y) => edgeOf(Math.floor((y - 3) / 2))[x] ?? 0);
}

function turned({ data, width, height }: ReturnType<typeof greys>) {
  return greys(height, width, (x, y) => data[(x * width + y) * 4] ?? 0);
}

const sharpnessOf = (photo: ReturnType<typeof greys>) => measurePhoto(photo).sharpness;

describe('the sharpness of a photo', () => {
  it.each([
    ['nothing where edges are as soft as they can be', even, 0],
    ['3.3 where edges rise half in one pixel', steep, 10 / 3],
    ['the same where edges fall', steep.toReversed(), 10 / 3],
    ['8.3 where edges rise in one pixel', [0, 0, 0, 200, 200, 200, 200], 25 / 3],
    ['8.3 where they rise in the first of six pixels', [0, 200, 200, 200, 200, 200, 200], 25 / 3],
    ['8.3 where they rise in the last of six pixels', [0, 0, 0, 0, 0, 0, 200], 25 / 3],
  ] as const)('is %s, upright and lying', (_name, edge, expected) => {
    const photo = rowsOf(200, () => edge);
    expect(sharpnessOf(photo)).toBeCloseTo(expected, 5);
    expect(sharpnessOf(turned(photo))).toBeCloseTo(expected, 5);
  });

  it('needs two hundred edges', () => {
    expect(sharpnessOf(rowsOf(199, () => steep))).toBe(0);
    expect(sharpnessOf(rowsOf(200, () => steep))).toBeCloseTo(10 / 3, 5);
  });

  it('passes over differences that are too faint for an edge', () => {
    const rising = (rise: number) =>
      rowsOf(200, () => [100, 100, 100, 100, 100 + rise, 100 + rise, 100 + rise]);
    expect(sharpnessOf(rising(23))).toBe(0);
    expect(sharpnessOf(rising(24))).toBeCloseTo(25 / 3, 5);
  });

  it('follows the strongest tenth of the edges, wherever they are', () => {
    const photo = rowsOf(200, (row) => (row >= 90 && row < 110 ? steep : faintButHard));
    expect(sharpnessOf(photo)).toBeCloseTo(10 / 3, 5);
  });

  it('follows the middle one of the strongest edges', () => {
    // Twenty edges are the strongest; the steep ones among them stand in their middle.
    const withSteep = (count: number) =>
      rowsOf(200, (row) => {
        if (row >= 20) return faintButHard;
        return row >= 6 && row < 6 + count ? steep : gentle;
      });
    expect(sharpnessOf(withSteep(9))).toBeCloseTo(1 / 3, 5);
    expect(sharpnessOf(withSteep(10))).toBeCloseTo(10 / 3, 5);
  });

  it.each([
    ['an evenly light photo', greys(640, 8, () => 200)],
    ['a slow slope from left to right', greys(640, 640, (x) => Math.round((x / 639) * 255))],
    ['a slow slope from top to bottom', greys(640, 640, (_x, y) => Math.round((y / 639) * 255))],
  ])('is nothing in %s: the border of the photo is no edge', (_name, photo) => {
    expect(sharpnessOf(photo)).toBe(0);
  });
});
