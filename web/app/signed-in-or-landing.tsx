import { lazy, Suspense } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { mayHaveSession, useSession } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { FullScreenSpinner } from '#web/ui/full-screen-spinner.tsx';

const LandingPage = lazy(async () => ({
  default: (await import('#web/landing/landing-page.tsx')).LandingPage,
}));

/**
 * The product for whoever is signed in, the landing page for everybody else. Visitors without a session never
 * see the spinner (readings 29).
 */
export function SignedInOrLanding() {
  const session = useSession();
  if (session.status === 'signedIn') return <Outlet />;
  if (session.status === 'signedOut' && session.expired) {
    // What was typed and chosen waits in the tab's storage.
    return <Navigate to={`${paths.signIn}&reason=expired`} replace />;
  }
  if (session.status === 'loading' && mayHaveSession()) return <FullScreenSpinner />;
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <LandingPage />
    </Suspense>
  );
}
