import { createRenderPool } from 'bedrock-stand-in/renderer';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { largestFlatArea } from '#bin/pictures/measure-picture.ts';
import { callRenderer, drawProductLook, preparePhoto, productLook } from '#bin/pictures/product-pipeline.ts';
import { maxPhotoPixels } from '#lambdas/photos/limits.ts';
import { maxUploadBytes } from '#shared/domain/limits.ts';
import { lookTexts } from '#shared/domain/look-texts.ts';
import { realPhoto } from '#test/support/photos.ts';

const pool = createRenderPool(1, lookTexts);
afterAll(() => pool.close());

const size = { width: 1080, height: 1080 };

/** The most that one flat colour covers of a picture: a look on a photo of usual size has less than a hundredth. */
const mostFlat = 0.05;

const photoOf = (width: number, height: number) =>
  sharp(realPhoto().bytes).resize(width, height, { fit: 'fill' }).jpeg({ quality: 80 }).toBuffer();

describe('a photo', () => {
  it.each([
    ['of 49.9 megapixels, hardly less than the most that we accept', 8649, 5766],
    ['of 300 pixels', 300, 200],
  ])('%s is cut out and put into a scene', async (_, width, height) => {
    expect(width * height).toBeLessThanOrEqual(maxPhotoPixels);
    const call = callRenderer(pool);
    const file = await photoOf(width, height);
    expect(file.length).toBeLessThanOrEqual(maxUploadBytes);
    const photo = await preparePhoto(file, size, call);
    expect(photo.cutOut.upright).toEqual({ width, height });
    expect(photo.cutOut.findings.covered).toBeGreaterThan(0.15);
    expect(photo.cutOut.findings.covered).toBeLessThan(0.8);
    const { picture } = await drawProductLook(photo, productLook('rustic-oak-table'), call);
    expect(picture).toMatchObject(size);
    expect(picture.data).toHaveLength(size.width * size.height * 3);
    expect(largestFlatArea(picture, { photo: photo.picture, mask: photo.mask }).share).toBeLessThan(mostFlat);
  });
});
