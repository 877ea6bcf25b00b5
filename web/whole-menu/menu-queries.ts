import { queryOptions } from '@tanstack/react-query';
import type { Menu, MenuSummary } from '#shared/api/menus.ts';
import { call } from '#web/lib/api.ts';

/** Polling intervals in milliseconds: while dishes are made, and while a menu waits for somebody. */
const pollRunning = 2_000;
const pollWaiting = 30_000;

/** Whether dishes are being made, or will be without anybody doing anything. */
export function isBusy({ state, counts }: MenuSummary): boolean {
  return state === 'running' || counts.running > 0;
}

/** Polled while dishes are made; another device may go on with one that is paused. */
export function menuQuery(menuId: string) {
  return queryOptions({
    queryKey: ['menu', menuId],
    queryFn: ({ signal }) => call('getMenu', { params: { menuId } }, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => intervalOf(data),
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
