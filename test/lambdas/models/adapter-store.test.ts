import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { disableAdapter, readDisabledAdapters } from '#lambdas/models/adapter-store.ts';
import { testTable } from '#test/support/dynamodb.ts';

const db = testTable();
beforeEach(db.clear);
afterEach(() => void vi.useRealTimers());

const minute = 60_000;
const day = 24 * 60 * minute;

it('takes an adapter whose model has ended out of service for a day, and tries it again afterwards', async () => {
  const now = Date.now();
  await disableAdapter('stability-structure', 'ended');
  const outAt = async (time: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: time });
    return [...(await readDisabledAdapters())];
  };
  expect(await outAt(now + day - minute)).toEqual(['stability-structure']);
  // The table still has the item: it removes what has expired days later.
  expect(await outAt(now + day + minute)).toEqual([]);
  expect(await db.allItems()).toHaveLength(1);
});
