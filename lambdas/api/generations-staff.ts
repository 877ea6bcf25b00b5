import { readRole } from '#lambdas/accounts/role-store.ts';
import { deleteContent } from '#lambdas/admin/delete-content.ts';
import { listContent } from '#lambdas/admin/list-content.ts';
import { createPromptTest } from '#lambdas/prompt-tests/create-prompt-test.ts';
import { deletePromptTest } from '#lambdas/prompt-tests/delete-prompt-test.ts';
import { downloadPromptTest } from '#lambdas/prompt-tests/download-prompt-test.ts';
import { judgePromptTest } from '#lambdas/prompt-tests/judge-prompt-test.ts';
import { findPromptTest, queryPromptTests } from '#lambdas/prompt-tests/prompt-test-store.ts';
import { toTestReply } from '#lambdas/prompt-tests/to-test-reply.ts';
import { serve } from '#lambdas/runtime/http-handler.ts';
import { contentRoutes } from '#shared/api/content.ts';
import { promptTestRoutes } from '#shared/api/prompt-tests.ts';

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
