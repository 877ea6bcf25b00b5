import { readStaffRole } from '#lambdas/accounts/staff-role.ts';
import { adjustCredits } from '#lambdas/admin/adjust-credits.ts';
import { assignRole } from '#lambdas/admin/assign-role.ts';
import { changeRule } from '#lambdas/admin/change-rule.ts';
import { changeSettings } from '#lambdas/admin/change-settings.ts';
import { deleteUser } from '#lambdas/admin/delete-user.ts';
import { getFinance } from '#lambdas/admin/get-finance.ts';
import { getOverview } from '#lambdas/admin/get-overview.ts';
import { describeSettings, getSettings } from '#lambdas/admin/get-settings.ts';
import { listAdmins } from '#lambdas/admin/list-admins.ts';
import { listAuditLog } from '#lambdas/admin/list-audit-log.ts';
import { listRules } from '#lambdas/admin/list-rules.ts';
import { listUsers } from '#lambdas/admin/list-users.ts';
import { removeRole } from '#lambdas/admin/remove-role.ts';
import { startExport } from '#lambdas/admin/start-export.ts';
import { describeTask } from '#lambdas/platform/task-reply.ts';
import type { StoredTask } from '#lambdas/platform/task-store.ts';
import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { adminRoutes } from '#shared/api/admin.ts';
import { ruleRoutes } from '#shared/api/rules.ts';

/**
 * Exports contain personal data, so only the admin who requested one may see it. Every admin who requests the same
 * deletion may see its task.
 */
function maySee({ kind, requestedBy }: StoredTask, userId: string): boolean {
  return kind === 'deletion' || ((kind === 'usersCsv' || kind === 'contentCsv') && requestedBy === userId);
}

export const handler = httpHandler({
  function: 'admin',
  routes: { ...adminRoutes, ...ruleRoutes },
  readRole: readStaffRole,
  handlers: {
    getAdminSession: async (_input, { userId, role }) => ({ userId, role }),
    getAdminOverview: () => getOverview(),
    listUsers: ({ query }) => listUsers(query),
    adjustCredits: ({ params, body }, caller) => adjustCredits(caller.userId, params.userId, body),
    deleteUser: ({ params }, caller) => deleteUser(caller.userId, params.userId),
    startExport: ({ body }, caller) => startExport(caller.userId, body.of),
    getAdminTask: ({ params }, { userId }) => describeTask(params.taskId, (task) => maySee(task, userId)),
    getFinance: () => getFinance(),
    // Loaded on demand: these two import the schema of generations, which takes longer to load than everything else
    // here.
    getAnalytics: async () => (await import('#lambdas/admin/get-analytics.ts')).getAnalytics(),
    getHealth: async () => (await import('#lambdas/admin/get-health.ts')).getHealth(),
    listAdmins: () => listAdmins(),
    assignRole: ({ body }, caller) => assignRole(caller.userId, body.email, body.role),
    removeRole: ({ params }, caller) => removeRole(caller.userId, params.userId),
    listAuditLog: () => listAuditLog(),
    listRules: () => listRules(),
    changeRule: async ({ params, body: { seen, ...values } }, caller) => {
      await changeRule(params.ruleId, values, caller.userId, seen);
      return listRules();
    },
    resetRule: async ({ params, query }, caller) => {
      await changeRule(params.ruleId, null, caller.userId, query.seen);
      return listRules();
    },
    getSettings: () => getSettings(),
    changeSettings: async ({ body: { seen, ...changes } }, caller) =>
      describeSettings(await changeSettings(changes, caller.userId, seen)),
  },
});
