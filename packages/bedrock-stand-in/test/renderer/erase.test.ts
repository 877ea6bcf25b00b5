import { expect, it } from 'vitest';
import { erase } from '#src/renderer/dish-mask/erase.ts';
import { plane, raster } from '#src/renderer/pixels.ts';

it('removes every trace of an object that fills the frame except for a border', () => {
  const [width, height] = [512, 384];
  const picture = raster(width, height);
  const mask = plane(width, height);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isDish = x >= 12 && x < width - 12 && y >= 12 && y < height - 12;
    mask.values[i] = isDish ? 1 : 0;
    picture.rgb.set(isDish ? [0.9, 0.5, 0.1] : [0.1, 0.1, 0.2], i * 3);
  }
  const { rgb } = erase(picture, mask);
  const reddest = rgb.reduce((most, value, s) => (s % 3 === 0 ? Math.max(most, value) : most), 0);
  expect(reddest).toBeLessThan(0.15);
});
