import { sendToMenusQueue } from '#lambdas/generations/menu-message.ts';
import type { Job } from '#lambdas/platform/job.ts';
import { listOpenMenus, type OpenMenu } from './menu-store.ts';

/** Advances every open menu, in case a message was lost. */
export const resumeMenus: Job<OpenMenu> = {
  name: 'openMenus',
  list: listOpenMenus,
  handle: sendToMenusQueue,
  describe: ({ menuId }) => ({ menuId }),
  atOnce: 10,
};
