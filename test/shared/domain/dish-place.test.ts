import { describe, expect, it } from 'vitest';
import { dishPlace, type Mask, touchedEdges } from '#shared/domain/dish-place.ts';

const [width, height] = [100, 50];

function mask(isDish: (x: number, y: number) => boolean, dish = 255): Mask {
  const data = Buffer.from(
    Array.from({ length: width * height }, (_, at) =>
      isDish(at % width, Math.floor(at / width)) ? dish : 0,
    ),
  );
  return { data, width, height };
}

it('is the box around the dish, in shares of the picture', () => {
  expect(dishPlace(mask((x, y) => x >= 20 && x < 60 && y >= 10 && y < 40))).toEqual({
    box: { left: 0.2, top: 0.2, width: 0.4, height: 0.6 },
    touches: [],
  });
});

it('leaves a crumb out, and names the edges that the dish touches', () => {
  const place = dishPlace(mask((x, y) => (x < 60 && y < 40) || (x === 98 && y === 48)));
  expect(place?.box).toEqual({ left: 0, top: 0, width: 0.6, height: 0.8 });
  expect(place?.touches).toEqual(['left', 'top']);
});

it('is unknown without a dish', () => {
  expect(dishPlace(mask(() => false))).toBeNull();
});

it('is where the mask is more than half sure', () => {
  const middle = (x: number, y: number) => x >= 20 && x < 60 && y >= 10 && y < 40;
  expect(dishPlace(mask(middle, 127))).toBeNull();
  expect(dishPlace(mask(middle, 128))?.box).toEqual({ left: 0.2, top: 0.2, width: 0.4, height: 0.6 });
});

it('begins where its rows begin, also at the left edge', () => {
  expect(dishPlace(mask((x, y) => x < 20 && y >= 10 && y < 30))).toEqual({
    box: { left: 0, top: 0.2, width: 0.2, height: 0.4 },
    touches: ['left'],
  });
});

it('leaves out two thousandths of the dish on a side, and no more', () => {
  // A dish of 1000 pixels, so many of which lie in a row of crumbs near the corner.
  const withCrumbs = (count: number) =>
    mask((x, y) => {
      const inHole = y === 20 && x >= 40 && x < 40 + count;
      return (x >= 20 && x < 70 && y >= 10 && y < 30 && !inHole) || (x === 90 && y >= 45 && y < 45 + count);
    });
  const right = (count: number) => {
    const box = dishPlace(withCrumbs(count))?.box;
    return box && box.left + box.width;
  };
  expect(right(2)).toBeCloseTo(0.7);
  expect(right(3)).toBeCloseTo(0.91);
});

describe('a dish touches', () => {
  it.each<[string, (x: number, y: number) => boolean]>([
    ['left', (x, y) => x === 0 && y >= 10 && y < 30],
    ['right', (x, y) => x === 99 && y >= 10 && y < 30],
    ['top', (x, y) => y === 0 && x >= 60 && x < 90],
    ['bottom', (x, y) => y === 49 && x >= 60 && x < 90],
  ])('the %s edge where it lies along it', (edge, isDish) => {
    expect(touchedEdges(mask(isDish))).toEqual([edge]);
  });

  it('an edge along a fiftieth of it', () => {
    const along = (pixels: number) => touchedEdges(mask((x, y) => y === 0 && x >= 30 && x < 30 + pixels));
    expect(along(1)).toEqual([]);
    expect(along(2)).toEqual(['top']);
  });

  it('an edge where the mask is more than half sure', () => {
    const touched = (value: number) => touchedEdges(mask((x) => x === 0, value));
    expect(touched(127)).toEqual([]);
    expect(touched(128)).toEqual(['left']);
  });

  it('with a corner only the edge along which it lies', () => {
    expect(touchedEdges(mask((x, y) => x === 0 && y < 20))).toEqual(['left']);
    expect(touchedEdges(mask((x, y) => x === 99 && y === 49))).toEqual(['right']);
  });
});
