import { getSharePage } from '#lambdas/delivery/get-share-page.ts';
import { shareProblemPage } from '#lambdas/delivery/share-page.ts';
import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { shareRoutes } from '#shared/api/share.ts';

export const handler = httpHandler({
  function: 'share',
  routes: shareRoutes,
  problemPage: shareProblemPage,
  handlers: {
    getSharePage: ({ params }, _caller, request) =>
      getSharePage(params.shareId, request.headers['x-viewer-origin']),
  },
});
