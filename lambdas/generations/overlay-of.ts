import type { Account } from '#lambdas/accounts/user-store.ts';
import { isOverlayEmpty, type Overlay, overlayOfPromo, overlayText } from '#shared/domain/overlay.ts';
import type { StoredGeneration } from './generation.ts';

type Worded = Pick<StoredGeneration, 'studio' | 'overlay'>;

/** Words and logo on the pictures of a generation; undefined if there are none. */
export function overlayOf({ studio, overlay }: Worded): Overlay | undefined {
  if (overlay) return isOverlayEmpty(overlay) ? undefined : overlay;
  return studio?.promoText ? overlayOfPromo(studio) : undefined;
}

/**
 * The overlay of a new generation: its promotional text, and the logo if it is wanted and the account has one. Empty if
 * neither the brand kit nor the choices have a look; the promotional text of `studio` is then drawn in the default
 * style.
 */
export function promoOverlay(
  { brandKit: { look, logo } }: Account,
  studio: StoredGeneration['studio'],
): Pick<StoredGeneration, 'overlay'> {
  if (!studio || !(look ?? studio.promoLook)) return {};
  const promo = overlayOfPromo(studio, look);
  const overlay = { ...promo, logo: promo.logo && logo !== undefined };
  return isOverlayEmpty(overlay) ? {} : { overlay };
}

/** All words on the pictures of a generation, in one line; empty where there are none. */
export function wordsOf(generation: Worded): string {
  const overlay = overlayOf(generation);
  return overlay ? overlayText(overlay) : '';
}

/** The generation without words and logo: delivery platforms accept none. */
export function withoutWords<G extends Worded>(generation: G): G {
  const { studio } = generation;
  return { ...generation, overlay: undefined, studio: studio && { ...studio, promoText: '' } };
}
