import { useQuery } from '@tanstack/react-query';
import type { Dish } from '#shared/api/menus.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useSeen } from '#web/lib/use-seen.ts';
import { photoPreviewQuery } from '#web/photos/photo-queries.ts';

/**
 * The photo of a dish: the small copy that this tab has, or the API's, which is loaded only for a failed dish that is on
 * the screen. `place` is the ref of its place.
 * @param kept This tab's copy; null if it has none.
 */
export function useDishPhoto({ source, state }: Pick<Dish, 'source' | 'state'>, kept: string | null) {
  const [place, isSeen] = useSeen<HTMLDivElement>();
  const isWanted = kept === null && state === 'failed';
  const { data = null, error } = useQuery({ ...photoPreviewQuery(source), enabled: isWanted && isSeen });
  // Another dish may have the same photo.
  const isGone =
    isWanted && error instanceof ApiError && ['not_found', 'upload_missing'].includes(error.code);
  return { place, photo: kept ?? data, isGone };
}
