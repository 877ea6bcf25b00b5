import { changeNotifications } from '#lambdas/accounts/notification-store.ts';

/** Removes devices of a user. Missing ones are no error. */
export async function forgetDevices(userId: string, deviceIds: readonly string[]): Promise<void> {
  await changeNotifications(userId, (before) => {
    const left = before.devices.filter(({ id }) => !deviceIds.includes(id));
    return left.length === before.devices.length ? before : { ...before, devices: left };
  });
}
