import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import { repeatsTransient } from './api-error.ts';

/** Makes a call that may be repeated although it was carried out, and repeats it if its reply is lost. */
export function repeated<T>(client: QueryClient, request: () => Promise<T>): Promise<T> {
  return new MutationObserver(client, { mutationFn: request, retry: repeatsTransient }).mutate();
}
