import type { CreateGeneration } from '#shared/api/generations.ts';
import { ApiError, isRefusedUnseen, messageOf } from '#web/lib/api-error.ts';
import { words } from './words.ts';

/** Why a request was refused, in words for the user. */
export interface Refusal {
  readonly title: string;
  readonly description?: string;
  /** Whether more credits would help. */
  readonly needsCredits?: true;
}

/** The words for an error of creating a generation (customer-product.md sections 5 and 8). */
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
 * The words for a request that got no answer: `lost`, or why the API does not say whether it has it. Nobody knows then
 * whether it was carried out, so that the words must not say that nothing was charged.
 */
export function unansweredText(error: unknown, lost: string): string {
  return isRefusedUnseen(error) ? messageOf(error) : lost;
}
