import { createDownload } from '#lambdas/delivery/create-download.ts';
import { createShare } from '#lambdas/delivery/create-share.ts';
import { revokeShare } from '#lambdas/delivery/revoke-share.ts';
import { createGeneration } from '#lambdas/generations/create-generation.ts';
import { deleteGeneration } from '#lambdas/generations/delete-generation.ts';
import { findGeneration } from '#lambdas/generations/generation-store.ts';
import { listGenerations } from '#lambdas/generations/list-generations.ts';
import { pickRandom } from '#lambdas/generations/pick-random.ts';
import { setCover } from '#lambdas/generations/set-cover.ts';
import { toReply } from '#lambdas/generations/to-reply.ts';
import { createUpload } from '#lambdas/photos/create-upload.ts';
import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { generationRoutes } from '#shared/api/generations.ts';

export const handler = httpHandler({
  function: 'generations',
  routes: generationRoutes,
  // What customers ask for starts sooner without what staff ask for.
  more: async () => (await import('./generations-staff.ts')).staffApi,
  handlers: {
    createUpload: ({ body }, { userId }) => createUpload(userId, body),
    pickRandom: ({ body }, { userId }) => pickRandom(userId, body),
    createGeneration: ({ body }, { userId }) => createGeneration(userId, body),
    listGenerations: ({ query }, { userId }) => listGenerations(userId, query),
    getGeneration: async ({ params }, { userId }) =>
      toReply(await findGeneration(userId, params.generationId)),
    setCover: ({ params, body }, { userId }) => setCover(userId, params.generationId, body.cover),
    deleteGeneration: async ({ params }, { userId }) => {
      await deleteGeneration(userId, params.generationId);
      return undefined;
    },
    createDownload: ({ params, body }, { userId }) => createDownload(userId, params.generationId, body),
    createShare: ({ params, body }, { userId }) => createShare(userId, params.generationId, body),
    revokeShare: async ({ params }, { userId }) => {
      await revokeShare(userId, params.shareId);
      return undefined;
    },
  },
});
