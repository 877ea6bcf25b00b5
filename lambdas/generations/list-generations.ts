import type { generationRoutes } from '#shared/api/generations.ts';
import type { RouteInput, RouteReply } from '#shared/api/route.ts';
import { queryGallery, readGalleryTotal } from './gallery-store.ts';
import { toReply } from './to-reply.ts';

type Route = typeof generationRoutes.listGenerations;

/** A page of the gallery, open generations included, and how many images the whole gallery holds. */
export async function listGenerations(
  userId: string,
  { limit, cursor }: RouteInput<Route>['query'],
): Promise<RouteReply<Route>> {
  const [page, total] = await Promise.all([queryGallery(userId, limit, cursor), readGalleryTotal(userId)]);
  // Ids carry the clock of the device that made them; people expect the order of the server's.
  const sorted = page.items.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  const items = await Promise.all(
    sorted.map(async (generation) => ({ ...(await toReply(generation)), prompt: undefined })),
  );
  return { items, total, ...(page.cursor !== undefined && { cursor: page.cursor }) };
}
