import * as z from 'zod/mini';
import { postWishSchema } from '#shared/domain/post-text.ts';
import { keptDraft } from '#web/lib/kept-draft.ts';
import type { Result } from './results.ts';

const draftSchema = z.object({
  draft: z.extend(postWishSchema, {
    caption: z.string(),
    hashtags: z.string(),
    altText: z.string(),
    description: z.string(),
  }),
  /** Revision of the post that was edited. */
  revision: z.number(),
});

/** The draft of a picture's post. */
export const keptPostDraft = ({ generationId, variation }: Pick<Result, 'generationId' | 'variation'>) =>
  keptDraft(`platepost.post.${generationId}.${variation}`, draftSchema);
