import { randomInt } from 'node:crypto';
import { getAccount } from '#lambdas/accounts/user-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import type { generationRoutes } from '#shared/api/generations.ts';
import type { RouteInput, RouteReply } from '#shared/api/route.ts';
import { type Entitlements, entitlementsOf, isSceneAllowed } from '#shared/domain/entitlements.ts';
import { type CreationPath, scenesOf } from '#shared/domain/scenes.ts';
import { pickLifetime } from './limits.ts';
import { signPick } from './pick-token.ts';

type Route = typeof generationRoutes.pickRandom;

/**
 * Picks a random look that the plan allows, so that it can be shown before it is paid for (readings 3).
 * @throws AppError `invalid_input` for a scene without a creation path, or the code of the look that the plan lacks
 */
export async function pickRandom(
  userId: string,
  body: RouteInput<Route>['body'],
): Promise<RouteReply<Route>> {
  const account = await getAccount(userId);
  const entitlements = entitlementsOf(account?.tier ?? 'free');
  const { look, creationPath: path } = body;
  const allowed = look === 'filter' ? entitlements.allowedFilters : allowedScenes(path, entitlements);
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

function allowedScenes(path: CreationPath | null, entitlements: Entitlements): readonly string[] {
  if (!path) throw new AppError('invalid_input', 'A scene needs a creation path');
  return scenesOf(path)
    .filter(({ index }) => isSceneAllowed(entitlements, index))
    .map((scene) => scene.id);
}
