import { countStaff } from '#lambdas/accounts/role-store.ts';
import { readDefaultFreeCredits } from '#lambdas/platform/settings-store.ts';
import { readCounters, readDays } from '#lambdas/stats/stats-store.ts';
import type { Finance } from '#shared/api/admin.ts';
import { ESTIMATED_COST } from '#shared/domain/model-cost.ts';
import { chartDays } from './get-overview.ts';

/** Millionths of a dollar in a dollar. */
const million = 1_000_000;

/** The figures of Financial Management (back-office-and-public-pages.md sections 2 and 9). */
export async function getFinance(): Promise<Finance> {
  const [total, days, freeCreditLimit, staff] = await Promise.all([
    readCounters({ scope: 'total' }),
    readDays(chartDays),
    readDefaultFreeCredits(),
    countStaff(),
  ]);
  const { freeCreditsDistributed = 0, freeCreditsUsed = 0, paidCredits = 0, signUps = 0 } = total;
  const { modelCost = 0, promptTestCost = 0, generations = 0, unloggedGenerations = 0 } = total;
  const cost = modelCost + unloggedGenerations * ESTIMATED_COST;
  return {
    totalFreeCreditsDistributed: freeCreditsDistributed,
    totalFreeCreditsUsed: freeCreditsUsed,
    totalPaidCredits: paidCredits,
    averageCreditsPerUser:
      signUps === 0
        ? 0
        : Math.max(0, Math.round(((freeCreditsDistributed + paidCredits) / signUps) * 10) / 10),
    staff,
    creditUtilizationRate: percent(freeCreditsUsed, freeCreditsDistributed),
    totalAICost: cost / million,
    promptTestCost: promptTestCost / million,
    totalAIGenerations: generations,
    avgCostPerGeneration: generations === 0 ? 0 : (cost - promptTestCost) / million / generations,
    estimatedGenerations: unloggedGenerations,
    freeCreditLimit,
    conversionRate: percent(paidCredits, freeCreditsDistributed),
    days: days.map((counters) => ({
      day: counters.day,
      cost: (counters.modelCost ?? 0) / million,
      calls: counters.modelCalls ?? 0,
      failedCalls: Math.max(0, (counters.modelErrors ?? 0) - (counters.testErrors ?? 0)),
      testCalls: counters.testCalls ?? 0,
      paidCredits: counters.paidCredits ?? 0,
      freeCreditsUsed: counters.freeCreditsUsed ?? 0,
    })),
  };
}

/** The rounded percentage; 0 if `whole` is 0. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100);
}
