import sharp from 'sharp';
import { type SmallPicture, smallSize } from '#shared/domain/contrast.ts';
import { type Overlay, overlayText } from '#shared/domain/overlay.ts';
import { layOutOverlay, overlaySvg } from '#shared/domain/overlay-layout.ts';
import { overlayTypeface } from './overlay-typeface.ts';
import { edit, type Picture, toPicture } from './picture.ts';

/** Puts an overlay on a picture; `logo` is the file of the logo, where there is one. */
export async function withOverlay(picture: Picture, overlay: Overlay, logo?: Buffer): Promise<Picture> {
  const { width, height } = picture;
  const size = { width, height };
  const typeface = await overlayTypeface(overlay.font, overlayText(overlay));
  const layout = layOutOverlay(overlay, {
    typeface,
    size,
    under: await smallPicture(picture),
    logo: logo && overlay.logo ? await sharp(logo).metadata() : undefined,
  });
  const layers = [{ input: Buffer.from(overlaySvg(layout, typeface, size)), top: 0, left: 0 }];
  if (layout.logo && logo) {
    const box = layout.logo;
    const input = await sharp(logo)
      .resize({ width: Math.round(box.width), height: Math.round(box.height), fit: 'fill' })
      .png()
      .toBuffer();
    layers.push({ input, top: Math.round(box.top), left: Math.round(box.left) });
  }
  return toPicture(edit(picture).composite(layers));
}

async function smallPicture(picture: Picture): Promise<SmallPicture> {
  const size = smallSize(picture);
  const { data } = await toPicture(edit(picture).resize({ ...size, fit: 'fill', kernel: 'cubic' }));
  return { ...size, data, channels: 3 };
}
