import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRenderPool } from 'bedrock-stand-in/renderer';
import { afterAll, describe, expect, it } from 'vitest';
import { compareWithDrawn, readDrawnMasks } from '#bin/pictures/photo-masks.ts';
import { callRenderer } from '#bin/pictures/product-pipeline.ts';
import { makeCutOut } from '#lambdas/photos/make-cut-out.ts';
import { lookTexts } from '#shared/domain/look-texts.ts';

const committed = join(import.meta.dirname, '../../../packages/bedrock-stand-in/test/photos');
/**
 * Folder of the photographs that may not be committed. The test takes half a minute of a core, so it runs only if the
 * folder is set.
 */
const folder = process.env.PHOTOS_FOLDER ?? '';

const pool = createRenderPool(1, lookTexts);
const call = callRenderer(pool);
afterAll(() => pool.close());

describe('the cut-out against drawn masks', () => {
  it.each([
    ['coffee-cc0.jpg', 0.02],
    ['fruits-opencv.jpg', 0.05],
  ])('keeps the dish of %s and hardly any of its table', async (name, most) => {
    const drawn = (await readDrawnMasks()).get(name);
    if (!drawn) throw new Error('No mask is drawn for this photo');
    const cutOut = await makeCutOut(await readFile(join(committed, name)), call);
    const { food, background } = await compareWithDrawn(cutOut, drawn);
    expect(food).toBeGreaterThan(0.95);
    expect(background).toBeLessThan(most);
  });

  it.skipIf(!existsSync(folder))(
    'keeps the food of 17 of 18 photographs and leaves their background (skipped without PHOTOS_FOLDER)',
    async () => {
      const failed: string[] = [];
      for (const [name, drawn] of await readDrawnMasks()) {
        const cutOut = await makeCutOut(await readFile(join(folder, name)), call);
        const { food, background } = await compareWithDrawn(cutOut, drawn);
        if (food < 0.95 || background > 0.05) {
          failed.push(`${name}: food ${food.toFixed(3)}, background ${background.toFixed(3)}`);
        }
      }
      expect(failed.length, failed.join('\n')).toBeLessThanOrEqual(1);
    },
    300_000,
  );
});
