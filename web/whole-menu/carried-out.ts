import type { Dish, Look, Menu } from '#shared/api/menus.ts';
import { isSameLook } from './look.ts';

export type Direction = 'pause' | 'resume' | 'cancel' | 'retry';

/** Whether a menu shows that it was directed so: the same direction again would change nothing. */
export function isDirected(menu: Menu, action: Direction, look: Look | undefined): boolean {
  switch (action) {
    case 'pause':
      return menu.state !== 'running';
    case 'resume':
      return menu.state !== 'paused' && (!look || isSameLook(look, menu.look));
    case 'cancel':
      return menu.counts.waiting === 0;
    case 'retry':
      return menu.state !== 'cancelled' && menu.counts.failed === 0;
  }
}

/** Whether a menu shows that a dish is made again since `seen`, its latest attempt before. */
export function isRemade(menu: Menu, number: number, seen: Dish['attempt']): boolean {
  const dish = dishOf(menu, number);
  return dish !== undefined && (['waiting', 'running'].includes(dish.state) || dish.attempt !== seen);
}

/** Whether a dish of a menu has this look. */
export function hasLook(menu: Menu, number: number, look: Dish['look']): boolean {
  const dish = dishOf(menu, number);
  if (!dish) return false;
  return look && dish.look ? isSameLook(look, dish.look) : look === dish.look;
}

function dishOf(menu: Menu, number: number): Dish | undefined {
  return menu.dishes.find((dish) => dish.number === number);
}
