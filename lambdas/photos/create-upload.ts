import { checkAccount } from '#lambdas/accounts/user-store.ts';
import { countBurstUse } from '#lambdas/platform/daily-use-store.ts';
import type { generationRoutes } from '#shared/api/generations.ts';
import type { RouteInput, RouteReply } from '#shared/api/route.ts';
import { openUpload } from './uploads.ts';

type Route = typeof generationRoutes.createUpload;

/**
 * A presigned PUT for one photo of the user.
 * @throws AppError `unauthenticated`, `account_closing`, `daily_limit_reached`, `too_many_requests`
 */
export async function createUpload(
  userId: string,
  body: RouteInput<Route>['body'],
): Promise<RouteReply<Route>> {
  await checkAccount(userId);
  // The link is signed at the same time as the use is counted, and returned only after that.
  const [upload] = await Promise.all([openUpload(userId, 'uploads', body), countBurstUse(userId, 'upload')]);
  return upload;
}
