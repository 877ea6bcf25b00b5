import type { StoredPost } from '#lambdas/generations/post-store.ts';
import type { Post } from '#shared/api/posts.ts';

/** Whether a model may still be writing the post. */
export function isBeingWritten({ writing }: StoredPost): boolean {
  return writing?.state === 'open' && Date.parse(writing.until) > Date.now();
}

/** Translates a post into the API's reply. */
export function toPostReply(post: StoredPost): Post {
  const { text, former, textRevision } = post;
  return { text: text ?? null, former, revision: textRevision, isBeingWritten: isBeingWritten(post) };
}
