import { expect, it } from 'vitest';
import { dishPlace, type Mask } from '#shared/domain/dish-place.ts';

const [width, height] = [100, 50];

function mask(isDish: (x: number, y: number) => boolean): Mask {
  const data = Buffer.from(
    Array.from({ length: width * height }, (_, at) => (isDish(at % width, Math.floor(at / width)) ? 255 : 0)),
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
