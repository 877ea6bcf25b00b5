import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';

export const analyticsQuery = queryOptions({
  queryKey: ['admin', 'analytics'],
  queryFn: ({ signal }) => call('getAnalytics', {}, signal),
  refetchInterval: 60_000,
});
