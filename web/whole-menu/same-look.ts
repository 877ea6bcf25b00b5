import type { Look } from '#shared/api/menus.ts';

/** Whether two looks are equal. */
export function isSameLook(a: Look, b: Look): boolean {
  return (
    a.backgroundStyle === b.backgroundStyle && a.plateStyle === b.plateStyle && a.imageStyle === b.imageStyle
  );
}
