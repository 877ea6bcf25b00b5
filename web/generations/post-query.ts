import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import type { Result } from './results.ts';

/** Polling interval while the model writes for another tab, or after a lost connection, in milliseconds. */
const pollEvery = 1500;

/** The post that goes with a result. */
export function postQuery({ generationId, variation }: Pick<Result, 'generationId' | 'variation'>) {
  return queryOptions({
    queryKey: ['post', generationId, variation],
    queryFn: ({ signal }) => call('getPost', { params: { generationId, variation } }, signal),
    refetchInterval: ({ state: { data } }) => (data?.isBeingWritten ? pollEvery : false),
  });
}
