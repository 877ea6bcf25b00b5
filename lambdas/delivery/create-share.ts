import { randomBytes } from 'node:crypto';
import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import { findGeneration, noteShare } from '#lambdas/generations/generation-store.ts';
import { putShare } from '#lambdas/generations/share-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import type { generationRoutes } from '#shared/api/generations.ts';
import type { RouteInput, RouteReply } from '#shared/api/route.ts';

type Route = typeof generationRoutes.createShare;

/**
 * Puts one variation on a public, unlisted page. A variation has one page until it is revoked; sharing it again
 * updates the words.
 * @throws AppError `not_found`, `not_ready`, `conflict`
 */
export async function createShare(
  userId: string,
  generationId: string,
  body: RouteInput<Route>['body'],
): Promise<RouteReply<Route>> {
  // A second try is enough: only another click of the same user can have changed the generation.
  return (
    (await share(await findGeneration(userId, generationId), body)) ??
    (await share(await findGeneration(userId, generationId), body)) ??
    Promise.reject(new AppError('conflict'))
  );
}

async function share(
  generation: StoredGeneration,
  { variation, title, description }: RouteInput<Route>['body'],
): Promise<RouteReply<Route> | undefined> {
  const exists = generation.variations.some(({ index }) => index === variation);
  if (generation.state !== 'done' || !exists) throw new AppError('not_ready');
  const known = generation.shares[variation];
  const id = known ?? randomBytes(16).toString('base64url');
  const { userId, id: generationId } = generation;
  const result = await transact<'changed'>([
    noteShare(generation, { ...generation.shares, [variation]: id }),
    putShare({ id, userId, generationId, variation, title, description, createdAt: nowIso() }),
  ]);
  return result.outcome === 'committed' ? { shareId: id, path: `/s/${id}` } : undefined;
}
