import { expect, it } from 'vitest';
import { joinOval } from '#src/renderer/oval.ts';
import { raster } from '#src/renderer/pixels.ts';
import { createRandom } from '#src/renderer/random.ts';
import { contactShadow, createStage, reflect, tiltedOval } from '#src/renderer/stage.ts';
import { roundStage, stageOf, stageWith } from './stages.ts';

/** A flat dish that is turned by so many radians. */
function turnedStage(turn: number) {
  const { dish } = stageWith(2, 2);
  const oval = { x: 0, y: 0, rx: 0.36, ry: 0.12, turn };
  return createStage(raster(100, 100), joinOval(dish, oval), createRandom(1, 'a dish'));
}

it('finds the camera’s tilt by the outline of a flat dish', () => {
  for (const turn of [-0.3, 0.3]) expect(tiltedOval(turnedStage(turn))?.turn).toBeCloseTo(turn, 1);
  expect(tiltedOval(turnedStage(0))).toBeUndefined();
});

it('finds no tilt for a dish from above, an upright dish and a box', () => {
  for (const stage of [roundStage(30, 28), roundStage(15, 40), stageWith(60, 30)])
    expect(tiltedOval(stage)).toBeUndefined();
});

it('draws the shadow along the lower outline of a rotated dish', () => {
  const turn = -0.35;
  const stage = turnedStage(turn);
  const table = raster(100, 100);
  table.rgb.fill(1);
  contactShadow(stage, table, 0.8);
  /** Darkness of the table at a point beside the dish: `along` its axis from the middle, and `below` it. */
  const dark = (along: number, below: number) => {
    const x = Math.floor(50 + along * Math.cos(turn) - below * Math.sin(turn));
    const y = Math.floor(50 + along * Math.sin(turn) + below * Math.cos(turn));
    return 1 - (table.rgb[(y * 100 + x) * 3] as number);
  };
  for (const along of [-22, 22]) {
    expect(dark(along, 11), `below, at ${along}`).toBeGreaterThan(0.15);
    expect(dark(along, -11), `above, at ${along}`).toBeLessThan(0.1);
  }
});

it('reflects a wine glass below its foot, not below its bowl', () => {
  const stage = stageOf(
    (x, y) =>
      (y < 0 && y > -30 && Math.abs(x) < 30) ||
      (y >= 0 && y < 30 && Math.abs(x) < 4) ||
      (y >= 26 && y < 30 && Math.abs(x) < 12),
  );
  const white = raster(100, 100);
  white.rgb.fill(1);
  const { rgb } = reflect(stage, raster(100, 100), white, 1);
  const at = (x: number, y: number) => rgb[(y * 100 + x) * 3] as number;
  expect(at(50, 82)).toBeGreaterThan(0.5);
  expect(at(25, 53)).toBe(0);
  expect(at(75, 53)).toBe(0);
});
