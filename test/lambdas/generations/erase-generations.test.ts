import { beforeEach, expect, it } from 'vitest';
import { eraseGenerations } from '#lambdas/generations/erase-generations.ts';
import { createSteps } from '#lambdas/generations/generation-store.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { testTable } from '#test/support/dynamodb.ts';
import { storedGeneration } from '#test/support/stored-generation.ts';

const db = testTable();

beforeEach(() => db.clear());

it.each([
  ['a customer', {}, 'free'],
  ['a prompt test', { purpose: 'test' }, 'promptTests'],
] as const)('an open generation of %s returns its reservation to the budget that paid', async (_, change, budget) => {
  const createdAt = '2026-11-21T12:00:00.000Z';
  await transact(
    createSteps(storedGeneration({ id: '01J00000000000000000000001', userId: 'ada', createdAt, ...change })),
  );
  await eraseGenerations('ada');
  const budgets = (await db.allItems()).filter(({ pk }) => String(pk).startsWith('BUDGET#'));
  expect(budgets).toEqual([expect.objectContaining({ pk: `BUDGET#${budget}`, committed: -140_000 })]);
});
