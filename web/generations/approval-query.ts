import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import type { Result } from './results.ts';

/** Query key of every picture's approval. */
export const approvalKey = ['approval'] as const;

/** The approval of a picture; it changes with every download. */
export function approvalQuery({ generationId, variation }: Pick<Result, 'generationId' | 'variation'>) {
  return queryOptions({
    queryKey: [...approvalKey, generationId, variation],
    queryFn: ({ signal }) => call('getApproval', { params: { generationId, variation } }, signal),
    staleTime: 0,
  });
}
