/**
 * Starts the service worker of the signed-in app, or replaces it by a newer one, and keeps what it tells this user of.
 * Where the browser allows none, the site works without it.
 */
export async function startServiceWorker(userId: string): Promise<void> {
  try {
    await navigator.serviceWorker?.register('/service-worker.js', { updateViaCache: 'none' });
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    await (await import('./push.ts')).keepDevice(userId);
  } catch {
    // A private window, or a browser that was told to allow none.
  }
}
