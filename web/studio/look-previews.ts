import type { FilterId } from '#shared/domain/filters.ts';
import { filterById } from '#shared/domain/filters.ts';
import type { CreationPath } from '#shared/domain/scenes.ts';
import type { Dish } from './wizard.ts';

/** Pictures of looks, rendered ahead by a command; a missing one falls back to the dish. */
export const previewOf = {
  filter: (id: FilterId) => `/previews/filter/${id}.webp`,
  scene: (path: CreationPath, id: string) => `/previews/scene-${path}/${id}.webp`,
  enhancement: (id: string) => `/previews/enhancement/${id}.webp`,
  angle: (id: string) => `/previews/angle/${id}.webp`,
};

/** What a tile shows while a look has no picture of its own. */
export function fallbackOf(dish: Dish | null): string {
  return dish?.imageUrl ?? '/samples/burger.jpg';
}

/** The filter's name, as the summary and the tiles call it. */
export function filterName(id: string): string {
  return filterById(id)?.name ?? id;
}
