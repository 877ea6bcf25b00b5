import type { Notifications } from '#shared/api/notifications.ts';
import { deviceIdOf } from '#shared/domain/push-services.ts';
import { activeServiceWorker } from './active-service-worker.ts';
import { call } from './api.ts';
import { createApiClient } from './api-client.ts';
import { currentSubscription, rememberedOwner, rememberOwner } from './push-subscription.ts';

/** Whether a device can get notifications, or why not. On iPhone and iPad, only installed apps can. */
export type PushSupport = 'possible' | 'denied' | 'needs-installation' | 'unsupported';

export function pushSupport(): PushSupport {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isSupported) return isAppleMobile() ? 'needs-installation' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

function isAppleMobile(): boolean {
  const isPad = navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1;
  return isPad || /iPhone|iPad|iPod/.test(navigator.userAgent);
}

/** The id under which the server may know this device; undefined without a subscription. */
export async function thisDevice(): Promise<string | undefined> {
  const subscription = await currentSubscription();
  return subscription ? deviceIdOf(subscription.endpoint) : undefined;
}

/**
 * Asks for permission, creates a new subscription and registers it with the server. Undefined if the permission was not
 * given.
 * @throws if the browser or the server refuses
 */
export async function turnOnPush(
  userId: string,
  { pushKey }: Pick<Notifications, 'pushKey'>,
): Promise<Notifications | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  // An existing one may belong to another user, or to another key.
  await (await currentSubscription())?.unsubscribe();
  return register(userId, pushKey);
}

/**
 * Turns notifications on this device off, first at the server, which could not be told the subscription afterwards.
 * @throws if the browser or the server refuses; the next start of the app ends the subscription then
 */
export async function turnOffPush(): Promise<void> {
  const subscription = await currentSubscription();
  rememberOwner(null);
  if (!subscription) return;
  const params = { deviceId: await deviceIdOf(subscription.endpoint) };
  await call('removeDevice', { params });
  await subscription.unsubscribe();
}

/** Ends notifications on the token's user's other devices; for a session that is being replaced. */
export async function turnOffOtherDevices(accessToken: string): Promise<void> {
  const callWith = createApiClient({
    fetch: (input, init) => fetch(input, init),
    accessToken: async () => accessToken,
  });
  const query = { kept: await thisDevice() };
  await callWith('removeOtherDevices', { query }, AbortSignal.timeout(othersTimeout));
}

/** Milliseconds for which a new session waits for this. */
const othersTimeout = 10_000;

/**
 * At the start of the app: ends a subscription of another user, and renews one that the browser has changed or the
 * server has lost.
 */
export async function keepDevice(userId: string): Promise<void> {
  if (pushSupport() !== 'possible' || Notification.permission !== 'granted') return;
  try {
    const subscription = await currentSubscription();
    if (rememberedOwner() !== userId) return void (await subscription?.unsubscribe());
    const { pushKey, devices } = await call('getNotifications');
    const id = subscription && (await deviceIdOf(subscription.endpoint));
    if (!devices.some((device) => device.id === id)) await register(userId, pushKey);
  } catch {
    // The next start tries again.
  }
}

async function register(userId: string, pushKey: string): Promise<Notifications> {
  const { pushManager } = await activeServiceWorker();
  // A subscription for an earlier key cannot be renewed.
  const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  const subscription = await subscribe().catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return subscribe();
  });
  const { endpoint, keys } = subscription.toJSON();
  const body = { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
  const notifications = await call('addDevice', { body });
  rememberOwner(userId);
  return notifications;
}
