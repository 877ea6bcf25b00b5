import { plane, raster } from '#src/renderer/pixels.ts';
import { createRandom } from '#src/renderer/random.ts';
import { createStage } from '#src/renderer/stage.ts';

/** A stage of 100 × 100 pixels with a dish of this size in its middle. */
export function stageWith(wide: number, high: number) {
  const dish = plane(100, 100);
  for (let y = 50 - high / 2; y < 50 + high / 2; y += 1)
    for (let x = 50 - wide / 2; x < 50 + wide / 2; x += 1) dish.values[y * 100 + x] = 1;
  return createStage(raster(100, 100), dish, createRandom(1, 'a plate'));
}

/** A stage of 100 × 100 pixels with a round dish of these radii in its middle. */
export function roundStage(rx: number, ry: number) {
  return stageOf((x, y) => x ** 2 / rx ** 2 + y ** 2 / ry ** 2 < 1);
}

/** A stage of 100 × 100 pixels with a dish in these places, in pixels from its middle. */
export function stageOf(isDish: (x: number, y: number) => boolean) {
  const dish = plane(100, 100);
  dish.values = dish.values.map((_, i) => (isDish((i % 100) - 49.5, Math.floor(i / 100) - 49.5) ? 1 : 0));
  return createStage(raster(100, 100), dish, createRandom(1, 'a plate'));
}
