import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { type Cut, cutMask, cutPhoto, straightCut } from '#web/photos/fix-photo.ts';

/** A white photo, by default with a red upper left corner. */
async function photo(width: number, height: number, corner = 'red'): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.fillStyle = corner;
  context.fillRect(0, 0, width / 4, height / 4);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'soup.png', { type: 'image/png' });
}

/** The colours of a picture at its corners, from the upper left, clockwise, and its size. */
async function cornersOf(file: Blob) {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const at = (x: number, y: number) => {
    const [red = 0, green = 0] = context?.getImageData(x, y, 1, 1).data ?? [];
    return red < 200 ? 'dark' : green < 128 ? 'red' : 'white';
  };
  return {
    size: [width, height],
    corners: [at(0, 0), at(width - 1, 0), at(width - 1, height - 1), at(0, height - 1)],
  };
}

describe('a photo that is turned', () => {
  test.each([
    [1, [300, 400], ['white', 'red', 'white', 'white']],
    [2, [400, 300], ['white', 'white', 'red', 'white']],
    [3, [300, 400], ['white', 'white', 'white', 'red']],
  ])('by %i quarters is whole', async (quarters, size, corners) => {
    const turned = quarters % 2 === 0 ? { width: 400, height: 300 } : { width: 300, height: 400 };
    const file = await cutPhoto(await photo(400, 300), 'soup.png', straightCut(turned, quarters, 0));
    expect(await cornersOf(file)).toEqual({ size, corners });
    expect(file.name).toBe('soup.png');
  });

  test('by any angle has its own shape and no empty corner', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 120, max: 400 }),
        fc.integer({ min: 120, max: 400 }),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: -40, max: 40 }).map((half) => half / 2),
        async (width, height, quarters, degrees) => {
          const turned = quarters % 2 === 0 ? { width, height } : { width: height, height: width };
          const cut = straightCut(turned, quarters, degrees);
          // All white: a JPEG is darker where red meets white.
          const file = await cutPhoto(await photo(width, height, 'white'), 'a.png', cut);
          const { size, corners } = await cornersOf(file);
          expect(corners).toEqual(['white', 'white', 'white', 'white']);
          const [wide = 0, high = 0] = size;
          expect(Math.abs(wide / high - turned.width / turned.height)).toBeLessThan(0.03);
          if (degrees === 0) expect(size).toEqual([turned.width, turned.height]);
        },
      ),
      { numRuns: 20, examples: [[128, 243, 0, -9]] },
    );
  });
});

test('what a photo leaves transparent becomes white, as in its pictures', async () => {
  const canvas = new OffscreenCanvas(200, 150);
  canvas.getContext('2d');
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  const file = await cutPhoto(blob, 'soup.png', straightCut({ width: 200, height: 150 }, 0, 5));
  expect((await cornersOf(file)).corners).toEqual(['white', 'white', 'white', 'white']);
});

test('a photo that the browser cannot draw or write is refused', async () => {
  const file = await photo(400, 300);
  const cut = straightCut({ width: 400, height: 300 }, 0, 5);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValueOnce(null);
  // C8.53
  await expect(cutPhoto(file, 'soup.png', cut)).rejects.toThrow('Could not get canvas context');
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementationOnce((done) => done(null));
  // C8.53
  await expect(cutPhoto(file, 'soup.png', cut)).rejects.toThrow('Failed to create blob from canvas');
});

describe('a mask', () => {
  const [width, height] = [80, 60];
  /** Keeps the upper left corner. */
  const data = new Uint8Array(width * height).map((_, at) => (at % width < 20 && at < 15 * width ? 255 : 0));
  const mask = { width, height, data };

  test('is turned as its photo is', () => {
    const cut = straightCut({ width: height, height: width }, 1, 0);
    const turned = cutMask(mask, cut, { width: 60, height: 80 });
    const kept = (x: number, y: number) => turned.data[y * 60 + x];
    expect([kept(55, 5), kept(5, 5), kept(55, 75), kept(40, 5)]).toEqual([255, 0, 0, 0]);
    expect(turned.data.filter((value) => value > 127)).toHaveLength(15 * 20);
  });

  test('is cropped as its photo is, to the size of the new one', () => {
    const cut: Cut = { quarters: 0, degrees: 0, box: { left: 0, top: 0, width: 0.5, height: 0.5 } };
    const part = cutMask(mask, cut, { width: 160, height: 120 });
    expect(part.data).toHaveLength(160 * 120);
    expect(part.data.filter((value) => value > 127).length / part.data.length).toBeCloseTo(0.25, 1);
  });
});
