import {
  Badge,
  Box,
  Button,
  chakra,
  Drawer,
  HStack,
  Portal,
  SkipNavContent,
  Stack,
  Text,
} from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import {
  ChartLine,
  FlaskConical,
  Images,
  LayoutDashboard,
  LogOut,
  Menu,
  Moon,
  PanelsTopLeft,
  PoundSterling,
  Settings,
  Sun,
  Users,
  UtensilsCrossed,
  Wand,
  X,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom';
import type { Me } from '#shared/api/account.ts';
import { meQuery } from '#web/lib/account.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { setColorMode, useColorMode } from '#web/lib/color-mode.ts';
import { notify } from '#web/lib/notify.ts';
import { mayHaveSession, signOut, useSession } from '#web/lib/session.ts';
import { keepWantedAddress } from '#web/lib/wanted-address.ts';
import { words as shared } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FeatureBoundary } from '#web/ui/feature-boundary.tsx';
import { FullScreenSpinner } from '#web/ui/full-screen-spinner.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { clearOf, largeText, noSticky } from '#web/ui/screens.ts';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { Unreachable } from '#web/ui/unreachable.tsx';
import { words } from './words.ts';

const { screens } = words;

const entries = [
  { to: paths.admin.overview, label: screens.overview, Icon: LayoutDashboard },
  { to: paths.admin.users, label: screens.users, Icon: Users },
  { to: paths.admin.content, label: screens.content, Icon: Images },
  { to: paths.admin.landingImages, label: screens.landingImages, Icon: PanelsTopLeft },
  { to: paths.admin.menuPackImages, label: screens.menuPackImages, Icon: UtensilsCrossed },
  { to: paths.admin.promptTesting, label: screens.promptTesting, Icon: FlaskConical },
  { to: paths.admin.financial, label: screens.financial, Icon: PoundSterling },
  { to: paths.admin.analytics, label: screens.analytics, Icon: ChartLine },
  { to: paths.admin.settings, label: screens.settings, Icon: Settings },
] as const;

/**
 * The frame of `/admin/*`: staff only; all others are redirected to `/`. A role that cannot be read counts as none
 * (back-office-and-public-pages.md section 4); the API checks the role on each call.
 */
export function AdminShell() {
  const session = useSession();
  const { pathname, search } = useLocation();
  const isIn = session.status === 'signedIn';
  const isExpired = session.status === 'signedOut' && session.expired === true;
  const me = useQuery({ ...meQuery, enabled: isIn });
  useEffect(() => {
    if (isExpired) keepWantedAddress(pathname + search);
  }, [isExpired, pathname, search]);

  if (isExpired) return <Navigate to={`${paths.signIn}&reason=expired`} replace />;
  if (session.status === 'signedOut' || (session.status === 'loading' && !mayHaveSession()))
    return <Navigate to={paths.home} replace />;
  if (session.status === 'unreachable') return <Unreachable />;
  if (me.data?.role) return <Frame me={me.data} role={me.data.role} />;
  if (me.data || me.isError) return <Navigate to={paths.home} replace />;
  return <FullScreenSpinner />;
}

interface FrameProps {
  readonly me: Me;
  readonly role: NonNullable<Me['role']>;
}

function Frame(props: FrameProps) {
  return (
    <Box data-sidebar display={{ lg: 'grid' }} gridTemplateColumns="16.5rem minmax(0, 1fr)" minH="100dvh">
      <SkipLink />
      <TopBar {...props} />
      <Box
        display={{ base: 'none', lg: 'block' }}
        position="sticky"
        top="0"
        h="100dvh"
        borderRightWidth="1px"
        borderColor="border.muted"
        bg="bg.subtle"
      >
        <Sidebar {...props} />
      </Box>
      <SkipNavContent
        id="content"
        as="main"
        minW="0"
        ps={{ base: clearOf('left', '1rem'), md: clearOf('left', '1.5rem'), lg: '6', xl: '8' }}
        pe={{ base: clearOf('right', '1rem'), md: clearOf('right', '1.5rem'), xl: clearOf('right', '2rem') }}
        pt={{ base: '5', lg: '7' }}
        pb="16"
      >
        <Box maxW="80rem" mx="auto">
          <StaffOnly />
        </Box>
      </SkipNavContent>
    </Box>
  );
}

/** The screen, or the setup of an authenticator app if the deployment requires one of staff. */
function StaffOnly() {
  const { pathname } = useLocation();
  const session = useQuery({
    queryKey: ['admin', 'session'],
    queryFn: () => call('getAdminSession'),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { error } = session;
  if (!(error instanceof ApiError && error.code === 'second_factor_required'))
    return (
      <FeatureBoundary key={pathname} feature="admin">
        <Outlet />
      </FeatureBoundary>
    );
  return (
    <EmptyState
      isPage
      title={words.secondFactor.title}
      text={words.secondFactor.text}
      action={
        <Button asChild size="lg">
          <PageLink to={paths.account}>{words.secondFactor.action}</PageLink>
        </Button>
      }
    />
  );
}

/** The navigation on screens too narrow for a sidebar. */
function TopBar(props: FrameProps) {
  const [open, setOpen] = useState(false);
  return (
    <HStack
      as="header"
      display={{ base: 'flex', lg: 'none' }}
      position="sticky"
      top="0"
      zIndex="sticky"
      bg="bg"
      borderBottomWidth="1px"
      borderColor="border.muted"
      h="calc(3.75rem + env(safe-area-inset-top))"
      pt="env(safe-area-inset-top)"
      ps={{ base: clearOf('left', '0.5rem'), md: clearOf('left', '1rem') }}
      pe={{ base: clearOf('right', '0.5rem'), md: clearOf('right', '1rem') }}
      justify="space-between"
      css={{
        [largeText]: { height: 'auto', flexWrap: 'wrap', paddingBlock: '2' },
        [noSticky]: { position: 'static' },
      }}
    >
      <Drawer.Root
        open={open}
        onOpenChange={(details) => setOpen(details.open)}
        placement="start"
        lazyMount
        unmountOnExit
      >
        <Drawer.Trigger asChild>
          <Button variant="ghost" px="0" aria-label={words.openMenu}>
            <Menu size={20} aria-hidden />
          </Button>
        </Drawer.Trigger>
        <Portal>
          <Drawer.Backdrop />
          <Drawer.Positioner>
            <Drawer.Content bg="bg.subtle" maxW="18rem" aria-label={words.navigation}>
              <Drawer.CloseTrigger asChild position="absolute" top={clearOf('top', '0.75rem')} insetEnd="2">
                <Button variant="ghost" px="0" aria-label={shared.close}>
                  <X size={18} aria-hidden />
                </Button>
              </Drawer.CloseTrigger>
              <Sidebar {...props} onNavigate={() => setOpen(false)} />
            </Drawer.Content>
          </Drawer.Positioner>
        </Portal>
      </Drawer.Root>
      <Logo />
      <Box minW="11" display="flex" justifyContent="end">
        <RoleBadge role={props.role} compact />
      </Box>
    </HStack>
  );
}

function Sidebar({ me, role, onNavigate }: FrameProps & { onNavigate?: () => void }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const mode = useColorMode();
  return (
    <Stack
      h="full"
      pt={clearOf('top', '1rem')}
      pb={clearOf('bottom', '1rem')}
      ps={clearOf('left', '1rem')}
      pe="4"
      gap="5"
      overflowY="auto"
    >
      <Stack gap="3" px="2" pt="1" align="start" css={{ [largeText]: { paddingTop: '10' } }}>
        <PageLink
          to={paths.home}
          aria-label={words.home}
          borderRadius="l2"
          focusVisibleRing="outside"
          {...(onNavigate && { onClick: onNavigate })}
        >
          <Logo />
        </PageLink>
        <RoleBadge role={role} />
      </Stack>
      <chakra.nav aria-label={words.navigation}>
        <Stack as="ul" listStyleType="none" gap="0.5">
          {entries.map(({ to, label, Icon }) => {
            const active = pathname === to || pathname === `${to}/`;
            return (
              <li key={to}>
                <PageLink
                  to={to}
                  aria-current={active ? 'page' : undefined}
                  display="flex"
                  alignItems="center"
                  gap="3"
                  minH="11"
                  px="3"
                  borderRadius="l2"
                  fontSize="sm"
                  fontWeight={active ? '600' : '500'}
                  color={active ? 'fg' : 'fg.muted'}
                  bg={active ? 'bg.emphasized' : 'transparent'}
                  transition="background 150ms, color 150ms"
                  _hover={{ color: 'fg', bg: active ? 'bg.emphasized' : 'bg.muted' }}
                  focusVisibleRing="inside"
                  {...(onNavigate && { onClick: onNavigate })}
                >
                  <Icon size={18} aria-hidden />
                  {label}
                </PageLink>
              </li>
            );
          })}
        </Stack>
      </chakra.nav>
      <Stack mt="auto" gap="0.5">
        <Text fontSize="xs" color="fg.muted" px="3" pb="1" lineClamp={1} title={me.email}>
          {me.email}
        </Text>
        <SideButton
          icon={<Wand size={18} aria-hidden />}
          onClick={() => {
            onNavigate?.();
            navigate(paths.home);
          }}
        >
          {words.toStudio}
        </SideButton>
        <SideButton
          icon={mode === 'dark' ? <Sun size={18} aria-hidden /> : <Moon size={18} aria-hidden />}
          onClick={() => setColorMode(mode === 'dark' ? 'light' : 'dark')}
        >
          {mode === 'dark' ? shared.lightMode : shared.darkMode}
        </SideButton>
        <SideButton
          icon={<LogOut size={18} aria-hidden />}
          onClick={() => {
            onNavigate?.();
            void signOut();
            notify.success(words.signedOut);
            navigate(paths.home);
          }}
        >
          {words.signOut}
        </SideButton>
      </Stack>
    </Stack>
  );
}

function RoleBadge({ role, compact = false }: { role: NonNullable<Me['role']>; compact?: boolean }) {
  if (role !== 'super_admin')
    return compact ? null : (
      <Badge colorPalette="gray" variant="outline" borderRadius="pill" px="2.5" py="0.5">
        {words.admin}
      </Badge>
    );
  return (
    <Badge colorPalette="saffron" variant="solid" borderRadius="pill" px="2.5" py="0.5">
      {words.superAdmin}
    </Badge>
  );
}

function SideButton({
  icon,
  onClick,
  children,
}: {
  icon: ReactNode;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Button
      variant="ghost"
      justifyContent="start"
      gap="3"
      px="3"
      borderRadius="l2"
      fontWeight="500"
      color="fg.muted"
      onClick={onClick}
    >
      {icon}
      {children}
    </Button>
  );
}
