import { Button } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from 'react-router-dom';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { paths } from '#web/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FeatureBoundary } from '#web/ui/feature-boundary.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { words } from './words.ts';

/** The screen, or the setup of an authenticator app if the deployment requires one of staff. */
export function StaffOnly() {
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
