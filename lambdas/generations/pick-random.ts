import { randomInt } from 'node:crypto';
import { getAccount } from '#lambdas/accounts/user-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import type { generationRoutes } from '#shared/api/generations.ts';
import type { RouteInput, RouteReply } from '#shared/api/route.ts';
import { entitlementsOf, isSceneAllowed } from '#shared/domain/entitlements.ts';
import { scenesOf } from '#shared/domain/scenes.ts';
import { pickLifetime } from './limits.ts';
import { signPick } from './pick-token.ts';

type Route = typeof generationRoutes.pickRandom;

/** Picks a random look that the plan allows, so that it can be shown before it is paid for (readings 3). */
export async function pickRandom(
  userId: string,
  body: RouteInput<Route>['body'],
): Promise<RouteReply<Route>> {
  const account = await getAccount(userId);
  const entitlements = entitlementsOf(account?.tier ?? 'free');
  const { look, creationPath: path } = body;
  const allowed =
    look === 'filter'
      ? entitlements.allowedFilters
      : scenesOf(path)
          .filter(({ index }) => isSceneAllowed(entitlements, index))
          .map((scene) => scene.id);
  const id = allowed[randomInt(Math.max(1, allowed.length))];
  if (id === undefined) {
    throw look === 'filter'
      ? new AppError('filter_locked', 'No filters available in your plan')
      : new AppError('scene_locked', 'No scenes available in your plan');
  }
  const expiresAt = Date.now() + pickLifetime;
  return {
    id,
    token: await signPick({ userId, look, path, id, expiresAt }),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}
