import { describe, expect, it } from 'vitest';
import { paintPlace, placeDish } from '#src/renderer/environment.ts';
import type { Raster } from '#src/renderer/pixels.ts';
import { isSeenFromAbove } from '#src/renderer/plates.ts';
import { createRandom } from '#src/renderer/random.ts';
import { backgroundSettings, readSetting, type Setting } from '#src/renderer/setting.ts';
import { stageOf, stageWith } from './stages.ts';

const { neutral, restaurant } = backgroundSettings;

/**
 * The steepest step of brightness from one row to the next but three, 0 to 1, and the share of the height where it is.
 */
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

  it('has no horizon in a studio from above, and the requested colour everywhere', () => {
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

describe('a dish in a place', () => {
  const white: Setting = { ...restaurant, surface: 'white', air: [] };
  /** Whether a plate is drawn: the place beside the dish's foot differs from that of the same dish without one. */
  const hasPlate = (isDish: (x: number, y: number) => boolean) => {
    const drawn = placeDish(stageOf(isDish), white);
    const bare = placeDish(stageOf(isDish), { ...white, addsNoPlate: true });
    return drawn.rgb.some((value, s) => Math.abs(value - (bare.rgb[s] ?? 0)) > 0.1);
  };

  it('gets a plate if its own was not found', () => {
    expect(hasPlate((x, y) => Math.abs(x) < 25 && Math.abs(y) < 15)).toBe(true);
  });

  it.each<[string, (x: number, y: number) => boolean]>([
    ['is a plate or a bowl itself', (x, y) => (x / 32) ** 2 + (y / 14) ** 2 < 1],
    ['is several things', (x, y) => Math.hypot(x + 28, y) < 10 || Math.hypot(x - 28, y - 20) < 10],
  ])('gets no plate if it %s', (_, isDish) => {
    expect(hasPlate(isDish)).toBe(false);
  });

  it('is lit without losing the shades of its lightest parts', () => {
    const stage = stageOf((x, y) => Math.abs(x) < 25 && Math.abs(y) < 15);
    // Foam, from 0.86 to 0.96 from left to right.
    stage.photo.rgb = stage.photo.rgb.map((_, s) => 0.86 + (0.1 * ((Math.floor(s / 3) % 100) - 25)) / 50);
    const { rgb } = placeDish(stage, { ...backgroundSettings.marble, brightness: 1.2 });
    const at = (x: number) => rgb[(50 * 100 + x) * 3] ?? 0;
    expect(at(65) - at(35)).toBeGreaterThan(0.02);
  });
});
