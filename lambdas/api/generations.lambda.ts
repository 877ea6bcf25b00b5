import { readStaffRole } from '#lambdas/accounts/staff-role.ts';
import { deleteContent } from '#lambdas/admin/delete-content.ts';
import { listContent } from '#lambdas/admin/list-content.ts';
import { changeWords } from '#lambdas/generations/change-words.ts';
import { readCollections } from '#lambdas/generations/collection-store.ts';
import { createGeneration } from '#lambdas/generations/create-generation.ts';
import { deleteGeneration } from '#lambdas/generations/delete-generation.ts';
import { findGeneration } from '#lambdas/generations/generation-store.ts';
import { listGenerations } from '#lambdas/generations/list-generations.ts';
import { markGenerations } from '#lambdas/generations/mark-generations.ts';
import { pickRandom } from '#lambdas/generations/pick-random.ts';
import { redoGeneration } from '#lambdas/generations/redo-generation.ts';
import { deleteCollection, saveCollection } from '#lambdas/generations/save-collection.ts';
import { setCover } from '#lambdas/generations/set-cover.ts';
import { toReply } from '#lambdas/generations/to-reply.ts';
import { createUpload } from '#lambdas/photos/create-upload.ts';
import { createPromptTest } from '#lambdas/prompt-tests/create-prompt-test.ts';
import { deletePromptTest } from '#lambdas/prompt-tests/delete-prompt-test.ts';
import { downloadPromptTest } from '#lambdas/prompt-tests/download-prompt-test.ts';
import { judgePromptTest } from '#lambdas/prompt-tests/judge-prompt-test.ts';
import { findPromptTest, queryPromptTests } from '#lambdas/prompt-tests/prompt-test-store.ts';
import { toTestReply } from '#lambdas/prompt-tests/to-test-reply.ts';
import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { collectionRoutes } from '#shared/api/collections.ts';
import { contentRoutes } from '#shared/api/content.ts';
import { generationRoutes } from '#shared/api/generations.ts';
import { promptTestRoutes } from '#shared/api/prompt-tests.ts';

export const handler = httpHandler({
  function: 'generations',
  routes: { ...generationRoutes, ...collectionRoutes, ...promptTestRoutes, ...contentRoutes },
  readRole: readStaffRole,
  handlers: {
    createUpload: ({ body }, { userId }) => createUpload(userId, body),
    pickRandom: ({ body }, { userId }) => pickRandom(userId, body),
    createGeneration: ({ body }, { userId }) => createGeneration(userId, body),
    listGenerations: ({ query }, { userId }) => listGenerations(userId, query),
    getGeneration: async ({ params }, { userId }) =>
      toReply(await findGeneration(userId, params.generationId)),
    redoGeneration: ({ params, body }, { userId }) => redoGeneration(userId, params.generationId, body),
    changeWords: ({ params, body }, { userId }) => changeWords(userId, params.generationId, body),
    setCover: ({ params, body }, { userId }) => setCover(userId, params.generationId, body.cover),
    deleteGeneration: async ({ params }, { userId }) => {
      await deleteGeneration(userId, params.generationId);
      return undefined;
    },
    listCollections: (_input, { userId }) => readCollections(userId),
    saveCollection: ({ params, body }, { userId }) => saveCollection(userId, params.collectionId, body.name),
    deleteCollection: ({ params }, { userId }) => deleteCollection(userId, params.collectionId),
    markGenerations: async ({ body }, { userId }) => {
      await markGenerations(userId, body);
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
