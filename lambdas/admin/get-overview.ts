import { countStaff } from '#lambdas/accounts/role-store.ts';
import { londonDay } from '#lambdas/runtime/time.ts';
import { countActiveUsers, readCounters, readDays } from '#lambdas/stats/stats-store.ts';
import type { AdminOverview } from '#shared/api/admin.ts';

/** Number of days in the charts of the back office. */
export const chartDays = 30;

/** Total counts, and the last 30 days. */
export async function getOverview(): Promise<AdminOverview> {
  const [total, days, activeThisWeek, staff] = await Promise.all([
    readCounters({ scope: 'total' }),
    readDays(chartDays),
    countActiveUsers(londonDay()),
    countStaff(),
  ]);
  const { users = 0, generations = 0, images = 0 } = total;
  return {
    users,
    staff,
    generations,
    images,
    activeThisWeek,
    generationsToday: days.at(-1)?.generations ?? 0,
    days: days.map((counters) => ({
      day: counters.day,
      signUps: counters.signUps ?? 0,
      generations: counters.generations ?? 0,
      paidCredits: counters.paidCredits ?? 0,
      failures: counters.failures ?? 0,
    })),
  };
}
