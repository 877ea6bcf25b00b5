import { readRole } from '#lambdas/admin/role-store.ts';
import { serve } from '#lambdas/runtime/http-handler.ts';
import { contentRoutes } from '#shared/api/content.ts';
import { promptTestRoutes } from '#shared/api/prompt-tests.ts';
import { createPromptTest } from './create-prompt-test.ts';
import { deleteContent } from './delete-content.ts';
import { deletePromptTest } from './delete-prompt-test.ts';
import { downloadPromptTest } from './download-prompt-test.ts';
import { judgePromptTest } from './judge-prompt-test.ts';
import { listContent } from './list-content.ts';
import { findPromptTest, queryPromptTests } from './prompt-test-store.ts';
import { toTestReply } from './to-test-reply.ts';

/** Routes of the back office that this function serves. */
export const staffApi = serve({
  routes: { ...promptTestRoutes, ...contentRoutes },
  readRole,
  handlers: {
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
