import { describe, expect, it } from 'vitest';
import { withoutScraps } from '#src/renderer/dish-mask/scraps.ts';
import { UNSURE } from '#src/renderer/dish-mask/sure-food.ts';
import type { Plane } from '#src/renderer/pixels.ts';
import { maskOf } from './drawn-dish.ts';
import { mean } from './mean.ts';

describe('withoutScraps', () => {
  const isBowl = (x: number, y: number) => Math.hypot(x, y - 40) < 45;
  const isRim = (x: number, y: number) => Math.hypot(x, y - 40) < 58 && x > 0;
  const isWall = (x: number, y: number) => Math.abs(x + 10) < 30 && y < 10;
  const isStraw = (x: number, y: number) => Math.abs(x - 30) < 5 && y > -70 && y < 10;
  const seenWith = (isUnsure: typeof isBowl) => {
    const seen = maskOf(isUnsure);
    const bowl = maskOf(isBowl);
    seen.values = seen.values.map((value, i) => Math.max(0.3 * value, bowl.values[i] ?? 0));
    return seen;
  };

  const keptOf = (seen: Plane) =>
    withoutScraps({ ...seen, values: seen.values.map((value) => Number(value > UNSURE)) }, seen);

  it('removes a piece of wall that hangs on the dish by its lower end', () => {
    const kept = keptOf(seenWith(isWall));
    expect(mean(kept, 0.31, 0, 0.59, 0.4)).toBe(0);
    expect(mean(kept, 0.4, 0.55, 0.6, 0.85)).toBe(1);
  });

  it('keeps the rim of the plate along the food, and a straw', () => {
    expect(mean(keptOf(seenWith(isRim)), 0.74, 0.65, 0.77, 0.75)).toBe(1);
    expect(mean(keptOf(seenWith(isStraw)), 0.64, 0.2, 0.66, 0.3)).toBe(1);
  });
});
