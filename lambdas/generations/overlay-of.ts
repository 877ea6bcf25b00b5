import type { Account } from '#lambdas/accounts/user-store.ts';
import { isOverlayEmpty, type Overlay, overlayOfPromo, overlayText } from '#shared/domain/overlay.ts';
import type { StoredGeneration } from './generation.ts';

type Worded = Pick<StoredGeneration, 'studio' | 'overlay'>;

/** Words and logo on the pictures of a generation; undefined where there are none. */
export function overlayOf({ studio, overlay }: Worded): Overlay | undefined {
  if (overlay) return isOverlayEmpty(overlay) ? undefined : overlay;
  return studio?.promoText ? overlayOfPromo(studio) : undefined;
}

/** Promotional text in the look of the account's brand kit, for a new generation; nothing where it has none. */
export function brandedOverlay(
  { brandKit: { look } }: Account,
  studio: StoredGeneration['studio'],
): Pick<StoredGeneration, 'overlay'> {
  return look && studio?.promoText ? { overlay: overlayOfPromo(studio, look) } : {};
}

/** All words on the pictures of a generation, in one line; empty where there are none. */
export function wordsOf(generation: Worded): string {
  const overlay = overlayOf(generation);
  return overlay ? overlayText(overlay) : '';
}
