import { userPartition } from '#lambdas/runtime/keys.ts';

/** Key of a dish of a menu. Its number has two digits, so that keys sort in the menu's order. */
export function dishKey(dish: { readonly userId: string; readonly menuId: string; readonly number: number }) {
  return {
    pk: userPartition(dish.userId),
    sk: `DISH#${dish.menuId}#${String(dish.number).padStart(2, '0')}`,
  };
}
