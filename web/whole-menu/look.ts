import type { Dish, Look, Menu } from '#shared/api/menus.ts';

/** Whether two looks are equal. */
export function isSameLook(a: Look, b: Look): boolean {
  return (
    a.backgroundStyle === b.backgroundStyle && a.plateStyle === b.plateStyle && a.imageStyle === b.imageStyle
  );
}

/** The look of the pictures that a dish shows; without pictures, the one in which it would be made. */
export function shownLookOf({ generation, look }: Dish, menu: Menu): Look {
  const { backgroundStyle, plateStyle, imageStyle } = generation?.menu ?? look ?? menu.look;
  return { backgroundStyle, plateStyle, imageStyle };
}

/** Whether a finished dish is shown in another look than its menu's, or one that is to be made has a look of its own. */
export function hasOwnLook(dish: Dish, menu: Menu): boolean {
  return dish.state === 'done' ? !isSameLook(shownLookOf(dish, menu), menu.look) : dish.look !== null;
}
