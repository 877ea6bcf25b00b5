import { matchRoutes, type RouteObject } from 'react-router-dom';
import { expect, test } from 'vitest';
import { appAddresses, publicPages } from '#shared/public-pages.ts';
import { router } from '#web/app/router.tsx';

function pathsOf(routes: readonly RouteObject[]): string[] {
  return routes.flatMap(({ path, children }) => [...(path ? [path] : []), ...pathsOf(children ?? [])]);
}

test('every page of the app is an address for which the edge has the app', () => {
  const known = new Set<string>([...appAddresses, ...publicPages.map(({ path }) => path)]);
  const unknown = pathsOf(router.routes as RouteObject[]).filter(
    (path) => path !== '*' && !known.has(path) && !path.startsWith('/admin/'),
  );
  expect(unknown).toEqual([]);
  expect(known).toContain('/admin/');
});

test('an unknown page of the back office is one of the back office, any other is missing', () => {
  const last = (address: string) => matchRoutes(router.routes as RouteObject[], address)?.at(-1)?.route.path;
  expect(last('/admin/zzz')).toBe('/admin/*');
  expect(last('/admin/users')).toBe('/admin/users');
  expect(last('/zzz')).toBe('*');
});
