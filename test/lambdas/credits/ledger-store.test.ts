import { beforeEach, expect, it } from 'vitest';
import { grantCredits } from '#lambdas/credits/book-credits.ts';
import { listEntries } from '#lambdas/credits/ledger-store.ts';
import { testTable } from '#test/support/dynamodb.ts';
import { allEntries, newUser, purchased } from './harness.ts';

const db = testTable();
beforeEach(() => db.clear());

it('lists entries newest first, page by page, and only for their owner', async () => {
  const userId = await newUser();
  for (let n = 1; n <= 9; n += 1)
    await grantCredits({ userId, idempotencyKey: `topup#${n}`, buckets: purchased(1) });
  const first = await listEntries(userId, undefined, 4);
  expect(first.items.map(({ id }) => id)).toEqual(['topup#9', 'topup#8', 'topup#7', 'topup#6']);
  expect((await allEntries(userId)).map(({ id }) => id)).toHaveLength(10);
  const other = await newUser();
  await expect(listEntries(other, first.cursor)).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(listEntries(userId, 'nonsense')).rejects.toMatchObject({ code: 'invalid_input' });
});
