import { queryOptions } from '@tanstack/react-query';
import type { Menu, MenuSummary } from '#shared/api/menus.ts';
import { call } from '#web/lib/api.ts';
import { isNotFound } from '#web/lib/api-error.ts';

/** Polling intervals in milliseconds: while dishes are made, and while a menu waits for somebody. */
const pollRunning = 2_000;
const pollWaiting = 30_000;

/** Whether dishes are running, or will be without an action of the user. */
export function isBusy({ state, counts }: MenuSummary): boolean {
  return state === 'running' || counts.running > 0;
}

/** One menu; polled while dishes are running, and while it is paused, because another device may resume it. */
export function menuQuery(menuId: string) {
  return queryOptions({
    queryKey: ['menu', menuId],
    queryFn: ({ signal }) => call('getMenu', { params: { menuId } }, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) => (isNotFound(error) ? false : intervalOf(data)),
    refetchOnWindowFocus: 'always',
  });
}

function intervalOf(menu: Menu | undefined): number | false {
  if (menu === undefined) return false;
  if (isBusy(menu)) return pollRunning;
  return menu.state === 'paused' ? pollWaiting : false;
}

/** The latest menus, newest first. */
export const menusQuery = queryOptions({
  queryKey: ['menus'],
  queryFn: ({ signal }) => call('listMenus', {}, signal),
  staleTime: 0,
});
