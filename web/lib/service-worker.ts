import { activeServiceWorker } from './active-service-worker.ts';
import { isUploading } from './use-upload-guard.ts';

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

/** A message of `web/public/service-worker.js`: a notification was pressed. The service worker waits for an answer. */
interface Pressed {
  readonly goTo: string;
  /** When the service worker opens a new window instead, in milliseconds since 1970. */
  readonly before: number;
}

/**
 * Opens the address of a pressed notification with `goTo`, which loads no page again. While a screen uploads, the
 * service worker opens a new window instead. Returns a function that ends this.
 */
export function followNotifications(goTo: (address: string) => void): () => void {
  const follow = ({ data, ports }: MessageEvent<Partial<Pressed> | null>) => {
    if (data?.goTo === undefined || data.before === undefined) return;
    const isFree = !isUploading() && Date.now() < data.before;
    ports[0]?.postMessage(isFree);
    if (isFree) goTo(data.goTo);
  };
  navigator.serviceWorker?.addEventListener('message', follow);
  return () => navigator.serviceWorker?.removeEventListener('message', follow);
}
