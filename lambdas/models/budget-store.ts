/**
 * Daily budgets for the models, by tier of the user, and for prompt tests, photos and posts. An expected cost is
 * reserved when work is requested, and settled when it ends. For a picture that a pack continues, the remaining budget
 * is only checked.
 *
 * - How much of today's budget of a tier is used or reserved?   table, pk BUDGET#<tier>, sk <day>
 * - Of all budgets?                                              table, one BatchGetItem
 *
 * Amounts are millionths of a US dollar. Days are in UTC.
 */

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { batchGet } from '#lambdas/runtime/batch-get.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { countTogether } from '#lambdas/runtime/metrics.ts';
import { expiryIn, nowIso } from '#lambdas/runtime/time.ts';
import type { Step } from '#lambdas/runtime/transaction.ts';
import { amountSchema } from '#shared/domain/numbers.ts';
import type { Tier } from '#shared/domain/plans.ts';
import { table } from '#shared/table.ts';

const budgetSchema = z.object({
  free: amountSchema,
  starter: amountSchema,
  pro: amountSchema,
  promptTests: amountSchema,
  photos: amountSchema,
  posts: amountSchema,
});

/**
 * The budget of a tier's customers, of prompt tests, of photos before anything is ordered, or of the texts of posts.
 */
export type BudgetName = Tier | 'promptTests' | 'photos' | 'posts';

/**
 * The error for a budget that is used up; also counts it for the alarm. Only staff can use up the budget of prompt
 * tests: it is not counted, and the message names it.
 */
export function budgetReached(budget: BudgetName): AppError {
  if (budget === 'promptTests')
    return new AppError(
      'daily_budget_reached',
      "Today's budget for prompt tests is used up. It begins anew at midnight UTC.",
    );
  countTogether('ModelBudgetReached');
  return new AppError('daily_budget_reached');
}

const keptFor = 90 * 24 * 60 * 60;

/** Share of a budget common to all tiers that free accounts may use, so that they cannot use up what others pay for. */
const freeShare = 0.5;

/**
 * Transaction step that reserves an expected cost; refused as `budget` if it exceeds the rest of the day's budget.
 * @param tier The customer's tier, for a budget common to all tiers.
 * @throws AppError `daily_budget_reached` if it exceeds the budget of a whole day
 */
export function reserveCost(budget: BudgetName, day: string, cost: number, tier?: Tier): Step<'budget'> {
  const limit = Math.round(limitOf(budget) * (tier === 'free' ? freeShare : 1));
  if (cost > limit) throw budgetReached(budget);
  return {
    update: {
      Key: budgetKey(budget, day),
      UpdateExpression: 'SET #expiry = :expiry ADD committed :cost',
      ConditionExpression: 'attribute_not_exists(committed) OR committed <= :room',
      ExpressionAttributeNames: { '#expiry': table.expiry },
      ExpressionAttributeValues: {
        ':cost': cost,
        ':room': limit - cost,
        ':expiry': expiryIn(keptFor),
      },
    },
    refused: 'budget',
  };
}

/**
 * Whether the rest of today's budget covers a cost. Reserves nothing: concurrent work may exceed the budget together.
 */
export async function hasBudget(budget: BudgetName, cost: number): Promise<boolean> {
  const Key = budgetKey(budget, nowIso().slice(0, 10));
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
  );
  return Number(Item?.committed ?? 0) + cost <= limitOf(budget);
}

/** The share of today's budget that is used or reserved, for each budget, from 0 to 1. */
export async function readBudgetUse(): Promise<Record<BudgetName, number>> {
  const budgets = dailyBudgets();
  const names = Object.keys(budgets) as BudgetName[];
  const today = nowIso().slice(0, 10);
  const items = await batchGet(names.map((name) => budgetKey(name, today)));
  const committed = new Map(items.map(({ pk, committed }) => [pk, Number(committed)]));
  const partOf = (name: BudgetName) => {
    const limit = budgets[name] * 1_000_000;
    // A budget of 0 is switched off on purpose.
    return limit > 0 ? (committed.get(budgetKey(name, today).pk) ?? 0) / limit : 0;
  };
  return Object.fromEntries(names.map((name) => [name, partOf(name)])) as Record<BudgetName, number>;
}

function limitOf(budget: BudgetName): number {
  return Math.round(dailyBudgets()[budget] * 1_000_000);
}

function dailyBudgets(): z.output<typeof budgetSchema> {
  return budgetSchema.parse(JSON.parse(readVariable('DAILY_MODEL_BUDGET')));
}

/** Transaction step that replaces a reserved amount by the actual cost. */
export function settleCost(budget: BudgetName, day: string, reserved: number, spent: number): Step<never> {
  return {
    update: {
      Key: budgetKey(budget, day),
      UpdateExpression: 'ADD committed :difference',
      ExpressionAttributeValues: { ':difference': spent - reserved },
    },
  };
}

function budgetKey(budget: BudgetName, day: string) {
  return { pk: `BUDGET#${budget}`, sk: day };
}
