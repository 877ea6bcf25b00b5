/**
 * Starts the service worker of the signed-in app, or updates it, and renews this user's push subscription. If the
 * browser allows no service worker, the site works without it.
 */
export async function startServiceWorker(userId: string): Promise<void> {
  try {
    await navigator.serviceWorker?.register('/service-worker.js', { updateViaCache: 'none' });
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    await (await import('./push.ts')).keepDevice(userId);
  } catch {
    // A private window, or a browser that does not allow service workers.
  }
}
