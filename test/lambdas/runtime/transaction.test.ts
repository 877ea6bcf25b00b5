import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import { type TransactionFaults, testTable, transactionFaults } from '#test/support/dynamodb.ts';

const db = testTable();
let faults: TransactionFaults;

beforeAll(() => {
  faults = transactionFaults();
});
beforeEach(async () => {
  faults.next = () => undefined;
  faults.attempts = 0;
  await db.clear();
});

function putNew<O extends string>(pk: string, refused: O): Step<O> {
  return {
    put: { Item: { pk, sk: 'A', value: 1 }, ConditionExpression: 'attribute_not_exists(pk)' },
    refused,
  };
}

function requireItem<O extends string>(pk: string, refused: O): Step<O> {
  return { check: { Key: { pk, sk: 'A' }, ConditionExpression: 'attribute_exists(pk)' }, refused };
}

function once<T>(...results: T[]): () => T | undefined {
  return () => results.shift();
}

describe('transact', () => {
  it('writes all steps', async () => {
    expect(await transact([putNew('one', 'exists'), putNew('two', 'exists')])).toEqual({
      outcome: 'committed',
    });
    expect(await db.allItems()).toHaveLength(2);
  });

  it('names the refused step and hands over the item that refused', async () => {
    await transact([putNew('one', 'exists')]);
    expect(await transact([putNew('two', 'other'), putNew('one', 'taken')])).toEqual({
      outcome: 'taken',
      current: { pk: 'one', sk: 'A', value: 1 },
    });
    expect(await db.allItems()).toHaveLength(1);
  });

  it('prefers the outcome "exists" to an earlier refusal', async () => {
    await transact([putNew('one', 'exists')]);
    const result = await transact([requireItem('missing', 'insufficient'), putNew('one', 'exists')]);
    expect(result.outcome).toBe('exists');
  });

  it('otherwise reports the earliest refusal', async () => {
    const result = await transact([requireItem('a', 'first'), requireItem('b', 'second')]);
    expect(result).toEqual({ outcome: 'first' });
  });

  it('throws when a step without a name is refused', async () => {
    const { refused, ...unnamed } = requireItem('a', 'unused');
    await expect(transact([unnamed])).rejects.toMatchObject({ name: 'TransactionCanceledException' });
  });

  it.each(['conflict', 'throttle', 'progress'] as const)('tries again after %s', async (fault) => {
    faults.next = once(fault, fault, fault);
    expect(await transact([putNew('one', 'exists')])).toEqual({ outcome: 'committed' });
    expect(faults.attempts).toBe(4);
  });

  it('gives up with "busy" when the conflict does not end, and writes nothing', async () => {
    faults.next = () => 'conflict';
    const result = transact([putNew('one', 'exists')]);
    await expect(result).rejects.toThrow(AppError);
    await expect(result).rejects.toMatchObject({ code: 'busy' });
    expect(await db.allItems()).toEqual([]);
  });

  it('reports other errors as they are', async () => {
    faults.next = () => 'lost';
    await expect(transact([putNew('one', 'exists')])).rejects.toThrow('The reply was lost');
  });
});
