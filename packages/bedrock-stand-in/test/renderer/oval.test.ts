import { describe, expect, it } from 'vitest';
import { coverWithOval, fitOval, isOval, joinOval } from '#src/renderer/oval.ts';
import { plane } from '#src/renderer/pixels.ts';

describe('isOval', () => {
  it('distinguishes a plate from a bowl on a plate', () => {
    const bowl = joinOval(plane(200, 200), { x: 0.15, y: 0, rx: 0.3, ry: 0.2 });
    const plated = joinOval(bowl, { x: -0.05, y: 0.25, rx: 0.35, ry: 0.12 });
    expect(isOval(bowl, fitOval(bowl))).toBe(true);
    expect(isOval(plated, fitOval(plated))).toBe(false);
  });
});

describe('fitOval', () => {
  it.each([
    { x: 0, y: 0.1, rx: 0.3, ry: 0.2, turn: 0 },
    { x: -0.2, y: 0, rx: 0.35, ry: 0.15, turn: 0.4 },
  ])('finds the ellipse that a mask is', (oval) => {
    const found = fitOval(joinOval(plane(240, 180), oval));
    for (const key of ['x', 'y', 'rx', 'ry', 'turn'] as const) expect(found[key]).toBeCloseTo(oval[key], 2);
  });
});

describe('coverWithOval', () => {
  const round = { x: 0.3, y: 0.3, rx: 0.4, ry: 0.4 };

  it('covers a plate that two edges of the picture cut off', () => {
    const seen = joinOval(plane(200, 200), round);
    const covers = (oval: Parameters<typeof joinOval>[1]) => {
      const { values } = joinOval(plane(200, 200), oval);
      const shown = values.map((value, i) => value * (seen.values[i] as number));
      return (
        shown.reduce((sum, value) => sum + value, 0) / seen.values.reduce((sum, value) => sum + value, 0)
      );
    };
    expect(covers(fitOval(seen))).toBeLessThan(0.95);
    expect(covers(coverWithOval(seen))).toBeGreaterThan(0.97);
  });

  it('is the fitted ellipse if the whole plate is visible', () => {
    const seen = joinOval(plane(200, 200), { ...round, x: 0, y: 0 });
    expect(coverWithOval(seen).rx).toBeCloseTo(fitOval(seen).rx, 2);
  });
});
