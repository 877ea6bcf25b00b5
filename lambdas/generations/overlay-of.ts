import type { Account } from '#lambdas/accounts/user-store.ts';
import { isOverlayEmpty, type Overlay, overlayOfPromo, overlayText } from '#shared/domain/overlay.ts';
import type { StoredGeneration } from './generation.ts';

type Worded = Pick<StoredGeneration, 'studio' | 'overlay'>;

/** Words and logo on the pictures of a generation; undefined where there are none. */
export function overlayOf({ studio, overlay }: Worded): Overlay | undefined {
  if (overlay) return isOverlayEmpty(overlay) ? undefined : overlay;
  return studio?.promoText ? overlayOfPromo(studio) : undefined;
}

/**
 * Promotional text, and the logo if it is wanted and the account has one, for a new generation; nothing where text is set
 * as it is without a brand kit.
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

/** The generation as it is for files without words and logo: delivery platforms take none. */
export function withoutWords<G extends Worded>(generation: G): G {
  const { studio } = generation;
  return { ...generation, overlay: undefined, studio: studio && { ...studio, promoText: '' } };
}
