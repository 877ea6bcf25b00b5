/**
 * Starts the service worker of the signed-in app, or replaces it by a newer one. Where the browser allows none, the site
 * works without it.
 */
export async function startServiceWorker(): Promise<void> {
  try {
    await navigator.serviceWorker?.register('/service-worker.js', { updateViaCache: 'none' });
  } catch {
    // A private window, or a browser that was told to allow none.
  }
}
