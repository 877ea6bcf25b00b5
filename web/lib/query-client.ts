import { focusManager, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { meQuery } from './account.ts';
import { isForbidden, repeatsTransient } from './api-error.ts';

/**
 * Queries retry only if that may help; a final refusal by the API is shown at once. A lost connection is shown as an
 * error instead of waiting silently. After a call that the user's role does not allow, the account is read again,
 * because the role may have been taken away.
 */
export function createQueryClient(): QueryClient {
  const [meKey] = meQuery.queryKey;
  const checkRole = (error: unknown) => {
    if (isForbidden(error)) void client.invalidateQueries({ queryKey: meQuery.queryKey });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (queryKey[0] !== meKey) checkRole(error);
      },
    }),
    mutationCache: new MutationCache({ onError: checkRole }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode: 'always',
        // The library's default with this network mode is false.
        refetchOnReconnect: true,
        retry: repeatsTransient,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

/**
 * Refetches when the window gets the focus (customer-product.md section 4). The library does so only when the tab
 * becomes visible, but a window beside others stays visible.
 */
export function readAgainOnFocus(): void {
  focusManager.setEventListener((changed) => {
    const listener = () => changed();
    const events = ['focus', 'visibilitychange'];
    for (const event of events) addEventListener(event, listener);
    return () => {
      for (const event of events) removeEventListener(event, listener);
    };
  });
}
