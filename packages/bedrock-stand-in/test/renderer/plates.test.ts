import { describe, expect, it } from 'vitest';
import { plane, raster } from '#src/renderer/pixels.ts';
import { isSeenFromAbove, placePlate } from '#src/renderer/plates.ts';
import { createRandom } from '#src/renderer/random.ts';
import { createStage } from '#src/renderer/stage.ts';

/** A stage of 100 × 100 pixels with a dish of this size in its middle. */
function stageWith(wide: number, high: number) {
  const dish = plane(100, 100);
  for (let y = 50 - high / 2; y < 50 + high / 2; y += 1)
    for (let x = 50 - wide / 2; x < 50 + wide / 2; x += 1) dish.values[y * 100 + x] = 1;
  return createStage(raster(100, 100), dish, createRandom(1, 'a plate'));
}

/** A stage of 100 × 100 pixels with a round dish of these radii in its middle. */
function roundStage(rx: number, ry: number) {
  const dish = plane(100, 100);
  dish.values = dish.values.map((_, i) =>
    ((i % 100) + 0.5 - 50) ** 2 / rx ** 2 + (Math.floor(i / 100) + 0.5 - 50) ** 2 / ry ** 2 < 1 ? 1 : 0,
  );
  return createStage(raster(100, 100), dish, createRandom(1, 'a plate'));
}

describe('the view', () => {
  it.each([
    [30, 30, true],
    [30, 27, true],
    [30, 12, false],
  ])('of a round dish of %d × %d pixels is from above: %s', (rx, ry, above) => {
    expect(isSeenFromAbove(roundStage(rx, ry))).toBe(above);
  });

  it('is from the side where the lower edge is straight, as of a burger or a box', () => {
    expect(isSeenFromAbove(stageWith(50, 50))).toBe(false);
  });

  it('is from the side where the dish stands, and unknown where the frame cuts it off', () => {
    expect(isSeenFromAbove(roundStage(20, 30))).toBe(false);
    expect(isSeenFromAbove(roundStage(45, 55))).toBe(false);
  });
});

describe('a new plate', () => {
  it('lies around a dish that was photographed from above', () => {
    const { x, y, rx, ry } = placePlate(roundStage(30, 28));
    expect(Math.hypot(x, y)).toBeLessThan(0.02);
    expect(rx).toBeGreaterThan(0.33);
    expect(ry).toBeGreaterThan(0.3);
  });

  it('takes the place of the old one, seen from the same side, and hides it', () => {
    const old = { x: 0.1, y: -0.05, rx: 0.4, ry: 0.38, turn: 0.2 };
    const place = placePlate(stageWith(40, 60), old);
    expect(place).toMatchObject({ x: old.x, y: old.y, turn: old.turn });
    expect(place.rx).toBeGreaterThan(old.rx);
    expect(place.ry / place.rx).toBeCloseTo(old.ry / old.rx, 1);
  });

  it('lies around a flat dish and under the foot of a tall one', () => {
    const flat = placePlate(stageWith(60, 30));
    expect(Math.abs(flat.y)).toBeLessThan(0.1);
    expect(flat.rx).toBeGreaterThan(0.3);
    const tall = placePlate(stageWith(40, 60));
    expect(tall.y).toBeGreaterThan(0.15);
    expect(tall.ry).toBeLessThan(tall.rx / 2);
  });
});
