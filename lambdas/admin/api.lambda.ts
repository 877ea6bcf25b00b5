import { changeSettings } from '#lambdas/generations/settings-store.ts';
import { describeJob, type StoredJob } from '#lambdas/jobs/job-store.ts';
import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { adminRoutes } from '#shared/api/admin.ts';
import { adjustCredits } from './adjust-credits.ts';
import { assignRoleByEmail, listAdmins, removeRoleOf } from './change-roles.ts';
import { deleteUser } from './delete-user.ts';
import { getFinance } from './get-finance.ts';
import { getOverview } from './get-overview.ts';
import { describeSettings, getSettings } from './get-settings.ts';
import { listActivity } from './list-activity.ts';
import { listUsers } from './list-users.ts';
import { readRole } from './role-store.ts';
import { startExport } from './start-export.ts';

/** A file of personal data is for the one who asked for it; the same deletion may be watched by all who ask. */
function maySee({ kind, requestedBy }: StoredJob, userId: string): boolean {
  return kind === 'deletion' || ((kind === 'usersCsv' || kind === 'contentCsv') && requestedBy === userId);
}

export const handler = httpHandler({
  function: 'admin',
  routes: adminRoutes,
  readRole,
  handlers: {
    getAdminSession: async (_input, { userId, role }) => ({ userId, role }),
    getAdminOverview: () => getOverview(),
    listUsers: ({ query }) => listUsers(query),
    adjustCredits: ({ params, body }, caller) => adjustCredits(caller.userId, params.userId, body),
    deleteUser: ({ params }, caller) => deleteUser(caller.userId, params.userId),
    startExport: ({ body }, caller) => startExport(caller.userId, body.of),
    getAdminJob: ({ params }, { userId }) => describeJob(params.jobId, (job) => maySee(job, userId)),
    getFinance: () => getFinance(),
    // These two know what a generation looks like, which takes longer to load than all else here.
    getAnalytics: async () => (await import('./get-analytics.ts')).getAnalytics(),
    getHealth: async () => (await import('./get-health.ts')).getHealth(),
    listAdmins: () => listAdmins(),
    assignRole: ({ body }, caller) => assignRoleByEmail(caller.userId, body.email, body.role),
    removeRole: ({ params }, caller) => removeRoleOf(caller.userId, params.userId),
    listActivity: () => listActivity(),
    getSettings: () => getSettings(),
    changeSettings: async ({ body }, caller) => describeSettings(await changeSettings(body, caller.userId)),
  },
});
