import { QueryClient } from '@tanstack/react-query';
import { isTransient } from './api-error.ts';

/**
 * Queries try again only when that may help; what the API refused for good is shown at once. A lost connection is
 * told as an error, not waited for in silence.
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
