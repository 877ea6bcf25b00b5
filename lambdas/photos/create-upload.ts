import type { generationRoutes } from '#shared/api/generations.ts';
import type { RouteInput, RouteReply } from '#shared/api/route.ts';
import { openUpload, uploadFolder } from './upload-store.ts';

type Route = typeof generationRoutes.createUpload;

/** A presigned PUT for one photo, and the record that makes it the user's. */
export function createUpload(userId: string, body: RouteInput<Route>['body']): Promise<RouteReply<Route>> {
  return openUpload(userId, uploadFolder(userId), body);
}
