import { maxOverlayLength, type Overlay, type TextPart } from '#shared/domain/overlay.ts';
import { drawablePart, tidyPromoText } from '#shared/domain/promo-characters.ts';

/** The overlay as it is sent. */
export function tidyOverlay(overlay: Overlay): Overlay {
  return withTexts(overlay, tidyPromoText);
}

/** Without characters that no font has, and without text beyond the limit; the fields report both. */
export function drawableOverlay(overlay: Overlay): Overlay {
  return withTexts(overlay, (text, part) =>
    drawablePart(tidyPromoText(text).slice(0, maxOverlayLength[part])),
  );
}

/** Whether two overlays are sent as the same. */
export function isSameOverlay(a: Overlay, b: Overlay): boolean {
  return JSON.stringify(sorted(tidyOverlay(a))) === JSON.stringify(sorted(tidyOverlay(b)));
}

/** Changes each text of an overlay. */
function withTexts(overlay: Overlay, change: (text: string, part: TextPart) => string): Overlay {
  const { headline, subheadline, price } = overlay;
  return {
    ...overlay,
    headline: change(headline, 'headline'),
    subheadline: change(subheadline, 'subheadline'),
    price: change(price, 'price'),
  };
}

/** With sorted keys, for comparison. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
