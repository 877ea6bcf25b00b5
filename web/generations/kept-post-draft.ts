import * as z from 'zod/mini';
import { postWishSchema } from '#shared/domain/post-text.ts';
import { keptDraft } from '#web/lib/kept-draft.ts';
import type { Result } from './results.ts';

const draftSchema = z.extend(postWishSchema, {
  caption: z.string(),
  hashtags: z.string(),
  altText: z.string(),
  description: z.string(),
});

/** The post of a picture that is being edited. */
export const keptPostDraft = ({ generationId, variation }: Pick<Result, 'generationId' | 'variation'>) =>
  keptDraft(`platepost.post.${generationId}.${variation}`, draftSchema);
