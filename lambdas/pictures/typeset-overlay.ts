import { type SmallPicture, smallSize } from '#shared/domain/contrast.ts';
import { type Overlay, overlayText } from '#shared/domain/overlay.ts';
import { layOutOverlay, overlaySvg } from '#shared/domain/overlay-layout.ts';
import { overlayTypeface } from './overlay-typeface.ts';
import { edit, layOver, type Picture, toLayer, toPicture } from './picture.ts';
import { sharp } from './sharp.ts';

/** Draws an overlay on a picture. `logo` is the logo's file, if the account has one. */
export async function withOverlay(picture: Picture, overlay: Overlay, logo?: Buffer): Promise<Picture> {
  const size = { width: picture.width, height: picture.height };
  const typeface = await overlayTypeface(overlay.font, overlayText(overlay));
  const layout = layOutOverlay(overlay, {
    typeface,
    size,
    under: await smallPicture(picture),
    logo: logo && overlay.logo ? await sharp(logo).metadata() : undefined,
  });
  const layers = [await toLayer(sharp(Buffer.from(overlaySvg(layout, typeface, size))), { left: 0, top: 0 })];
  if (layout.logo && logo) {
    const { left, top, width, height } = layout.logo;
    const resized = sharp(logo).resize({
      width: Math.round(width),
      height: Math.round(height),
      fit: 'fill',
    });
    layers.push(await toLayer(resized, { left: Math.round(left), top: Math.round(top) }));
  }
  return layOver(picture, layers);
}

async function smallPicture(picture: Picture): Promise<SmallPicture> {
  const size = smallSize(picture);
  const { data } = await toPicture(edit(picture).resize({ ...size, fit: 'fill', kernel: 'cubic' }));
  return { ...size, data, channels: 3 };
}
