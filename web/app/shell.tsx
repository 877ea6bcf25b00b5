import {
  Box,
  Button,
  chakra,
  HStack,
  Menu,
  Portal,
  SkipNavContent,
  Text,
  VisuallyHidden,
} from '@chakra-ui/react';
import {
  Coins,
  Images,
  Keyboard,
  LayoutDashboard,
  Lock,
  LogOut,
  Moon,
  Sparkles,
  Sun,
  UserRound,
  UtensilsCrossed,
} from 'lucide-react';
import { lazy, type MouseEvent, memo, Suspense, useCallback, useEffect, useState } from 'react';
import { Outlet, useLocation, useSearchParams } from 'react-router-dom';
import { useEntitlements, useMe } from '#web/lib/account.ts';
import { checkEvery, useSubscription } from '#web/lib/billing.ts';
import { setColorMode, useColorMode } from '#web/lib/color-mode.ts';
import { loadPatiently } from '#web/lib/load-patiently.ts';
import { notify } from '#web/lib/notify.ts';
import { useOpenMenus } from '#web/lib/open-menus.ts';
import { signOut } from '#web/lib/session.ts';
import { useGoTo } from '#web/lib/use-go-to.ts';
import { wantedPlan } from '#web/lib/wanted-plan.ts';
import { words as shared } from '#web/lib/words.ts';
import { paths, type StudioView, studioViewOf, studioViews } from '#web/paths.ts';
import { dialogOnDemand } from '#web/ui/dialog-on-demand.tsx';
import { FeatureBoundary } from '#web/ui/feature-boundary.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { besideNotch, largeText, short } from '#web/ui/screens.ts';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { useScreenMessages } from '#web/ui/use-screen-start.ts';
import { Maintenance } from './maintenance.tsx';
import type { ShortcutAction } from './shortcuts.ts';
import { focusSearch, pressMarked, useShortcuts } from './use-shortcuts.ts';
import { words } from './words.ts';

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
        [largeText]: { '--header': '0px', '& > header': { position: 'static', height: 'auto' } },
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
  useScreenMessages(useCurrentView() ?? pathname);
  useShortcuts(usePerform(onHelp));
  return null;
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

const Header = memo(function Header({ onHelp }: { onHelp: () => void }) {
  return (
    <chakra.header
      position="fixed"
      top="0"
      insetX="0"
      zIndex="sticky"
      bg="bg"
      borderBottomWidth="1px"
      borderColor="border.muted"
      h="var(--header)"
    >
      <Box
        maxW="100rem"
        mx="auto"
        h="full"
        pt="env(safe-area-inset-top)"
        ps={{ base: besideNotch('left', '1rem'), md: besideNotch('left', '1.5rem') }}
        pe={{ base: besideNotch('right', '1rem'), md: besideNotch('right', '1.5rem') }}
        display="grid"
        alignItems="center"
        columnGap="4"
        gridTemplateColumns={{ base: '1fr auto', md: '1fr auto 1fr' }}
        gridTemplateRows={{ base: '3.25rem 3rem', md: '1fr' }}
        css={{
          [largeText]: {
            gridTemplateColumns: '1fr',
            gridTemplateRows: 'auto',
            '&& > *': { gridColumn: '1', gridRow: 'auto', justifySelf: 'start' },
          },
          [short]: {
            gridTemplateColumns: 'auto 1fr auto',
            gridTemplateRows: '1fr',
            '& > nav': { gridColumn: '2', gridRow: '1', justifySelf: 'center', marginBottom: '0' },
            '& > :last-child': { gridColumn: '3' },
          },
        }}
      >
        <PageLink
          to={paths.landing}
          aria-label={words.home}
          justifySelf="start"
          borderRadius="l2"
          focusVisibleRing="outside"
        >
          <Logo />
        </PageLink>
        <Views />
        <HStack justifySelf="end" gap="2" gridColumn={{ base: '2', md: '3' }} gridRow="1">
          <CreditsPill />
          <UserMenu onHelp={onHelp} />
        </HStack>
      </Box>
    </chakra.header>
  );
});

const views = {
  creative: { label: words.studio, Icon: Sparkles },
  'menu-enhancer': { label: words.menuPack, Icon: UtensilsCrossed },
  gallery: { label: words.gallery, Icon: Images },
} as const;

/** The open view of the studio; undefined on other pages. */
function useCurrentView(): StudioView | undefined {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  return pathname === paths.credits || pathname === paths.account ? undefined : studioViewOf(search);
}

function Views() {
  return (
    <chakra.nav
      aria-label="Views"
      gridColumn={{ base: '1 / -1', md: '2' }}
      gridRow={{ base: '2', md: '1' }}
      mb={{ base: '1', md: '0' }}
    >
      <HStack
        gap={{ base: '0', md: '1' }}
        bg="bg.muted"
        borderRadius="pill"
        p="1"
        w={{ base: 'full', md: 'auto' }}
      >
        {studioViews.map((view) => (
          <ViewLink key={view} view={view} />
        ))}
      </HStack>
    </chakra.nav>
  );
}

function ViewLink({ view }: { view: StudioView }) {
  const current = useCurrentView();
  const open = useOpenView();
  const me = useMe();
  const { menuEnhancerAccess } = useEntitlements();
  const locked = view === 'menu-enhancer' && me !== undefined && !menuEnhancerAccess;
  return <ViewPill view={view} active={view === current} locked={locked} onOpen={open} />;
}

interface ViewPillProps {
  readonly view: StudioView;
  readonly active: boolean;
  readonly locked: boolean;
  readonly onOpen: (view: StudioView, event: MouseEvent) => void;
}

const ViewPill = memo(function ViewPill({ view, active, locked, onOpen }: ViewPillProps) {
  const { label, Icon } = views[view];
  return (
    <PageLink
      to={paths.studio(view)}
      aria-current={active ? 'page' : undefined}
      aria-disabled={locked || undefined}
      onClick={(event) => onOpen(view, event)}
      flex={{ base: '1 1 auto', md: 'none' }}
      display="inline-flex"
      alignItems="center"
      justifyContent="center"
      gap={{ base: '1', sm: '1.5', md: '2' }}
      minH={{ base: '10', md: '11' }}
      px={{ base: '1', md: '5' }}
      borderRadius="pill"
      fontSize="sm"
      fontWeight="600"
      whiteSpace="nowrap"
      css={{
        [largeText]: {
          whiteSpace: 'normal',
          textAlign: 'center',
          paddingInline: '0',
          '& > svg': { display: 'none' },
        },
      }}
      color={active ? 'fg' : 'fg.muted'}
      bg={active ? 'bg.raised' : 'transparent'}
      boxShadow={active ? '0 1px 3px rgb(58 32 18 / 0.14)' : 'none'}
      transition="background 150ms, color 150ms"
      _hover={{ color: 'fg' }}
      focusVisibleRing="outside"
    >
      {locked ? <Lock size={16} aria-hidden /> : <Icon size={16} aria-hidden />}
      {label}
    </PageLink>
  );
});

/** Opens a view. If the user's plan lacks the Menu Pack, shows the reason and opens the plans. */
function useOpenView() {
  const goTo = useGoTo();
  const me = useMe();
  const { menuEnhancerAccess } = useEntitlements();
  const isLocked = me !== undefined && !menuEnhancerAccess;
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

function CreditsPill() {
  const available = useMe()?.credits.available;
  return (
    <PageLink
      to={paths.credits}
      display="inline-flex"
      alignItems="center"
      gap="2"
      minH="11"
      px="4"
      borderRadius="pill"
      bg="saffron.subtle"
      color="saffron.fg"
      fontWeight="700"
      fontSize="sm"
      fontVariantNumeric="tabular-nums"
      _hover={{ bg: 'saffron.muted' }}
      focusVisibleRing="outside"
    >
      <Coins size={17} aria-hidden />
      {available ?? <VisuallyHidden>{words.credits}</VisuallyHidden>}
      {available !== undefined && (
        <>
          <Text as="span" srOnly={{ base: true, lg: false }} fontWeight="500">
            {available === 1 ? ' credit' : ' credits'}
          </Text>
          <VisuallyHidden> available</VisuallyHidden>
        </>
      )}
    </PageLink>
  );
}

function UserMenu({ onHelp }: { onHelp: () => void }) {
  const goTo = useGoTo();
  const me = useMe();
  const mode = useColorMode();
  const openView = useOpenView();
  const initial = (me?.fullName || me?.email || '').trim().charAt(0).toUpperCase();
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount>
      <Menu.Trigger asChild>
        <Button
          variant="plain"
          aria-label={words.userMenu}
          p="0"
          minW="11"
          h="11"
          bg="bg.muted"
          color="fg"
          fontWeight="700"
          _hover={{ bg: 'bg.emphasized' }}
        >
          {initial === '' ? <UserRound size={18} aria-hidden /> : initial}
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            {me && (
              <Box px="3" pt="1.5" pb="2.5">
                <Text fontWeight="600" lineClamp={1}>
                  {me.fullName || me.email}
                </Text>
                <Text fontSize="xs" color="fg.muted" lineClamp={1}>
                  {me.email}
                </Text>
              </Box>
            )}
            <Menu.Separator />
            <Menu.Item value="studio" onSelect={() => openView('creative')}>
              <Sparkles size={17} aria-hidden /> {words.studio}
            </Menu.Item>
            <Menu.Item value="menu-pack" onSelect={() => openView('menu-enhancer')}>
              <UtensilsCrossed size={17} aria-hidden /> {words.menuEnhancerPack}
            </Menu.Item>
            <Menu.Item value="credits" onSelect={() => goTo(paths.credits)}>
              <Coins size={17} aria-hidden /> {words.creditsAndBilling}
            </Menu.Item>
            <Menu.Item value="account" onSelect={() => goTo(paths.account)}>
              <UserRound size={17} aria-hidden /> {words.myAccount}
            </Menu.Item>
            {me?.role && (
              <Menu.Item value="admin" onSelect={() => goTo(paths.admin.overview)}>
                <LayoutDashboard size={17} aria-hidden /> {words.adminDashboard}
              </Menu.Item>
            )}
            <Menu.Separator />
            <Menu.Item value="mode" onSelect={() => setColorMode(mode === 'dark' ? 'light' : 'dark')}>
              {mode === 'dark' ? <Sun size={17} aria-hidden /> : <Moon size={17} aria-hidden />}
              {mode === 'dark' ? shared.lightMode : shared.darkMode}
            </Menu.Item>
            <Menu.Item value="shortcuts" onSelect={onHelp} hideBelow="md">
              <Keyboard size={17} aria-hidden /> {words.shortcuts}
            </Menu.Item>
            <Menu.Item
              value="log-out"
              onSelect={() => {
                void signOut();
                notify.success(words.loggedOut);
                goTo(paths.home);
              }}
            >
              <LogOut size={17} aria-hidden /> {words.logOut}
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
