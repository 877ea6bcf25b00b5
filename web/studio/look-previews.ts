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

/** The picture of a look without a preview. */
export function fallbackOf(dish: Dish | null): string {
  return dish?.imageUrl ?? '/samples/burger.jpg';
}

/** The filter's name in the summary and on its card. */
export function filterName(id: string): string {
  return filterById(id)?.name ?? id;
}
