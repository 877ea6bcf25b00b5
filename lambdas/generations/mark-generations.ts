import { AppError } from '#lambdas/runtime/app-error.ts';
import type { collectionRoutes } from '#shared/api/collections.ts';
import type { RouteInput } from '#shared/api/route.ts';
import { readCollections } from './collection-store.ts';
import { updateMarks } from './gallery-store.ts';

type Marks = RouteInput<typeof collectionRoutes.markGenerations>['body'];

/**
 * Marks pictures as favourites, or puts them into a collection. Ignores those that the gallery does not hold.
 * @throws AppError `not_found` when the collection does not exist; `busy`
 */
export async function markGenerations(
  userId: string,
  { generationIds, favourite, collection }: Marks,
): Promise<void> {
  const { items } = collection?.isIn ? await readCollections(userId) : { items: [] };
  const existing = items.map(({ id }) => id);
  if (collection?.isIn && !existing.includes(collection.id))
    throw new AppError('not_found', 'This collection does not exist');
  if (favourite === undefined && collection === undefined) return;
  await Promise.all(
    [...new Set(generationIds)].map((id) => updateMarks(userId, id, { favourite, collection }, existing)),
  );
}
