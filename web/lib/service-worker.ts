import { activeServiceWorker } from './active-service-worker.ts';

/**
 * Starts the service worker of the signed-in app, or updates it, and renews this user's push subscription. If the
 * browser allows no service worker, the site works without it.
 */
export async function startServiceWorker(userId: string): Promise<void> {
  try {
    if (!('serviceWorker' in navigator)) return;
    await activeServiceWorker();
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    await (await import('./push.ts')).keepDevice(userId);
  } catch {
    // A private window, or a browser that does not allow service workers.
  }
}
