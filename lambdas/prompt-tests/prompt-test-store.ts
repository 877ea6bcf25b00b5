/**
 * Prompt tests of the back office: the requests of both sides, and the verdict.
 *
 * - Which test has this id?          table, pk PROMPT_TEST, sk <id>
 * - Which tests exist?               table, pk PROMPT_TEST, newest first
 * - What are their results?          table, pk USER#prompt-tests, sk GENERATION#<id>-a and GENERATION#<id>-b
 *
 * The two generations of a test belong to no user: a partition of their own keeps them out of galleries, exports and
 * the deletion of the admin's account. Their ids begin with the test's id, so that one Query reads the generations of a
 * page.
 */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import { queryBetween } from '#lambdas/generations/generation-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { fromCursor, toCursor } from '#lambdas/runtime/cursor.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import type { Step } from '#lambdas/runtime/transaction.ts';
import { setting } from '#lambdas/runtime/update-expression.ts';
import { promptTestConfigSchema, verdictSchema } from '#shared/api/prompt-tests.ts';
import { table } from '#shared/table.ts';

/** The user id of the generations of prompt tests. */
export const promptTestOwner = 'prompt-tests';

export const variants = ['a', 'b'] as const;

export type Variant = (typeof variants)[number];

const storedTestSchema = z.object({
  id: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  /** SHA-256 of the request, to distinguish a repetition from another request under the same id. */
  requestHash: z.string(),
  a: promptTestConfigSchema,
  b: promptTestConfigSchema,
  verdict: z.nullable(verdictSchema),
  note: z.string(),
  judgedAt: z.nullable(z.string()),
});

export type StoredTest = z.output<typeof storedTestSchema>;

/** A test with the generations of its two sides. */
export interface PromptTestResult {
  readonly test: StoredTest;
  readonly generations: Readonly<Record<Variant, StoredGeneration>>;
}

const partition = 'PROMPT_TEST';
const pageSize = 20;

/** Id of the generation of one side. */
export function generationIdOf(testId: string, variant: Variant): string {
  return `${testId}-${variant}`;
}

/** One test with its results, read consistently; undefined if there is none. */
export async function readPromptTest(id: string): Promise<PromptTestResult | undefined> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: testKey(id), ConsistentRead: true }),
  );
  if (!Item) return undefined;
  const [result] = await withGenerations([storedTestSchema.parse(Item)]);
  return result;
}

/**
 * One test with its results.
 * @throws AppError `not_found`
 */
export async function findPromptTest(id: string): Promise<PromptTestResult> {
  const result = await readPromptTest(id);
  if (!result) throw new AppError('not_found', 'This prompt test does not exist');
  return result;
}

/** A page of tests with their results, newest first. */
export async function queryPromptTests(
  cursor?: string,
): Promise<{ items: PromptTestResult[]; cursor?: string }> {
  const { Items = [], LastEvaluatedKey } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :tests',
      ExpressionAttributeValues: { ':tests': partition },
      ScanIndexForward: false,
      Limit: pageSize,
      ExclusiveStartKey: fromCursor(cursor, { [table.partitionKey]: partition }),
      ConsistentRead: true,
    }),
  );
  const items = await withGenerations(Items.map((item) => storedTestSchema.parse(item)));
  const next = toCursor(LastEvaluatedKey);
  return { items, ...(next !== undefined && { cursor: next }) };
}

/** Transaction step that records a new test; refused as `exists` if its id is in use. */
export function putPromptTest(test: StoredTest): Step<'exists'> {
  return {
    put: { Item: { ...testKey(test.id), ...test }, ConditionExpression: 'attribute_not_exists(pk)' },
    refused: 'exists',
  };
}

/** Transaction step that stores a verdict or its note; refused as `gone` when the test was deleted. */
export function putVerdict(
  id: string,
  changes: Partial<Pick<StoredTest, 'verdict' | 'note' | 'judgedAt'>>,
): Step<'gone'> {
  return {
    update: {
      Key: testKey(id),
      ...setting(changes, 'attribute_exists(pk)', {}),
    },
    refused: 'gone',
  };
}

/** Transaction step that removes a test; its generations are removed by their own store. */
export function removePromptTest(id: string): Step<never> {
  return { remove: { Key: testKey(id) } };
}

async function withGenerations(tests: readonly StoredTest[]): Promise<PromptTestResult[]> {
  const ids = tests.map(({ id }) => id).sort();
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return [];
  const made = await queryBetween(promptTestOwner, generationIdOf(first, 'a'), generationIdOf(last, 'b'));
  const byId = new Map(made.map((generation) => [generation.id, generation]));
  return tests.map((test) => {
    const a = byId.get(generationIdOf(test.id, 'a'));
    const b = byId.get(generationIdOf(test.id, 'b'));
    if (!a || !b) throw new Error(`The prompt test ${test.id} lacks a generation`);
    return { test, generations: { a, b } };
  });
}

function testKey(id: string): { pk: string; sk: string } {
  return { pk: partition, sk: id };
}
