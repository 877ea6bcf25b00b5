import { focusManager, QueryClient } from '@tanstack/react-query';
import { isTransient } from './api-error.ts';

/**
 * Queries retry only if that may help; a final refusal by the API is shown at once. A lost connection is shown as
 * an error instead of a silent wait.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && isTransient(error),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/**
 * Reads again when the window gets the focus (customer-product.md section 4), and not only, as the library does, when its
 * tab becomes visible: a window beside others stays visible.
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
