import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportClientError } from '#lambdas/accounts/report-client-error.ts';
import { ensureUser } from '#lambdas/accounts/user-store.ts';
import { maxBurstUses } from '#lambdas/platform/daily-use-store.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';
import { testTable } from '#test/support/dynamodb.ts';

const db = testTable();
awsJsonStub();

const error = { feature: 'studio', name: 'TypeError', place: 'app.js:1:2' } as const;
const logged = vi.spyOn(logger, 'warn');

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(new Date('2026-11-22T09:03:00Z'));
  logged.mockClear();
  await db.clear();
  for (const userId of ['ada', 'bob'])
    await ensureUser({
      userId,
      username: userId,
      email: `${userId}@example.com`,
      fullName: '',
      companyName: '',
    });
});
afterEach(() => void vi.useRealTimers());

async function report(userId: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await reportClientError(userId, error);
}

it('counts five reports of a user in a quarter of an hour and ignores the others', async () => {
  await report('ada', 20);
  expect(logged).toHaveBeenCalledTimes(5);
  await report('bob', 1);
  expect(logged).toHaveBeenCalledTimes(6);
  vi.setSystemTime(new Date('2026-11-22T09:15:00Z'));
  await report('ada', maxBurstUses.clientError + 1);
  expect(logged).toHaveBeenCalledTimes(6 + maxBurstUses.clientError);
});

it('writes nothing for an account that was deleted', async () => {
  const before = await db.allItems();
  await report('nobody', 1);
  expect(logged).not.toHaveBeenCalled();
  expect(await db.allItems()).toEqual(before);
});

it('counts also while the table cannot be found', async () => {
  vi.stubEnv('TABLE_NAME', 'absent');
  await report('ada', 1);
  vi.unstubAllEnvs();
  expect(logged).toHaveBeenCalledWith('An error of the site in a browser', { clientError: error });
});
