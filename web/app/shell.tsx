import { Box, SkipNavContent } from '@chakra-ui/react';
import { lazy, memo, Suspense, useCallback, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { checkEvery, useSubscription } from '#web/lib/billing.ts';
import { loadPatiently } from '#web/lib/load-patiently.ts';
import { useOpenMenus } from '#web/lib/open-menus.ts';
import { useGoTo } from '#web/lib/use-go-to.ts';
import { wantedPlan } from '#web/lib/wanted-plan.ts';
import { paths } from '#web/paths.ts';
import { dialogOnDemand } from '#web/ui/dialog-on-demand.tsx';
import { FeatureBoundary } from '#web/ui/feature-boundary.tsx';
import { noSticky, short } from '#web/ui/screens.ts';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { useScreenMessages } from '#web/ui/use-screen-start.ts';
import { Header } from './header.tsx';
import { Maintenance } from './maintenance.tsx';
import type { ShortcutAction } from './shortcuts.ts';
import { focusSearch, pressMarked, useShortcuts } from './use-shortcuts.ts';
import { useCurrentView, useOpenView } from './use-view.ts';

const WatchMenus = lazy(async () => ({
  default: (await loadPatiently(() => import('#web/whole-menu/watch-menus.tsx'))).WatchMenus,
}));

const ShortcutHelp = dialogOnDemand(async () => (await import('./shortcut-help.tsx')).ShortcutHelp);

/**
 * The frame of all pages for signed-in users: header and page. Each screen of the studio changes the address; only the
 * components that read the address render again.
 */
export const Shell = memo(function Shell() {
  useSubscription(checkEvery);
  const [isHelping, setHelping] = useState(false);
  const help = useCallback(() => setHelping(true), []);
  return (
    <Box
      css={{
        '--header': {
          base: 'calc(6.25rem + env(safe-area-inset-top))',
          md: 'calc(4.25rem + env(safe-area-inset-top))',
        },
        [short]: { '--header': 'calc(3.25rem + env(safe-area-inset-top))' },
        // The header scrolls away with the page.
        [noSticky]: { '--header': '0px', '& > header': { position: 'static', height: 'auto' } },
      }}
      pt="var(--header)"
      minH="100dvh"
    >
      <SkipLink />
      <ScreenEffects onHelp={help} />
      <Header onHelp={help} />
      <SkipNavContent id="content" as="main" ps="env(safe-area-inset-left)" pe="env(safe-area-inset-right)">
        <Page />
      </SkipNavContent>
      <OpenMenus />
      {isHelping && <ShortcutHelp onClose={() => setHelping(false)} />}
    </Box>
  );
});

/** Shortcuts and messages of the open screen, and the plan that was chosen before a sign-in. */
function ScreenEffects({ onHelp }: { onHelp: () => void }) {
  const { pathname } = useLocation();
  useWantedPlan();
  useLostFocus();
  useScreenMessages(useCurrentView() ?? pathname);
  useShortcuts(usePerform(onHelp));
  return null;
}

/**
 * Focuses the heading, which screen readers announce, or the content if that is still loading, when the previous page
 * took the focused element with it, as the sign-in form does. After the document has loaded, nothing is focused,
 * because browsers announce its title.
 */
function useLostFocus(): void {
  const { key } = useLocation();
  const [isLoaded] = useState(key === 'default');
  useEffect(() => {
    if (isLoaded || document.activeElement !== document.body) return;
    const heading = document.querySelector<HTMLElement>('h1[tabindex]');
    (heading ?? document.getElementById('content'))?.focus({ preventScroll: true });
  }, [isLoaded]);
}

/** Returns the function that performs a shortcut's action. */
function usePerform(onHelp: () => void) {
  const goTo = useGoTo();
  const openView = useOpenView();
  const view = useCurrentView();
  const actions: Record<ShortcutAction, () => void> = {
    studio: () => openView('creative'),
    menuPack: () => openView('menu-enhancer'),
    gallery: () => openView('gallery'),
    credits: () => goTo(paths.credits),
    account: () => goTo(paths.account),
    search: () => {
      if (view !== 'gallery') openView('gallery');
      focusSearch();
    },
    new: () => {
      if (view === 'creative') pressMarked('new');
      else openView('creative');
    },
    goOn: () => pressMarked('go-on'),
    next: () => pressMarked('next'),
    previous: () => pressMarked('previous'),
    help: onHelp,
  };
  return (action: ShortcutAction) => actions[action]();
}

/** Reports the end of whole menus that are running while the user is on another page. */
function OpenMenus() {
  const ids = useOpenMenus();
  if (ids.length === 0) return null;
  return (
    <Suspense>
      <WatchMenus ids={ids} />
    </Suspense>
  );
}

/**
 * Opens the credits page, which starts the checkout, for a user who chose a plan before a sign-in that ended at `/`.
 */
function useWantedPlan(): void {
  const goTo = useGoTo();
  useEffect(() => {
    if (wantedPlan() !== undefined) goTo(paths.credits, { replace: true });
  }, [goTo]);
}

/** The open page. The studio's views have error boundaries of their own. */
function Page() {
  const { pathname } = useLocation();
  const view = useCurrentView();
  return (
    <Maintenance isForMaking={view === 'creative' || view === 'menu-enhancer'}>
      {pathname === paths.credits || pathname === paths.account ? (
        <FeatureBoundary key={pathname} feature={pathname === paths.credits ? 'credits' : 'account'}>
          <Outlet />
        </FeatureBoundary>
      ) : (
        <Outlet />
      )}
    </Maintenance>
  );
}
