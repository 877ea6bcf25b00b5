import { getPost } from '#lambdas/delivery/get-post.ts';
import { savePost } from '#lambdas/delivery/save-post.ts';
import { writePost } from '#lambdas/delivery/write-post.ts';
import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { postRoutes } from '#shared/api/posts.ts';

/** Apart from the function for delivery: it alone calls a model within a request, and can neither sign nor remove files. */
export const handler = httpHandler({
  function: 'posts',
  routes: postRoutes,
  handlers: {
    getPost: ({ params }, { userId }) => getPost(userId, params),
    writePost: ({ params, body }, { userId }) => writePost(userId, params, body),
    savePost: ({ params, body }, { userId }) => savePost(userId, params, body),
  },
});
