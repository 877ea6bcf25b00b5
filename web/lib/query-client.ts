import { QueryClient } from '@tanstack/react-query';
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
