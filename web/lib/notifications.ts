import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';

/** The user's notification settings. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call('getNotifications', {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * Reports to the server that the user has seen what has just ended, so that no notification follows: now, or as soon as
 * this tab is visible. Sends nothing for users without notifications.
 */
export async function noteSeen(client: QueryClient): Promise<void> {
  try {
    const { devices, email } = await client.fetchQuery(notificationsQuery);
    if (devices.length === 0 && email !== 'on') return;
    await untilVisible();
    await call('noteSeen');
  } catch {
    // The only consequence is an unnecessary notification.
  }
}

let becomingVisible: Promise<void> | undefined;

function untilVisible(): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  becomingVisible ??= new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', look);
      becomingVisible = undefined;
      resolve();
    };
    document.addEventListener('visibilitychange', look);
  });
  return becomingVisible;
}
