import { isDeepStrictEqual } from 'node:util';
import { findGeneration, whileKept } from '#lambdas/generations/generation-store.ts';
import { readPost, replacePost, type StoredPost } from '#lambdas/generations/post-store.ts';
import { countUse, maxDailyUses } from '#lambdas/platform/daily-use-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { conflict, retryOnConflict } from '#lambdas/runtime/retry-on-conflict.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import type { Post, postRoutes } from '#shared/api/posts.ts';
import type { RouteInput } from '#shared/api/route.ts';
import { toPostReply } from './post-reply.ts';

type Route = typeof postRoutes.savePost;

/**
 * Saves a post as its owner wrote it, or restores a former text. The customer's own text is not filtered.
 * @throws AppError `not_found`, `not_ready`, `conflict` if the text has changed since the caller read it, `daily_limit_reached`,
 * `busy`
 */
export async function savePost(
  userId: string,
  { generationId, variation }: RouteInput<Route>['params'],
  { revision, text }: RouteInput<Route>['body'],
): Promise<Post> {
  return retryOnConflict(async () => {
    const [generation, seen] = await Promise.all([
      findGeneration(userId, generationId),
      readPost({ userId, generationId, variation }),
    ]);
    // Also the case of a repeated request whose first reply was lost.
    if (isDeepStrictEqual(seen.text, text)) return toPostReply(seen);
    if (!generation.inGallery || !generation.variations.some(({ index }) => index === variation))
      throw new AppError('not_ready');
    if (seen.textRevision !== revision)
      throw new AppError('conflict', 'This text was changed meanwhile, maybe in another tab');
    const post = {
      ...seen,
      text,
      textRevision: revision + 1,
      changedAt: nowIso(),
      former: formerTexts(seen, text),
    };
    const { outcome } = await transact<'gone' | 'changed' | 'limit'>([
      whileKept(generation),
      replacePost(userId, seen, post),
      countUse(userId, 'savedPost', post.changedAt.slice(0, 10)),
    ]);
    switch (outcome) {
      case 'committed':
        return toPostReply(post);
      case 'gone':
        throw new AppError('not_found', 'This image does not exist');
      case 'changed':
        return conflict;
      case 'limit':
        throw new AppError(
          'daily_limit_reached',
          `You can save ${maxDailyUses.savedPost} texts a day. Your saved text is as it was.`,
        );
    }
  });
}

/** The former texts after a save. A restored text and the present one swap places. */
function formerTexts({ text: present, former }: StoredPost, text: StoredPost['text']): StoredPost['former'] {
  const others = former.filter((each) => !isDeepStrictEqual(each, text));
  return others.length < former.length && present ? [present, ...others] : former;
}
