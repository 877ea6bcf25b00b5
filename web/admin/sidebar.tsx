import { Button, chakra, Stack, Text } from '@chakra-ui/react';
import {
  ChartLine,
  FlaskConical,
  Images,
  LayoutDashboard,
  LogOut,
  Moon,
  PanelsTopLeft,
  PoundSterling,
  Settings,
  Sun,
  Users,
  UtensilsCrossed,
  Wand,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Me } from '#shared/api/account.ts';
import { setColorMode, useColorMode } from '#web/lib/color-mode.ts';
import { notify } from '#web/lib/notify.ts';
import { signOut } from '#web/lib/session.ts';
import { words as shared } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { Logo } from '#web/ui/logo.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { clearOf, largeText } from '#web/ui/screens.ts';
import { RoleBadge } from './role-badge.tsx';
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

/** A member of staff. */
export interface StaffProps {
  readonly me: Me;
  readonly role: NonNullable<Me['role']>;
}

interface Navigation {
  /** Called when another screen is opened. */
  readonly onNavigate?: (() => void) | undefined;
}

/** The screens of the back office, and the ways out of it. */
export function Sidebar({ me, role, onNavigate }: StaffProps & Navigation) {
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
      <Screens onNavigate={onNavigate} />
      <Actions email={me.email} onNavigate={onNavigate} />
    </Stack>
  );
}

function Screens({ onNavigate }: Navigation) {
  const { pathname } = useLocation();
  return (
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
  );
}

/** To the studio, to the other color mode, and out. */
function Actions({ email, onNavigate }: Navigation & Pick<Me, 'email'>) {
  const navigate = useNavigate();
  const mode = useColorMode();
  return (
    <Stack mt="auto" gap="0.5">
      <Text fontSize="xs" color="fg.muted" px="3" pb="1" lineClamp={1} title={email}>
        {email}
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
  );
}

interface SideButtonProps {
  readonly icon: ReactNode;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function SideButton({ icon, onClick, children }: SideButtonProps) {
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
