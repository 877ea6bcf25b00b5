import { promoSvg } from '#shared/domain/promo-layout.ts';
import type { PromoPosition } from '#shared/domain/promo-text.ts';
import { drawingTypeface } from './drawing-text.ts';
import { edit, type Picture, toPicture } from './picture.ts';

/** Puts promo text, which must be tidy and drawable, on a picture. */
export async function withPromoText(
  picture: Picture,
  promo: { readonly text: string; readonly position: PromoPosition },
): Promise<Picture> {
  const svg = promoSvg(drawingTypeface(), promo.text, promo.position, picture);
  return toPicture(edit(picture).composite([{ input: Buffer.from(svg), top: 0, left: 0 }]));
}
