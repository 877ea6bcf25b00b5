import { readRole } from '#lambdas/admin/role-store.ts';
import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { contentRoutes } from '#shared/api/content.ts';
import { generationRoutes } from '#shared/api/generations.ts';
import { promptTestRoutes } from '#shared/api/prompt-tests.ts';
import { createDownload } from './create-download.ts';
import { createGeneration } from './create-generation.ts';
import { createPromptTest } from './create-prompt-test.ts';
import { createShare } from './create-share.ts';
import { createUpload } from './create-upload.ts';
import { deleteContent } from './delete-content.ts';
import { deleteGeneration } from './delete-generation.ts';
import { deletePromptTest } from './delete-prompt-test.ts';
import { downloadPromptTest } from './download-prompt-test.ts';
import { findGeneration } from './generation-store.ts';
import { judgePromptTest } from './judge-prompt-test.ts';
import { listContent } from './list-content.ts';
import { listGenerations } from './list-generations.ts';
import { pickRandom } from './pick-random.ts';
import { findPromptTest, queryPromptTests } from './prompt-test-store.ts';
import { revokeShare } from './revoke-share.ts';
import { setCover } from './set-cover.ts';
import { toReply } from './to-reply.ts';
import { toTestReply } from './to-test-reply.ts';

export const handler = httpHandler({
  function: 'generations',
  routes: { ...generationRoutes, ...promptTestRoutes, ...contentRoutes },
  readRole,
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
    createPromptTest: ({ body }, { userId }) => createPromptTest(userId, body),
    listPromptTests: async ({ query }) => {
      const { items, ...rest } = await queryPromptTests(query.cursor);
      return { items: items.map(toTestReply), ...rest };
    },
    getPromptTest: async ({ params }) => toTestReply(await findPromptTest(params.testId)),
    judgePromptTest: ({ params, body }, { userId }) => judgePromptTest(userId, params.testId, body),
    downloadPromptTest: ({ params, body }) => downloadPromptTest(params.testId, body.variant),
    deletePromptTest: async ({ params }, { userId }) => {
      await deletePromptTest(userId, params.testId);
      return undefined;
    },
    listContent: () => listContent(),
    deleteContent: ({ params }, caller) => deleteContent(caller.userId, params.userId, params.generationId),
  },
});
