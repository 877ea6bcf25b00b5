import { afterEach, expect, it, vi } from 'vitest';
import { readBudgetUse } from '#lambdas/models/budget-store.ts';
import { batchGet } from '#lambdas/runtime/batch-get.ts';
import { dynamodb } from '#lambdas/runtime/dynamodb.ts';

Object.assign(process.env, { TABLE_NAME: 'table', AWS_REGION: 'eu-west-2' });

/** The table as it answers: in each call, this many of the keys that are asked for stay unprocessed, none at last. */
function tableLeaving(...unprocessed: number[]) {
  const answer = async ({ input }: { readonly input: object }) => {
    const { Keys } = (input as { RequestItems: { table: { Keys: object[] } } }).RequestItems.table;
    const left = unprocessed.shift() ?? 0;
    const done = Keys.slice(left).map((key) => ({ ...key, committed: 1_000_000 }));
    return {
      Responses: { table: done },
      UnprocessedKeys: left > 0 ? { table: { Keys: Keys.slice(0, left) } } : {},
    };
  };
  return vi.spyOn(dynamodb(), 'send').mockImplementation(answer as never);
}

afterEach(() => void vi.restoreAllMocks());

const keys = ['one', 'two', 'three'].map((pk) => ({ pk, sk: 'A' }));

it('asks again for what a call left unprocessed', async () => {
  const send = tableLeaving(2, 2, 1);
  const items = await batchGet(keys);
  expect(items.map(({ pk }) => pk)).toEqual(['three', 'two', 'one']);
  expect(send).toHaveBeenCalledTimes(4);
});

it('gives up with "busy" when keys stay unprocessed', async () => {
  tableLeaving(...Array.from({ length: 20 }, () => 1));
  await expect(batchGet(keys)).rejects.toMatchObject({ code: 'busy' });
});

it('reads all budgets for the back office', async () => {
  process.env.DAILY_MODEL_BUDGET = '{"free":1,"starter":2,"pro":4,"promptTests":0,"photos":5,"posts":10}';
  tableLeaving(2);
  expect(await readBudgetUse()).toEqual({
    ...{ free: 1, starter: 0.5, pro: 0.25 },
    ...{ promptTests: 0, photos: 0.2, posts: 0.1 },
  });
});
