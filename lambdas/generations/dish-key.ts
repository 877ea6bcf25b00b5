import { userPartition } from '#lambdas/runtime/keys.ts';

/** Key of a dish of a menu; two digits, so that the key's order is that of the menu. */
export function dishKey(dish: { readonly userId: string; readonly menuId: string; readonly number: number }) {
  return {
    pk: userPartition(dish.userId),
    sk: `DISH#${dish.menuId}#${String(dish.number).padStart(2, '0')}`,
  };
}
