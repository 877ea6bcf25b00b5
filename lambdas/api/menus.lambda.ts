import { changeDish } from '#lambdas/menus/change-dish.ts';
import { createMenu } from '#lambdas/menus/create-menu.ts';
import { deleteMenu } from '#lambdas/menus/delete-menu.ts';
import { directMenu } from '#lambdas/menus/direct-menu.ts';
import { getMenu } from '#lambdas/menus/get-menu.ts';
import { queryMenus } from '#lambdas/menus/menu-store.ts';
import { remakeDish } from '#lambdas/menus/remake-dish.ts';
import { toSummary } from '#lambdas/menus/to-reply.ts';
import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { menuRoutes } from '#shared/api/menus.ts';

export const handler = httpHandler({
  function: 'menus',
  routes: menuRoutes,
  handlers: {
    createMenu: ({ body }, { userId }) => createMenu(userId, body),
    listMenus: async (_input, { userId }) => ({ items: (await queryMenus(userId)).map(toSummary) }),
    getMenu: ({ params: { menuId } }, { userId }) => getMenu(userId, menuId),
    directMenu: ({ params, body }, { userId }) => directMenu(userId, params.menuId, body),
    changeDish: ({ params, body }, { userId }) => changeDish(userId, params, body),
    remakeDish: ({ params, body }, { userId }) => remakeDish(userId, params, body),
    deleteMenu: async ({ params }, { userId }) => {
      await deleteMenu(userId, params.menuId);
      return undefined;
    },
  },
});
