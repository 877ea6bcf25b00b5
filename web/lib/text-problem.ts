import { maxOverlayLength, type TextPart } from '#shared/domain/overlay.ts';
import { tidyPromoText, undrawableText } from '#shared/domain/promo-characters.ts';
import { words } from './words.ts';

/**
 * The message by how much a text is too long; undefined if it fits. A field with this message does not truncate pasted
 * text.
 */
export function tooLong(text: string, limit: number): string | undefined {
  return text.length > limit ? words.tooLong(text.length - limit) : undefined;
}

/** Why a text cannot be set on a picture; undefined if it can. */
export function overlayProblem(part: TextPart, text: string): string | undefined {
  return undrawableText(text) ?? tooLong(tidyPromoText(text), maxOverlayLength[part]);
}
