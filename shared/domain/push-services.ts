/**
 * Push services of the browsers, as patterns of their addresses. A browser states the address of its subscription; the
 * patterns prevent us from calling any other host. Read on 2026-11-24.
 */
export const pushServices = [
  // Chrome, Opera, Samsung Internet: https://firebase.google.com/docs/cloud-messaging/concept-options
  'https://fcm.googleapis.com/*',
  // Firefox: https://mozilla-services.github.io/autopush-rs/
  'https://updates.push.services.mozilla.com/*',
  // Safari:
  // https://developer.apple.com/documentation/usernotifications/sending-web-push-notifications-in-web-apps-and-browsers
  'https://*.push.apple.com/*',
  // Edge: https://learn.microsoft.com/windows/apps/develop/notifications/push-notifications/wns-overview
  'https://*.notify.windows.com/*',
] as const;

/** Greatest number of a person's devices that get notifications. A further one replaces the oldest. */
export const maxDevices = 5;

/** The id of a subscription: the same in browser and server. It cannot be used for sending. */
export async function deviceIdOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return [...new Uint8Array(hash).subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
