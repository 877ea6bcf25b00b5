import sharp from 'sharp';
import { expect, it } from 'vitest';
import { overlayTypeface } from '#lambdas/pictures/overlay-typeface.ts';
import { edit, type Picture } from '#lambdas/pictures/picture.ts';
import { withOverlay } from '#lambdas/pictures/typeset-overlay.ts';
import { type SmallPicture, smallSize } from '#shared/domain/contrast.ts';
import { formats, type Size } from '#shared/domain/formats.ts';
import { emptyOverlay, type Overlay, overlayFonts, overlayText } from '#shared/domain/overlay.ts';
import { layOutOverlay, overlaySvg, type Rectangle } from '#shared/domain/overlay-layout.ts';
import { openPage } from '#test/support/browser.ts';

/** Latin with accents, and both directions of writing. */
const texts = { headline: 'Crème brûlée & más', subheadline: 'Phở bò, şiş kebap – מרק היום', price: '£9.50' };

/** Light at the top left, dark at the bottom right, so that some words need a shade. */
function slope({ width, height }: Size): Picture {
  const data = Buffer.alloc(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const across = (pixel % width) / width + Math.floor(pixel / width) / height;
    data.fill(Math.round(230 - 95 * across), pixel * 3, pixel * 3 + 3);
  }
  return { width, height, data };
}

const logo = await sharp(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="240"><ellipse cx="200" cy="120" rx="198" ry="118" fill="#2f6b3c"/></svg>',
  ),
)
  .png()
  .toBuffer();

/** How far two pictures differ: on average, and the share of pixels that differ visibly. */
function difference(a: Picture, b: Picture): { readonly mean: number; readonly visible: number } {
  let sum = 0;
  let visible = 0;
  for (let at = 0; at < a.data.length; at += 3) {
    const channels = [0, 1, 2].map((channel) =>
      Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)),
    );
    sum += channels[0] ?? 0;
    if (Math.max(...channels) > 80) visible += 1;
  }
  const pixels = a.width * a.height;
  return { mean: sum / pixels, visible: visible / pixels };
}

it('words and logo have the same pixels in the editor’s browser and on the server, in every font and format', async () => {
  const { page, close } = await openPage('http://127.0.0.1');
  const logoUrl = `data:image/png;base64,${logo.toString('base64')}`;
  const logoSize = { width: 400, height: 240 };
  for (const { id, renderWidth: width, renderHeight: height } of formats) {
    const size = { width, height };
    const picture = slope(size);
    const png = await edit(picture).png({ compressionLevel: 1 }).toBuffer();
    const pictureUrl = `data:image/png;base64,${png.toString('base64')}`;
    const small = smallSize(size);
    // As web/generations/picture-colors.ts.
    const data = await page.evaluate(
      async ([url, to]) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), to);
        const context = canvas.getContext('2d', { willReadFrequently: true });
        if (!context) throw new Error('There is no canvas');
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, 0, 0, to.width, to.height);
        return [...context.getImageData(0, 0, to.width, to.height).data];
      },
      [pictureUrl, small] as const,
    );
    const under: SmallPicture = { ...small, data, channels: 4 };
    for (const { id: font } of overlayFonts) {
      const overlay: Overlay = { ...emptyOverlay(), ...texts, font, logo: true };
      const typeface = await overlayTypeface(font, overlayText(overlay));
      const layout = layOutOverlay(overlay, { typeface, size, under, logo: logoSize });
      if (!layout.logo) throw new Error('The logo has no place');
      const svg = `data:image/svg+xml,${encodeURIComponent(overlaySvg(layout, typeface, size))}`;
      const shown = await page.evaluate(
        async ([layers, to]) => {
          const canvas = Object.assign(document.createElement('canvas'), to);
          const context = canvas.getContext('2d');
          if (!context) throw new Error('There is no canvas');
          context.imageSmoothingQuality = 'high';
          for (const { url, box } of layers) {
            const image = new Image();
            image.src = url;
            await image.decode();
            context.drawImage(image, box.left, box.top, box.width, box.height);
          }
          return canvas.toDataURL('image/png');
        },
        [layersOf(pictureUrl, svg, logoUrl, layout.logo, size), size] as const,
      );
      const browser = await sharp(Buffer.from(shown.split(',')[1] ?? '', 'base64'))
        .removeAlpha()
        .raw()
        .toBuffer();
      const server = await withOverlay(picture, overlay, logo);
      const { mean, visible } = difference({ ...size, data: browser }, server);
      // The engines blur shades a little differently.
      expect(mean, `${font}, ${id}`).toBeLessThan(3);
      expect(visible, `${font}, ${id}`).toBeLessThan(0.002);
      // Otherwise there would be nothing to compare.
      expect(difference(picture, server).visible).toBeGreaterThan(0.02);
    }
  }
  await close();
});

/** From the bottom up. */
function layersOf(picture: string, svg: string, logoUrl: string, logoBox: Rectangle, size: Size) {
  const all = { left: 0, top: 0, ...size };
  return [
    { url: picture, box: all },
    { url: svg, box: all },
    { url: logoUrl, box: logoBox },
  ];
}
