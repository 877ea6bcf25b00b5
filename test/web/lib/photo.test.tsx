import { expect, test, vi } from 'vitest';
import { prepareSiteFile } from '#web/admin/site-images/prepare-site-file.ts';
import { preparePhoto } from '#web/lib/photo.ts';

async function picture(type: string): Promise<Blob> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [120, 90];
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type));
  if (blob?.type !== type) throw new Error(`No ${type} can be made here`);
  return blob;
}

/** A BMP of 80 by 80 pixels, which browsers read and the API does not. */
function bitmap(): Blob {
  const bytes = new DataView(new ArrayBuffer(54 + 80 * 80 * 3));
  bytes.setUint16(0, 0x424d);
  for (const [at, value] of [
    [2, bytes.byteLength],
    [10, 54],
    [14, 40],
    [18, 80],
    [22, 80],
  ] as const)
    bytes.setUint32(at, value, true);
  bytes.setUint16(26, 1, true);
  bytes.setUint16(28, 24, true);
  return new Blob([bytes]);
}

const prepare = {
  'a photo': preparePhoto,
  'a picture of the site': (file: File) => prepareSiteFile(file, 'image'),
};

test.for(Object.entries(prepare))('%s that is called .jpg is taken for what it is', async ([, prepared]) => {
  const named = (blob: Blob) => new File([blob], 'dish.jpg', { type: 'image/jpeg' });
  for (const type of ['image/jpeg', 'image/png', 'image/webp'] as const) {
    const file = named(await picture(type));
    expect(await prepared(file)).toMatchObject({ file, contentType: type });
  }
  const { file, contentType } = await prepared(named(bitmap()));
  expect(contentType).toBe('image/jpeg');
  expect(Array.from(new Uint8Array(await file.slice(0, 3).arrayBuffer()))).toEqual([0xff, 0xd8, 0xff]);
});

const named = (bytes: BlobPart, type = 'image/jpeg') => new File([bytes], 'dish.jpg', { type });
const damaged = 'This photo is damaged. Please choose another copy of it, or another photo.';
const otherType = 'This file is not a photo we can read. Please choose a JPG, PNG, WebP or AVIF.';

test.for(['image/jpeg', 'image/png', 'image/webp'])('a truncated %s is reported as damaged', async (type) => {
  const whole = await picture(type);
  await expect(preparePhoto(named(whole.slice(0, 40)))).rejects.toThrow(damaged);
});

test('a truncated AVIF is reported as damaged, and other files as of an unsupported type', async () => {
  await expect(preparePhoto(named('\0\0\0\x1cftypavif\0\0\0\0'))).rejects.toThrow(damaged);
  await expect(preparePhoto(named('%PDF-1.7 a menu', 'application/pdf'))).rejects.toThrow(otherType);
  await expect(preparePhoto(named(''))).rejects.toThrow(otherType);
});

test.each([
  'heic',
  'heix',
  'mif1',
])('an iPhone’s photo (%s) is named as such, with the way out', async (brand) => {
  await expect(preparePhoto(named(`\0\0\0\x1cftyp${brand}\0\0\0\0`, ''))).rejects.toThrow(
    'This is an iPhone photo (HEIC), which this browser cannot read. Open it on your phone or computer and export it as a JPG.',
  );
});

test('a photo whose small copy cannot be read is refused', async () => {
  vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementationOnce(function (this: FileReader) {
    this.dispatchEvent(new ProgressEvent('error'));
  });
  // C8.53
  await expect(preparePhoto(named(await picture('image/jpeg')))).rejects.toThrow('Failed to load image');
});
