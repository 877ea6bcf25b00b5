/**
 * Problems of image models that an operator must solve.
 *
 * - Which models have a problem?        table, pk MODELS, sk begins PROBLEM#
 * - Were they checked today (UTC)?      table, pk MODELS, sk CHECKED
 */
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { expiryIn, nowIso } from '#lambdas/runtime/time.ts';
import { table } from '#shared/table.ts';

const partition = 'MODELS';

/** Seconds after which a problem that is not seen again expires: longer than the time between two daily checks. */
const keptFor = 26 * 60 * 60;

const problemSchema = z.object({
  /** `denied`: this account may not call the model. `legacy`: it will be retired. */
  problem: z.enum(['denied', 'legacy']),
  model: z.string(),
  /** The region that denies the model; absent if all do, or if the problem has no region. */
  region: z.optional(z.string()),
  [table.expiry]: z.number(),
});

type ModelProblem = Pick<z.output<typeof problemSchema>, 'problem' | 'model' | 'region'>;

export async function noteModelProblem({ problem, model, region }: ModelProblem): Promise<void> {
  const Item = {
    pk: partition,
    sk: ['PROBLEM', problem, model, region].filter(Boolean).join('#'),
    problem,
    model,
    region,
    [table.expiry]: expiryIn(keptFor),
  };
  await dynamodb().send(new PutCommand({ TableName: tableName(), Item }));
}

export async function readModelProblems(): Promise<readonly ModelProblem[]> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :models AND begins_with(sk, :problem)',
      ExpressionAttributeValues: { ':models': partition, ':problem': 'PROBLEM#' },
    }),
  );
  const problems = Items.map((item) => problemSchema.parse(item));
  // DynamoDB may remove an expired item days later.
  return problems.filter(({ expiresAt }) => expiresAt > expiryIn(0));
}

/** Returns whether the models have not been checked today, and marks them as checked. */
export async function beginDailyCheck(): Promise<boolean> {
  const day = nowIso().slice(0, 10);
  const Key = { pk: partition, sk: 'CHECKED' };
  const { Item } = await dynamodb().send(new GetCommand({ TableName: tableName(), Key }));
  if (Item?.day === day) return false;
  await dynamodb().send(new PutCommand({ TableName: tableName(), Item: { ...Key, day } }));
  return true;
}
