import { describe, expect, it } from 'vitest';
import { paintPlace } from '#src/renderer/environment.ts';
import type { Raster } from '#src/renderer/pixels.ts';
import { isSeenFromAbove } from '#src/renderer/plates.ts';
import { createRandom } from '#src/renderer/random.ts';
import { backgroundSettings, readSetting } from '#src/renderer/setting.ts';
import { stageOf, stageWith } from './stages.ts';

const { neutral, restaurant } = backgroundSettings;

/** The steepest step of brightness from one row to the next but three, 0 to 1, and the share of the height where it is. */
function horizonOf({ width, height, rgb }: Raster): { step: number; at: number } {
  const rows = Array.from({ length: height }, (_, y) => {
    let sum = 0;
    for (let s = y * width * 3; s < (y + 1) * width * 3; s++) sum += rgb[s] ?? 0;
    return sum / width / 3;
  });
  let found = { step: 0, at: 0 };
  for (let y = 3; y < height; y++) {
    const step = Math.abs((rows[y] ?? 0) - (rows[y - 3] ?? 0));
    if (step > found.step) found = { step, at: y / height };
  }
  return found;
}

describe('an empty place', () => {
  const stage = () => stageWith(60, 58);

  it('has its horizon behind the dish in a picture from the side', () => {
    expect(horizonOf(paintPlace(stage(), restaurant)).at).toBeGreaterThan(0.2);
  });

  it('has its horizon at the upper edge in a picture from above', () => {
    const { step, at } = horizonOf(paintPlace(stage(), restaurant, true));
    expect(step).toBeGreaterThan(0.02);
    expect(at).toBeLessThan(0.17);
  });

  it('has its horizon behind every part of the dish, and none where a part lies near the upper edge', () => {
    const cookies = (y: number) =>
      stageOf((px, py) => Math.hypot(px, py - 20) < 20 || Math.hypot(px - 26, py - y) < 9);
    const farthest = (50 + -16 + 9) / 100;
    const onWhite = { ...restaurant, surface: 'white', backdrop: 'dark' } as const;
    expect(isSeenFromAbove(cookies(-16))).toBe(false);
    expect(horizonOf(paintPlace(cookies(-16), onWhite)).at).toBeLessThan(farthest);
    expect(horizonOf(paintPlace(cookies(60), onWhite)).at).toBeGreaterThan(farthest);
    expect(isSeenFromAbove(cookies(-39))).toBe(true);
  });

  it('has none in a studio from above, and the colour that was asked for everywhere', () => {
    const setting = readSetting('A seamless pastel backdrop in peach', createRandom(1, ''));
    for (const place of [paintPlace(stage(), setting, true), paintPlace(stage(), neutral, true)]) {
      expect(horizonOf(place).step).toBeLessThan(0.03);
      const { width, height, rgb } = place;
      for (const y of [2, height - 3])
        for (const x of [2, width - 3]) {
          const s = (y * width + x) * 3;
          expect(rgb[s]).toBeGreaterThan((rgb[s + 2] ?? 0) * 1.02);
        }
    }
  });
});
