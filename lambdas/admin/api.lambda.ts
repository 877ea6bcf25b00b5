import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { readTotals } from '#lambdas/stats/stats-store.ts';
import { adminRoutes } from '#shared/api/admin.ts';
import { readRole } from './role-store.ts';

export const handler = httpHandler({
  function: 'admin',
  routes: adminRoutes,
  readRole,
  handlers: {
    getAdminSession: async (_input, { userId, role }) => ({ userId, role }),
    getAdminTotals: () => readTotals(),
  },
});
