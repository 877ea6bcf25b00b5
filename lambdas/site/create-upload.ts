import { openUpload } from '#lambdas/photos/uploads.ts';
import type { RouteInput, RouteReply } from '#shared/api/route.ts';
import type { siteAdminRoutes } from '#shared/api/site.ts';

type Route = typeof siteAdminRoutes.createSiteUpload;

/** A presigned PUT for one image or video. Its content is checked when it is added to a page. */
export function createUpload(userId: string, body: RouteInput<Route>['body']): Promise<RouteReply<Route>> {
  return openUpload(userId, 'site', body);
}
