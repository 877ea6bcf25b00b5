import { describe, expect, it } from 'vitest';
import { addIncrements } from '#lambdas/stats/stats-store.ts';
import { adminHarness } from './harness.ts';

const { call } = adminHarness();

describe('figures', () => {
  const total = (name: string, by: number) => ({ scope: 'total', name, by }) as never;

  // B7.19
  it('of finance are those that the specification defines', async () => {
    await addIncrements('event-1', {
      counters: [
        total('freeCreditsDistributed', 8),
        total('freeCreditsUsed', 3),
        total('paidCredits', 90),
        total('signUps', 4),
        total('generations', 10),
        total('modelCost', 1_740_000),
        total('promptTestCost', 200_000),
        total('unloggedGenerations', 2),
      ],
    });
    const { body } = await call('getFinance');
    // B2.34, B2.35, B2.36, B2.37, B2.38, B2.39, B2.43, B2.44, B3.11, B9.19, B9.20
    expect(body).toMatchObject({
      totalFreeCreditsDistributed: 8,
      totalFreeCreditsUsed: 3,
      totalPaidCredits: 90,
      // (8 + 90) / 4
      averageCreditsPerUser: 24.5,
      // The caller.
      staff: 1,
      // 3 / 8
      creditUtilizationRate: 38,
      // $1.74 logged, and 2 × $0.05 estimated
      totalAICost: 1.84,
      promptTestCost: 0.2,
      totalAIGenerations: 10,
      estimatedGenerations: 2,
      freeCreditLimit: 2,
      // 90 / 8
      conversionRate: 1125,
    });
    // A prompt test is no generation, so that its cost is not divided among them either.
    expect(body.avgCostPerGeneration).toBeCloseTo(0.164);
  });

  it('of finance are zero while there is nothing', async () => {
    // B2.43, B9.20
    expect((await call('getFinance')).body).toMatchObject({
      averageCreditsPerUser: 0,
      creditUtilizationRate: 0,
      conversionRate: 0,
      totalAICost: 0,
      avgCostPerGeneration: 0,
    });
  });
});
