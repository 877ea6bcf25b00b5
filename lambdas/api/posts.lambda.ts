import { getPost } from '#lambdas/delivery/get-post.ts';
import { savePost } from '#lambdas/delivery/save-post.ts';
import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { postRoutes } from '#shared/api/posts.ts';

/** A function of its own, because it calls a model within a request, and can neither sign nor delete files. */
export const handler = httpHandler({
  function: 'posts',
  routes: postRoutes,
  handlers: {
    getPost: ({ params }, { userId }) => getPost(userId, params),
    // Loads Bedrock's client and the text filter on demand: posts are read far more often than written.
    writePost: async ({ params, body }, { userId }) =>
      (await import('#lambdas/delivery/write-post.ts')).writePost(userId, params, body),
    savePost: ({ params, body }, { userId }) => savePost(userId, params, body),
  },
});
