import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';

/** The rules of a platform for an image type, with the changes of operators. */
export function platformRulesQuery(platform: string, imageType: string) {
  return queryOptions({
    queryKey: ['platform rules', platform, imageType],
    queryFn: async ({ signal }) =>
      (await call('getPlatformRules', { params: { platform, imageType } }, signal)).rules,
    staleTime: 60_000,
  });
}
