import { readFile } from 'node:fs/promises';
import { createRenderPool } from 'bedrock-stand-in/renderer';
import { afterAll, describe, expect, it } from 'vitest';
import { callRenderer, drawProductLook, preparePhoto, productLook } from '#bin/pictures/product-pipeline.ts';
import { lookTexts } from '#shared/domain/look-texts.ts';

const pool = createRenderPool(1, lookTexts);
afterAll(() => pool.close());

const size = { width: 360, height: 360 };
const sample = new URL('../../../web/public/samples/wings.jpg', import.meta.url);

describe('a look', () => {
  it('is drawn as if it were the only one of its photo', async () => {
    const call = callRenderer(pool);
    const file = await readFile(sample);
    const photo = await preparePhoto(file, size, call);
    // It keeps the plate, and a new one does not.
    await drawProductLook(photo, productLook('rustic-oak-table'), call);
    const { picture: after } = await drawProductLook(photo, productLook('white-round'), call);
    const { picture: alone } = await drawProductLook(
      await preparePhoto(file, size, call),
      productLook('white-round'),
      call,
    );
    expect(Buffer.compare(after.data, alone.data)).toBe(0);
  });
});
