import { findGeneration } from '#lambdas/generations/generation-store.ts';
import { readPost } from '#lambdas/generations/post-store.ts';
import type { Post, postRoutes } from '#shared/api/posts.ts';
import type { RouteInput } from '#shared/api/route.ts';
import { toPostReply } from './post-reply.ts';

/**
 * The post of a picture.
 * @throws AppError `not_found`
 */
export async function getPost(
  userId: string,
  { generationId, variation }: RouteInput<typeof postRoutes.getPost>['params'],
): Promise<Post> {
  const [post] = await Promise.all([
    readPost({ userId, generationId, variation }),
    findGeneration(userId, generationId),
  ]);
  return toPostReply(post);
}
