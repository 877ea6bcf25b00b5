import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';

/** How the user is told that pictures are ready. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call('getNotifications', {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * Tells the server that the user has seen what has just ended, so that no message follows: now, or as soon as this tab is
 * looked at. Of users who are never told, nothing is sent.
 */
export async function noteSeen(client: QueryClient): Promise<void> {
  try {
    const { devices, email } = await client.fetchQuery(notificationsQuery);
    if (devices.length === 0 && email !== 'on') return;
    await untilVisible();
    await call('noteSeen');
  } catch {
    // The message that follows is one too many, and nothing else.
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
