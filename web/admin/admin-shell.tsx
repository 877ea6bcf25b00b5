import { Box, SkipNavContent } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { meQuery } from '#web/lib/account.ts';
import { mayHaveSession, useSession } from '#web/lib/session.ts';
import { keepWantedAddress } from '#web/lib/wanted-address.ts';
import { paths } from '#web/paths.ts';
import { FullScreenSpinner } from '#web/ui/full-screen-spinner.tsx';
import { clearOf } from '#web/ui/screens.ts';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { Unreachable } from '#web/ui/unreachable.tsx';
import { Sidebar, type StaffProps } from './sidebar.tsx';
import { StaffOnly } from './staff-only.tsx';
import { TopBar } from './top-bar.tsx';

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

function Frame(props: StaffProps) {
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
