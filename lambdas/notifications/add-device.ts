import { ECDH } from 'node:crypto';
import { changeNotifications, type Device } from '#lambdas/accounts/notification-store.ts';
import { checkAccount } from '#lambdas/accounts/user-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import type { UserCaller } from '#lambdas/runtime/authorize.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import type { Notifications, notificationRoutes } from '#shared/api/notifications.ts';
import type { RouteInput } from '#shared/api/route.ts';
import { deviceIdOf, maxDevices } from '#shared/domain/push-services.ts';
import { toReply } from './to-reply.ts';

/**
 * Adds a device; at the maximum number it replaces the oldest.
 * @throws AppError `invalid_input` for an address that belongs to no known push service, or a key that cannot be used
 * for encryption, `unauthenticated` also for a sign-in before all devices were removed, whose token may still be valid,
 * `account_closing`, `busy`
 */
export async function addDevice(
  { userId, signedInAt = 0 }: Pick<UserCaller, 'userId' | 'signedInAt'>,
  { endpoint, keys }: RouteInput<typeof notificationRoutes.addDevice>['body'],
): Promise<Notifications> {
  if (!isOfPushService(endpoint)) throw invalid('This is no address of a known push service');
  if (!isPointOfP256(keys.p256dh)) throw invalid('This key is not one of a browser');
  // Throws if the account is being deleted.
  await checkAccount(userId);
  const device: Device = { id: await deviceIdOf(endpoint), endpoint, ...keys, createdAt: nowIso() };
  const changed = await changeNotifications(userId, ({ devices, devicesEndedAt, ...rest }) => {
    // Tokens tell the time of the sign-in in whole seconds, and a sign-in may follow a reset at once.
    const endedAt = Math.floor(Date.parse(devicesEndedAt) / 1000) * 1000;
    if (devicesEndedAt !== '' && signedInAt < endedAt) throw new AppError('unauthenticated');
    const others = devices.filter(({ id }) => id !== device.id);
    return { ...rest, devicesEndedAt, devices: [...others, device].slice(-maxDevices) };
  });
  return toReply(changed);
}

/**
 * Whether the address belongs to a push service that we call. Anybody can send us an address, so others must never be
 * called.
 */
function isOfPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { username, password, hash } = new URL(endpoint);
  if (username !== '' || password !== '' || hash !== '') return false;
  return readVariable('PUSH_SERVICES')
    .split(' ')
    .some((service) => new URLPattern(service).test(endpoint));
}

function isPointOfP256(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

function invalid(reason: string): AppError {
  return new AppError('invalid_input', `Invalid input: ${reason}`);
}
