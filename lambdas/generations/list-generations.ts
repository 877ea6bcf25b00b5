import type { generationRoutes } from '#shared/api/generations.ts';
import type { RouteInput, RouteReply } from '#shared/api/route.ts';
import { queryGallery } from './gallery-store.ts';
import { readGalleryTotal } from './gallery-total-store.ts';
import { toReply } from './to-reply.ts';

type Route = typeof generationRoutes.listGenerations;

/** A page of the gallery, open generations included, and how many images the whole gallery holds. */
export async function listGenerations(
  userId: string,
  { limit, cursor, sort, favourite, ...rest }: RouteInput<Route>['query'],
): Promise<RouteReply<Route>> {
  const filter = { ...rest, ...(favourite && { favourite: true }) };
  const [page, total] = await Promise.all([
    queryGallery(userId, { limit, cursor, sort, filter }),
    readGalleryTotal(userId),
  ]);
  // Ids carry the clock of the device that made them; people expect the order of the server's clock.
  const direction = sort === 'oldest' ? 1 : -1;
  const sorted = page.items.toSorted((a, b) => direction * a.createdAt.localeCompare(b.createdAt));
  const items = await Promise.all(
    sorted.map(async (generation) => ({
      ...(await toReply(generation)),
      prompt: undefined,
      formerOverlays: undefined,
    })),
  );
  return { items, total, ...(page.cursor !== undefined && { cursor: page.cursor }) };
}
