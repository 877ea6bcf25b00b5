import type { Size } from '#shared/domain/formats.ts';
import { type BrandLook, overlayOfPromo } from '#shared/domain/overlay.ts';
import { layOutOverlay, overlaySvg } from '#shared/domain/overlay-layout.ts';
import type { Choices } from './choices.ts';
import { loadTypeface } from './overlay-typeface.ts';

interface DrawOptions {
  readonly size: Size;
  /** The brand look of the account. */
  readonly look: BrandLook | undefined;
  readonly logo: Size | undefined;
}

/**
 * Draws promo text and computes the place of the logo as the server will, with the strongest shade that a picture
 * may need.
 */
export async function drawPromo(
  promo: Pick<Choices, 'promoText' | 'promoPosition' | 'promoLook'>,
  { size, look, logo }: DrawOptions,
) {
  const overlay = overlayOfPromo(promo, look);
  const typeface = await loadTypeface(overlay.font, promo.promoText);
  const layout = layOutOverlay(overlay, { typeface, size, logo });
  return { svg: overlaySvg(layout, typeface, size), logo: layout.logo };
}
