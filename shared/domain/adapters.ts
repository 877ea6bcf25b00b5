import type { AdapterName } from './maintenance.ts';

/**
 * How the image models are to change the photo.
 * - `stylise`: a filter redraws the whole picture.
 * - `angle`: another camera angle; models hardly change it, so the photo controls them only loosely.
 * - `relight`: the photo stays, light and detail change.
 * - `retouch`: the whole photo stays; its light, sharpness or background blur change, and no model draws in it.
 * - `surroundings`: the dish's own pixels stay, everything around them is drawn.
 * - `menu`: surroundings of a menu photo. `plate`: its plate too; the food's own pixels stay.
 */
export type EditMode = 'stylise' | 'angle' | 'relight' | 'retouch' | 'surroundings' | 'menu' | 'plate';

/** The adapters of each edit mode, in the order in which they are tried. */
export const adaptersOf: Readonly<Record<EditMode, readonly AdapterName[]>> = {
  stylise: ['stability-structure', 'sd35-image-to-image'],
  angle: ['stability-structure', 'sd35-image-to-image'],
  relight: ['stability-structure', 'sd35-image-to-image'],
  retouch: ['photo-retouch'],
  surroundings: ['stability-composite', 'stability-search-replace'],
  menu: ['stability-composite'],
  plate: ['stability-composite', 'stability-search-replace'],
};

/** Whether an adapter leaves the dish's own pixels where they are. */
export function keepsDish(name: AdapterName): boolean {
  return name === 'stability-composite' || name === 'photo-retouch';
}

/** The adapters of an edit mode in the order in which they are tried; under the food lock, those that keep the dish. */
export function adaptersFor(editMode: EditMode, foodLock: boolean): readonly AdapterName[] {
  return adaptersOf[editMode].filter((name) => !foodLock || keepsDish(name));
}

/** Asks for an adapter of the first edit mode that has none in service; undefined if every edit mode has one. */
export function askForAdapter(stopped: readonly AdapterName[]): string | undefined {
  const missing = Object.values(adaptersOf).find((names) => names.every((name) => stopped.includes(name)));
  return (
    missing && `Please leave ${missing.join(' or ')} in service: nothing else can make the same pictures.`
  );
}
