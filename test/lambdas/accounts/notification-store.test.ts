import { beforeEach, expect, it } from 'vitest';
import { changeNotifications, endDevices, readNotifications } from '#lambdas/accounts/notification-store.ts';
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

it('ends all devices but the named one, and notes when', async () => {
  const keys = { p256dh: 'key', auth: 'secret', createdAt: '2026-11-24T12:00:00.000Z' };
  const [phone, laptop] = ['phone', 'laptop'].map((id) => ({
    ...keys,
    id,
    endpoint: `https://push.example/${id}`,
  }));
  if (!phone || !laptop) throw new Error('There are no devices');
  await changeNotifications('ada', (before) => ({ ...before, devices: [phone, laptop], isMailed: true }));
  const before = new Date().toISOString();
  await endDevices('ada', 'laptop');
  const stored = await readNotifications('ada');
  expect(stored).toMatchObject({ devices: [laptop], isMailed: true });
  expect(stored.devicesEndedAt >= before).toBe(true);
  await endDevices('ada');
  expect(await readNotifications('ada')).toMatchObject({ devices: [] });
});
