import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { type BudgetName, reserveCost } from '#lambdas/models/budget-store.ts';
import { noteModelProblem } from '#lambdas/models/model-state-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { londonDay, nowIso } from '#lambdas/runtime/time.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { addIncrements } from '#lambdas/stats/stats-store.ts';
import { adminHarness } from './harness.ts';

const { call } = adminHarness();

describe('system health', () => {
  // R2.5
  it('reports a generation that waits too long, failures, model errors, a bucket that does not answer', async () => {
    process.env.AWS_ENDPOINT_URL_S3 = 'http://127.0.0.1:1';
    const day = (name: string, by: number) => ({ scope: 'day', of: londonDay(), name, by }) as never;
    await addIncrements('event-1', {
      counters: [day('generations', 10), day('failures', 2), day('modelCalls', 10), day('modelErrors', 8)],
    });
    const createdAt = new Date(Date.now() - 6 * 60_000).toISOString();
    const open = { pk: 'OPEN', sk: '1#ada', id: '1', userId: 'ada', createdAt };
    await dynamodb().send(
      new BatchWriteCommand({ RequestItems: { [tableName()]: [{ PutRequest: { Item: open } }] } }),
    );
    const { body } = await call('getHealth');
    // B2.49, B2.57
    expect(body).toMatchObject({
      api: { state: 'ok', detail: 'Operational' },
      database: { state: 'ok' },
      storage: { state: 'down', detail: 'Does not answer' },
      queue: { state: 'down' },
      generations: { state: 'warning', detail: '2 of 12 failed today' },
      models: { state: 'down', detail: '8 of 10 calls failed today' },
    });
  });

  it('names models that may not be called, or will be retired', async () => {
    const access = async () => (await call('getHealth')).body.modelAccess;
    expect(await access()).toEqual({ state: 'ok', detail: 'All models may be called' });
    await noteModelProblem({ problem: 'legacy', model: 'a' });
    expect(await access()).toEqual({ state: 'warning', detail: 'To be retired: a' });
    await noteModelProblem({ problem: 'denied', model: 'b', region: 'us-east-1' });
    expect(await access()).toEqual({ state: 'warning', detail: 'No access to b in us-east-1' });
    await noteModelProblem({ problem: 'denied', model: 'b' });
    expect(await access()).toEqual({ state: 'down', detail: 'No access to b' });
  });

  it('names the model budgets that are used up, or nearly', async () => {
    const budgets = async () => (await call('getHealth')).body.budgets;
    const reserve = (budget: BudgetName, dollars: number) =>
      transact([reserveCost(budget, nowIso().slice(0, 10), dollars * 1_000_000)]);
    expect(await budgets()).toEqual({ state: 'ok', detail: 'At most 0 % used today' });
    await reserve('pro', 2.5);
    expect(await budgets()).toEqual({ state: 'ok', detail: 'At most 50 % used today' });
    await reserve('photos', 4);
    expect(await budgets()).toEqual({ state: 'warning', detail: 'Until midnight UTC: photos 80 %' });
    await reserve('free', 5);
    expect(await budgets()).toEqual({ state: 'down', detail: 'Until midnight UTC: Free 100 %, photos 80 %' });
  });

  it('counts no failure that was about the photo or the words of a customer', async () => {
    const day = (name: string, by: number) => ({ scope: 'day', of: londonDay(), name, by }) as never;
    const generations = async () => (await call('getHealth')).body.generations;
    await addIncrements('event-1', { counters: [day('generations', 18), day('failures', 2)] });
    expect(await generations()).toEqual({ state: 'warning', detail: '2 of 20 failed today' });
    await addIncrements('event-2', { counters: [day('refusals', 2)] });
    expect(await generations()).toEqual({ state: 'ok', detail: '0 of 18 failed today' });
  });

  it('is down when every generation of the day failed', async () => {
    const counters = [{ scope: 'day', of: londonDay(), name: 'failures', by: 3 }] as never;
    await addIncrements('event-1', { counters });
    expect((await call('getHealth')).body.generations).toEqual({
      state: 'down',
      detail: '3 of 3 failed today',
    });
  });
});
