import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { generationRoutes } from '#shared/api/generations.ts';
import { createDownload } from './create-download.ts';
import { createGeneration } from './create-generation.ts';
import { createShare } from './create-share.ts';
import { createUpload } from './create-upload.ts';
import { deleteGeneration } from './delete-generation.ts';
import { findGeneration } from './generation-store.ts';
import { listGenerations } from './list-generations.ts';
import { pickRandom } from './pick-random.ts';
import { revokeShare } from './revoke-share.ts';
import { setCover } from './set-cover.ts';
import { toReply } from './to-reply.ts';

export const handler = httpHandler({
  function: 'generations',
  routes: generationRoutes,
  // What customers ask for starts sooner without what staff ask for.
  more: async () => (await import('./staff-api.ts')).staffApi,
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
