import * as z from 'zod/mini';
import { postWishSchema } from '#shared/domain/post-text.ts';
import type { PostDraft } from './post-draft.ts';
import type { Result } from './results.ts';

const draftSchema = z.extend(postWishSchema, {
  caption: z.string(),
  hashtags: z.string(),
  altText: z.string(),
  description: z.string(),
});

type Picture = Pick<Result, 'generationId' | 'variation'>;

const key = ({ generationId, variation }: Picture) => `platepost.post.${generationId}.${variation}`;

/** A post that was being edited in this tab when it was reloaded or left. */
export function readPostDraft(picture: Picture): PostDraft | undefined {
  try {
    return draftSchema.safeParse(JSON.parse(sessionStorage.getItem(key(picture)) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Keeps a post that is being edited; undefined once it is saved or discarded. Without storage, a reload loses it. */
export function keepPostDraft(picture: Picture, draft: PostDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(key(picture), JSON.stringify(draft));
    else sessionStorage.removeItem(key(picture));
  } catch (error) {
    reportError(error);
  }
}
