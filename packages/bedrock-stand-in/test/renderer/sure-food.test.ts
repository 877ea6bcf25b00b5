import { describe, expect, it } from 'vitest';
import { keepSure } from '#src/renderer/dish-mask/sure-food.ts';
import { maskOf } from './drawn-dish.ts';
import { mean } from './mean.ts';

describe('keepSure', () => {
  /** A glass, a berry that touches it, and a second glass behind the berry of which the network is unsure. */
  const seen = maskOf((x, y) => (Math.abs(x - 40) < 30 && Math.abs(y) < 80) || Math.hypot(x, y - 66) < 18);
  const isBehind = (x: number, y: number) =>
    (Math.abs(x + 34) < 24 && y > -20 && y < 42) || (Math.abs(x + 14) < 5 && y >= 42 && y < 62);
  for (const [i, value] of maskOf(isBehind).values.entries())
    seen.values[i] = Math.max(seen.values[i] ?? 0, 0.3 * value);

  it('removes a second glass that touches a berry, and keeps the berry', () => {
    const kept = keepSure(seen);
    expect(mean(kept, 0.22, 0.42, 0.44, 0.7)).toBe(0);
    expect(mean(kept, 0.46, 0.8, 0.54, 0.86)).toBe(1);
    expect(mean(kept, 0.6, 0.2, 0.8, 0.8)).toBe(1);
  });
});

describe('keepSure with objects above the dish', () => {
  const isDish = (x: number, y: number) => Math.hypot(x, y - 40) < 45;
  const isSign = (x: number, y: number) => Math.hypot(x, y + 70) < 38;

  it('removes a sign that reaches the top, and keeps a second dish beside or below the first', () => {
    const signed = keepSure(maskOf((x, y) => isDish(x, y) || isSign(x, y)));
    expect(mean(signed, 0.4, 0, 0.6, 0.3)).toBe(0);
    expect(mean(signed, 0.4, 0.55, 0.6, 0.85)).toBe(1);
    const withSide = keepSure(maskOf((x, y) => isDish(x, -y) || isSign(x, -y)));
    expect(mean(withSide, 0.4, 0.7, 0.6, 1)).toBe(1);
    const isMill = (x: number, y: number) => Math.abs(x) < 7 && Math.abs(y + 25) < 17;
    expect(mean(keepSure(maskOf((x, y) => isDish(x, y) || isMill(x, y))), 0.48, 0.3, 0.52, 0.4)).toBe(0);
    const pot = keepSure(
      maskOf((x, y) => Math.hypot(x + 50, y + 60) < 48 || Math.hypot(x - 40, y - 30) < 55),
    );
    expect(mean(pot, 0.1, 0.05, 0.4, 0.3)).toBe(1);
  });

  it('keeps the handle of a spoon that lies in the dish', () => {
    // From the dish towards the upper left, thinner where it begins, with a knot there.
    const isHandle = (x: number, y: number) => {
      const along = (-x - y) / Math.SQRT2;
      const half = along > 25 ? 4 : Math.abs(along - 20) < 3 ? 3 : 1.5;
      return along > 0 && along < 100 && Math.abs(x - y) / Math.SQRT2 < half;
    };
    const spooned = keepSure(maskOf((x, y) => isDish(x, y) || isHandle(x, y)));
    expect(mean(spooned, 0.24, 0.24, 0.26, 0.26)).toBe(1);
    expect(mean(spooned, 0.42, 0.42, 0.43, 0.43)).toBe(1);
    const isKnife = (x: number, y: number) => Math.abs(x) < 80 && Math.abs(y + 40) < 4;
    expect(mean(keepSure(maskOf((x, y) => isDish(x, y) || isKnife(x, y))), 0.2, 0.28, 0.8, 0.32)).toBe(0);
  });
});
