import { type MouseEvent, useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useEntitlements, useMe } from '#web/lib/account.ts';
import { notify } from '#web/lib/notify.ts';
import { useGoTo } from '#web/lib/use-go-to.ts';
import { paths, type StudioView, studioViewOf } from '#web/paths.ts';
import { words } from './words.ts';

/** The open view of the studio; undefined on other pages. */
export function useCurrentView(): StudioView | undefined {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  return pathname === paths.credits || pathname === paths.account ? undefined : studioViewOf(search);
}

/** Whether the user's plan lacks the Menu Pack; false while the user is unknown. */
export function useIsMenuPackLocked(): boolean {
  const me = useMe();
  const { menuEnhancerAccess } = useEntitlements();
  return me !== undefined && !menuEnhancerAccess;
}

/** Opens a view. If the user's plan lacks the Menu Pack, shows the reason and opens the plans. */
export function useOpenView() {
  const goTo = useGoTo();
  const isLocked = useIsMenuPackLocked();
  return useCallback(
    (view: StudioView, event?: MouseEvent) => {
      if (view === 'menu-enhancer' && isLocked) {
        event?.preventDefault();
        notify.error(words.menuPackLocked, { description: words.menuPackLockedText });
        goTo(paths.credits);
      } else if (event === undefined) {
        goTo(paths.studio(view));
      }
    },
    [goTo, isLocked],
  );
}
