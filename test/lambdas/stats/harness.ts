import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { beforeAll, beforeEach } from 'vitest';
import { ensureUser } from '#lambdas/accounts/user-store.ts';
import { dynamodb } from '#lambdas/runtime/dynamodb.ts';
import { handler } from '#lambdas/stats/projector.lambda.ts';
import { readCounters } from '#lambdas/stats/stats-store.ts';
import { awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';
import { lambdaContext } from '#test/lambdas/runtime/http-event.ts';
import { type TransactionFaults, testTable, transactionFaults } from '#test/support/dynamodb.ts';
import { tableStream } from './table-stream.ts';

/** A generation as the table holds it. */
export function generation(userId: string, id: string, createdAt: string, more: object = {}) {
  const keys = { pk: `USER#${userId}`, sk: `GENERATION#${id}` };
  const state = { state: 'queued', fallback: false, finishedAt: null, modelCalls: 0 };
  return { ...keys, userId, createdAt, templateName: 'Square Feed', inGallery: false, ...state, ...more };
}

/** A call of a model as the worker logs it. */
export function usage(sk: string, cost: number, more: object = {}) {
  return {
    pk: 'USAGE#2026-11-21',
    sk,
    startedAt: '2026-11-21T12:00:00.000Z',
    outcome: 'made',
    cost,
    ...more,
  };
}

export const readTotals = () => readCounters({ scope: 'total' });

/** Registers hooks that give each test an empty table with a stream, and returns functions that write and project. */
export function statsHarness() {
  const db = testTable({ stream: true });
  awsJsonStub();
  const stream = tableStream();
  let faults: TransactionFaults;

  beforeAll(() => {
    faults = transactionFaults();
  });
  beforeEach(startAfresh);

  async function startAfresh(): Promise<void> {
    faults.next = () => undefined;
    await db.clear();
    await stream.read();
  }

  async function project(records: DynamoDBRecord[]) {
    return handler({ Records: records }, lambdaContext);
  }

  async function put(Item: Record<string, unknown>): Promise<void> {
    await dynamodb().send(new PutCommand({ TableName: String(process.env.TABLE_NAME), Item }));
  }

  async function remove({ pk, sk }: { pk: string; sk: string }): Promise<void> {
    await dynamodb().send(new DeleteCommand({ TableName: String(process.env.TABLE_NAME), Key: { pk, sk } }));
  }

  async function signUp(userId: string): Promise<void> {
    await ensureUser({
      userId,
      username: userId,
      email: `${userId}@example.com`,
      fullName: '',
      companyName: '',
    });
  }

  /** All counters, without the marks of changes that were counted. */
  async function statsItems() {
    return (
      (await db.allItems())
        .filter(({ pk }) => String(pk).startsWith('STATS#') && !String(pk).startsWith('STATS#SEEN#'))
        // A counter of zero is equivalent to one that does not exist.
        .map((item) => Object.fromEntries(Object.entries(item).filter(([, value]) => value !== 0)))
        .filter((item) => Object.keys(item).length > 2)
        .toSorted((a, b) => (`${a.pk} ${a.sk}` < `${b.pk} ${b.sk}` ? -1 : 1))
    );
  }

  return {
    startAfresh,
    project,
    put,
    remove,
    signUp,
    statsItems,
    allItems: () => db.allItems(),
    readStream: () => stream.read(),
    /** Sets the fault of the next transactions. */
    setFault(next: TransactionFaults['next']) {
      faults.next = next;
    },
  };
}
