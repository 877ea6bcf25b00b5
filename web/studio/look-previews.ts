import type { FilterId } from '#shared/domain/filters.ts';
import { filterById } from '#shared/domain/filters.ts';
import type { CreationPath } from '#shared/domain/scenes.ts';
import type { Dish } from './wizard.ts';

/** Previews of looks, rendered in advance by `npm run make:previews`. */
export const previewOf = {
  filter: (id: FilterId) => `/previews/filter/${id}.webp`,
  scene: (path: CreationPath, id: string) => `/previews/scene-${path}/${id}.webp`,
  enhancement: (id: string) => `/previews/enhancement/${id}.webp`,
};

/** A transparent pixel. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** The picture of a look without a preview: the dish, or a sample if there is none. */
export function fallbackOf(dish: Dish | null): string {
  return dish === null ? '/samples/burger.jpg' : (dish.imageUrl ?? nothing);
}

/** The filter's name in the summary and on its card. */
export function filterName(id: string): string {
  return filterById(id)?.name ?? id;
}
