import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Me } from '#shared/api/account.ts';
import { type Entitlements, entitlementsOf } from '#shared/domain/entitlements.ts';
import { call } from './api.ts';
import { logged } from './api-error.ts';
import { useSession } from './session.ts';

/** Reload interval of plan and credits, in milliseconds (customer-product.md section 4). */
const refreshEvery = 60_000;

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => logged(() => call('getMe', {}, signal)),
  refetchInterval: refreshEvery,
  refetchOnWindowFocus: 'always',
  // The first call after a sign-in may run before the profile exists.
  retry: 1,
});

/** Profile, plan and credits; undefined while loading or signed out. */
export function useMe(): Me | undefined {
  const session = useSession();
  return useQuery({ ...meQuery, enabled: session.status === 'signedIn' }).data;
}

/** Rights and limits of the user's plan; those of the strictest plan while it is unknown. The server enforces them. */
export function useEntitlements(): Entitlements {
  return entitlementsOf(useMe()?.tier ?? 'free');
}
