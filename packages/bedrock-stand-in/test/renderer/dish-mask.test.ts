import { describe, expect, it } from 'vitest';
import { findDish } from '#src/renderer/dish-mask.ts';
import { decode } from '#src/renderer/image-file.ts';
import { raster } from '#src/renderer/pixels.ts';
import { mean } from './mean.ts';
import { dishes, photo as photoFile } from './photos.ts';

describe('findDish', () => {
  it.each(
    dishes.flatMap((dish) => [dish, `${dish}-before`] as const),
  )('finds the dish of %s', async (name) => {
    const mask = findDish(await decode(await photoFile(name)));
    expect(mean(mask, 0.44, 0.44, 0.54, 0.58)).toBeGreaterThan(0.85);
    // The board under the fries fills the lower corners of that photo; everywhere else they are table.
    const corners = name === 'fries' ? [0] : [0, 0.92];
    for (const top of corners) {
      for (const left of [0, 0.92]) expect(mean(mask, left, top, left + 0.08, top + 0.08)).toBeLessThan(0.05);
    }
    const share = mean(mask, 0, 0, 1, 1);
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.65);
  });

  it('falls back to an ellipse in the middle if nothing stands out', () => {
    const grey = raster(128, 96);
    grey.rgb.fill(0.5);
    const mask = findDish(grey);
    expect(mean(mask, 0.45, 0.45, 0.55, 0.55)).toBeGreaterThan(0.9);
    expect(mean(mask, 0, 0, 0.1, 0.1)).toBeLessThan(0.1);
  });

  it('has values from 0 to 1 and the size of the picture', async () => {
    const mask = findDish(await decode(await photoFile('wings'), 200, 333));
    expect([mask.width, mask.height, mask.values.length]).toEqual([200, 333, 200 * 333]);
    expect(mask.values.every((value) => value >= 0 && value <= 1)).toBe(true);
  });
});
