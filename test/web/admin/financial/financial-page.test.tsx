import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Finance } from '#shared/api/admin.ts';
import { fakeApi, pending, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { FinancialPage } from '#web/admin/financial/financial-page.tsx';

const nothing: Finance = {
  totalFreeCreditsDistributed: 0,
  totalFreeCreditsUsed: 0,
  totalPaidCredits: 0,
  averageCreditsPerUser: 0,
  staff: 0,
  creditUtilizationRate: 0,
  totalAICost: 0,
  promptTestCost: 0,
  totalAIGenerations: 0,
  avgCostPerGeneration: 0,
  estimatedGenerations: 0,
  freeCreditLimit: 2,
  conversionRate: 0,
  days: [],
};

describe('the finances', () => {
  test('show no figure while they load', async () => {
    fakeApi({ getFinance: pending });
    await renderInApp(<FinancialPage />);
    await expect.element(page.getByText('Free Credits Distributed')).toBeVisible();
    expect(page.getByText('Free Credit Limit').elements()).toEqual([]);
    expect(page.getByText('$0.0000').elements()).toEqual([]);
  });

  test('are zero at the beginning', async () => {
    fakeApi({ getFinance: () => nothing });
    await renderInApp(<FinancialPage />);
    await expect.element(page.getByText('0 / 0')).toBeVisible();
    await expect.element(page.getByText('$0.0000').first()).toBeVisible();
    await expect.element(page.getByText('2 credits per new user')).toBeVisible();
    expect(page.getByText('for prompt tests').elements()).toEqual([]);
    expect(page.getByText('staff').elements()).toEqual([]);
  });

  test('say what the model calls were for', async () => {
    const day = {
      day: '2026-11-21',
      cost: 1,
      calls: 20,
      failedCalls: 3,
      testCalls: 2,
      paidCredits: 0,
      freeCreditsUsed: 0,
    };
    fakeApi({ getFinance: () => ({ ...nothing, days: [day, { ...day, day: '2026-11-22', calls: 13 }] }) });
    await renderInApp(<FinancialPage />);
    const split = '33 model calls: 23 for pictures, 6 failed and repeated, 4 for prompt tests';
    await expect.element(page.getByText(split, { exact: false })).toBeVisible();
  });

  test('that could not be loaded say so, and load again', async () => {
    const api = fakeApi({ getFinance: () => problem('forbidden') });
    await renderInApp(<FinancialPage />);
    await expect.element(page.getByRole('heading', { name: 'Couldn’t load this' })).toBeVisible();
    api.answer({ getFinance: () => nothing });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('0 / 0')).toBeVisible();
  });

  test('show credits, and costs with their estimated part', async () => {
    fakeApi({
      getFinance: () => ({
        ...nothing,
        totalFreeCreditsDistributed: 2000,
        totalFreeCreditsUsed: 1500,
        creditUtilizationRate: 75,
        totalAICost: 1.84,
        promptTestCost: 0.2,
        totalAIGenerations: 10,
        estimatedGenerations: 2,
        staff: 3,
        avgCostPerGeneration: 0.164,
      }),
    });
    await renderInApp(<FinancialPage />);
    await expect.element(page.getByText('1,500 / 2,000')).toBeVisible();
    await expect.element(page.getByText('75% utilization')).toBeVisible();
    await expect.element(page.getByText('$1.8400')).toBeVisible();
    await expect.element(page.getByText('10 generations, 2 of them estimated')).toBeVisible();
    await expect.element(page.getByText('excludes $0.2000 for prompt tests')).toBeVisible();
    // Below the free credits given and the average, which both count them.
    expect(page.getByText('3 staff included').elements()).toHaveLength(2);
  });
});
