import type { Route } from './route.ts';
import { type RouteName, routes } from './routes.ts';

/**
 * What a client needs of each route. The site's build puts these values in place of the contract
 * (lib/route-addresses.ts).
 */
export const routeAddresses = Object.fromEntries(
  Object.entries<Route>(routes).map(([name, { method, path, access }]) => [name, { method, path, access }]),
) as Record<RouteName, Pick<Route, 'method' | 'path' | 'access'>>;
