import { AppError } from '#lambdas/runtime/app-error.ts';
import { countDishes } from './menu.ts';
import { readMenuWithDishes, removeMenu } from './menu-store.ts';

/**
 * Removes a menu that is not running; its pictures stay. A missing menu is no error.
 * @throws AppError `not_ready`, `conflict`
 */
export async function deleteMenu(userId: string, menuId: string): Promise<void> {
  const found = await readMenuWithDishes(userId, menuId);
  if (!found) return;
  const [menu, dishes] = found;
  if (menu.state === 'running' || countDishes(dishes).running > 0)
    throw new AppError('not_ready', 'This menu is still being made. You can delete it when it has ended.');
  if (!(await removeMenu(menu, dishes))) throw new AppError('conflict');
}
