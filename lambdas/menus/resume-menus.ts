import { sendToMenusQueue } from '#lambdas/generations/menu-message.ts';
import type { Duty } from '#lambdas/platform/duty.ts';
import { listOpenMenus, type OpenMenu } from './menu-store.ts';

/** Advances every open menu, in case a message was lost. */
export const resumeMenus: Duty<OpenMenu> = {
  name: 'openMenus',
  list: listOpenMenus,
  handle: sendToMenusQueue,
  describe: ({ menuId }) => ({ menuId }),
};
