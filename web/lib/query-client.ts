import { QueryClient } from '@tanstack/react-query';
import { isTransient } from './api-error.ts';

/** Queries try again only when that may help; what the API refused for good is shown at once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isTransient(error),
      },
      mutations: { retry: false },
    },
  });
}
