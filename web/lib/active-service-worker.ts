/**
 * Registers the service worker, or updates it, and returns its registration once it is active.
 * @throws Error if the browser allows no service worker, or its script could not be loaded
 */
export async function activeServiceWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  return navigator.serviceWorker.ready;
}
