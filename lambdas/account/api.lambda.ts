import { listEntries } from '#lambdas/credits/credits-store.ts';
import { requestDeletion } from '#lambdas/jobs/deletion-store.ts';
import { describeJob, toJobReply } from '#lambdas/jobs/job-store.ts';
import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { accountRoutes } from '#shared/api/account.ts';
import { exportMe } from './export-me.ts';
import { getMe } from './get-me.ts';
import { updateMe } from './update-me.ts';

export const handler = httpHandler({
  function: 'account',
  routes: accountRoutes,
  handlers: {
    getMe: (_input, caller) => getMe(caller),
    listLedger: ({ query }, caller) => listEntries(caller.userId, query.cursor),
    updateMe: ({ body }, caller) => updateMe(caller, body),
    exportMe: (_input, { userId }) => exportMe(userId),
    deleteMe: async (_input, { userId, username }) =>
      toJobReply(await requestDeletion({ userId, username, requestedBy: userId })),
    getMyJob: ({ params }, { userId }) =>
      describeJob(params.jobId, ({ requestedBy }) => requestedBy === userId),
  },
});
