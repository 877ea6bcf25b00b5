import { beforeEach, expect, it } from 'vitest';
import { changeNotifications, readNotifications } from '#lambdas/accounts/notification-store.ts';
import { testTable } from '#test/support/dynamodb.ts';

const db = testTable();

beforeEach(() => db.clear());

it('writes when only the time changes at which all devices were removed', async () => {
  const devicesEndedAt = '2030-01-01T00:00:00.000Z';
  await changeNotifications('ada', (before) => ({ ...before, devicesEndedAt }));
  expect(await readNotifications('ada')).toMatchObject({ devicesEndedAt, version: 1 });
});

it('writes nothing when nothing changes', async () => {
  await changeNotifications('ada', (before) => before);
  expect((await readNotifications('ada')).version).toBe(0);
});
