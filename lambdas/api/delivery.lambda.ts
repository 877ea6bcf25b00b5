import { createDownload } from '#lambdas/delivery/create-download.ts';
import { createPack } from '#lambdas/delivery/create-pack.ts';
import { createShare } from '#lambdas/delivery/create-share.ts';
import { revokeShare } from '#lambdas/delivery/revoke-share.ts';
import { toTaskReply } from '#lambdas/platform/task-reply.ts';
import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { approvalRoutes } from '#shared/api/approvals.ts';
import { deliveryRoutes } from '#shared/api/delivery.ts';
import { packRoutes } from '#shared/api/packs.ts';

export const handler = httpHandler({
  function: 'delivery',
  routes: { ...deliveryRoutes, ...approvalRoutes, ...packRoutes },
  handlers: {
    createDownload: ({ params, body }, { userId }) => createDownload(userId, params.generationId, body),
    createPack: async ({ body }, { userId }) => toTaskReply(await createPack(userId, body)),
    createShare: ({ params, body }, { userId }) => createShare(userId, params.generationId, body),
    getApproval: async ({ params }, { userId }) =>
      (await import('#lambdas/delivery/get-approval.ts')).getApproval(userId, params),
    revokeShare: async ({ params }, { userId }) => {
      await revokeShare(userId, params.shareId);
      return undefined;
    },
  },
});
