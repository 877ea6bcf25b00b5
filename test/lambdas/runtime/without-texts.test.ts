import { expect, it } from 'vitest';
import { withoutTexts } from '#lambdas/runtime/without-texts.ts';
import { jpeg, quarters } from '#test/lambdas/generations/photos.ts';
import { pngChunk, pngWith } from '#test/support/png-with.ts';

const text = (name: string) => [name, Buffer.from('Comment\0zTXt')] as const;
const exif = ['eXIf', Buffer.from('MM\0*')] as const;

it('removes the texts of a PNG, wherever they are, and keeps all else', async () => {
  const png = await quarters(40, 40).png().toBuffer();
  const end = png.length - 12;
  const late = Buffer.concat([png.subarray(0, end), pngChunk(...text('iTXt')), png.subarray(end)]);
  const file = pngWith(late, [text('tEXt'), exif, text('zTXt'), text('iTXt')]);
  expect(withoutTexts(file)).toEqual(pngWith(png, [exif]));
  // A view into a larger buffer, as a request's body may be.
  const view = new Uint8Array([0, 0, 0, ...file]).subarray(3);
  expect(Buffer.from(withoutTexts(view))).toEqual(pngWith(png, [exif]));
});

it('leaves other files as they are', async () => {
  const png = await quarters(40, 40).png().toBuffer();
  for (const file of [png, png.subarray(0, 50), png.subarray(0, 9), await jpeg(40, 40), Buffer.alloc(0)])
    expect(withoutTexts(file)).toBe(file);
});

it('ends at a chunk that ends beyond the file', async () => {
  const png = pngWith(await quarters(40, 40).png().toBuffer(), [exif, text('zTXt')]);
  const cut = png.subarray(0, png.indexOf('zTXt') + 10);
  expect(withoutTexts(cut)).toBe(cut);
});
