import { vi } from 'vitest';

/**
 * A browser that can subscribe to web push, for component tests: Chromium without a window has no push service.
 * @param permission What the person answers, or has answered.
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
  vi.spyOn(worker, 'ready', 'get').mockImplementation(async () => registration);
  return { subscribe, unsubscribe, subscription: () => subscription };
}
