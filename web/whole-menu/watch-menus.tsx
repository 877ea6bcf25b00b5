import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { isNoneMade } from '#shared/domain/whole-menu.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { noteSeen } from '#web/lib/notifications.ts';
import { notify } from '#web/lib/notify.ts';
import { forgetOpenMenu } from '#web/lib/open-menus.ts';
import { paths, wholeMenuOf } from '#web/paths.ts';
import { titleOf } from './earlier-menus.tsx';
import { isBusy, menuQuery } from './menu-queries.ts';
import { words } from './words.ts';

/** Polling interval of menus that are not on the screen, in milliseconds. */
const pollElsewhere = 10_000;

/** Reports once that a menu has ended, or waits for the user, while the user is on another page. */
export function WatchMenus({ ids }: { ids: readonly string[] }) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  /** The menu on the screen, also while one of its dishes is open. */
  const here = wholeMenuOf(search);
  const client = useQueryClient();
  const queries = useQueries({
    queries: ids.map((id) => ({
      ...menuQuery(id),
      refetchInterval: pollElsewhere,
      refetchIntervalInBackground: true,
      enabled: here !== id,
    })),
  });
  useEffect(() => {
    for (const [index, id] of ids.entries()) {
      const { data: menu, error } = queries[index] ?? {};
      if (error instanceof ApiError && error.code === 'not_found') forgetOpenMenu(id);
      if (menu === undefined || isBusy(menu)) continue;
      forgetOpenMenu(id);
      // Its own page shows it, and a user who paused or cancelled it knows.
      if (here === id || menu.state === 'cancelled' || menu.pausedFor === 'customer') continue;
      void noteSeen(client);
      const action = { label: words.openMenu, onClick: () => void navigate(paths.wholeMenu(id)) };
      if (isNoneMade(menu))
        notify.error(words.couldNotBeMade(titleOf(menu)), { description: words.notCharged, action });
      else if (menu.state === 'done') notify.success(words.isDone(titleOf(menu)), { action });
      else notify.info(words.needsYou(titleOf(menu)), { action });
    }
  });
  return null;
}
