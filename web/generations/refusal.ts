import type { CreateGeneration } from '#shared/api/generations.ts';
import { ApiError, isRefusedUnseen, messageOf } from '#web/lib/api-error.ts';
import { words } from './words.ts';

/** Why a request was refused, as a text for the user. */
export interface Refusal {
  readonly title: string;
  readonly description?: string;
  /** Whether more credits would help. */
  readonly needsCredits?: true;
}

/** The text for an error of creating a generation (customer-product.md sections 5 and 8). */
export function refusalOf(error: unknown, kind: CreateGeneration['kind']): Refusal {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'insufficient_credits') {
    return { title: words.insufficient, description: words.insufficientText[kind], needsCredits: true };
  }
  if (kind === 'menu') return { title: words.menuFailed, description: messageOf(error) };
  switch (code) {
    case 'format_locked':
      return { title: words.formatRefused, description: words.formatRefusedText };
    case 'filter_locked':
      return { title: words.filtersLocked, description: words.filterLockedText };
    case 'scene_locked':
      return { title: words.scenesLocked, description: words.sceneLockedText };
    case 'random_only':
      return { title: words.randomOnly, description: messageOf(error) };
    case 'pick_invalid':
      return { title: words.pickExpired, description: words.pickExpiredText };
    default:
      return { title: messageOf(error) };
  }
}

/**
 * The text for a request without a reply: `lost`, or the error by which the API did not say whether it has the request.
 * The request may have been carried out, so the text must not say that nothing was charged.
 */
export function unansweredText(error: unknown, lost: string): string {
  return isRefusedUnseen(error) ? messageOf(error) : lost;
}
