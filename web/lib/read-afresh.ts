import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/** Reads again what a call has changed whose reply was lost; undefined if it cannot be read either. */
export async function readAfresh<T, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<T, Error, T, Key>,
): Promise<T | undefined> {
  // A read in progress may be older than the change.
  await client.cancelQueries({ queryKey: query.queryKey });
  return client.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
}
