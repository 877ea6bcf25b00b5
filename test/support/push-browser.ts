import { vi } from 'vitest';

/**
 * A simulated browser with web push, for component tests: headless Chromium has no push service.
 * @param permission The person's answer to the permission request, now or earlier.
 */
export function pushBrowser(permission: NotificationPermission = 'granted') {
  let subscription: PushSubscription | null = null;
  let made = 0;
  const unsubscribe = vi.fn(async () => {
    subscription = null;
    return true;
  });
  const subscribe = vi.fn(async () => {
    made += 1;
    const endpoint = `https://push.example/${made}`;
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
    subscription = {
      endpoint,
      unsubscribe,
      toJSON: () => ({ endpoint, keys }),
    } as unknown as PushSubscription;
    return subscription;
  });
  const registration = {
    pushManager: { subscribe, getSubscription: async () => subscription },
  } as unknown as ServiceWorkerRegistration;
  vi.stubGlobal('Notification', {
    permission: permission === 'denied' ? 'denied' : 'default',
    requestPermission: vi.fn(async () => {
      Object.assign(Notification, { permission });
      return permission;
    }),
  });
  const worker = navigator.serviceWorker;
  vi.spyOn(worker, 'getRegistration').mockImplementation(async () => registration);
  const register = vi.spyOn(worker, 'register').mockImplementation(async () => registration);
  vi.spyOn(worker, 'ready', 'get').mockImplementation(async () => registration);
  return { register, subscribe, unsubscribe, subscription: () => subscription };
}
