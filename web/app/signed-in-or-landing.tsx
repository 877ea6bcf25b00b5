import { lazy, Suspense, useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { mayHaveSession, useSession } from '#web/lib/session.ts';
import { keepWantedAddress } from '#web/lib/wanted-address.ts';
import { wantedPlan } from '#web/lib/wanted-plan.ts';
import { paths } from '#web/paths.ts';
import { FullScreenSpinner } from '#web/ui/full-screen-spinner.tsx';
import { Unreachable } from '#web/ui/unreachable.tsx';
import { loadInApp } from './public-in-app.tsx';

const LandingPage = lazy(async () => ({ default: await loadInApp(paths.landing) }));

/**
 * The app for signed-in users, the landing page for visitors. Visitors without a session never see the spinner
 * (readings 29). After signing in, users return to the page that they requested.
 */
export function SignedInOrLanding() {
  const session = useSession();
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isIn = session.status === 'signedIn';
  const isOut = session.status === 'signedOut';
  const isExpired = isOut && session.expired === true;
  const isChanged = isOut && session.changed === true;
  const wasIn = useRef(false);
  useEffect(() => {
    if (isIn) wasIn.current = true;
    // After a sign-out, the next sign-in must not return to this page.
    else if (isOut && (isExpired || isChanged || !wasIn.current) && pathname !== paths.home)
      keepWantedAddress(pathname + search);
  }, [isIn, isOut, isExpired, isChanged, pathname, search]);

  const withoutReturn = isIn ? withoutProviderReturn(search) : undefined;
  useEffect(() => {
    // The router read the address before the identity library removed these parameters from it.
    if (withoutReturn === undefined) return;
    // Reads the wanted plan here, because this effect runs after the shell's redirect to the credits page and would
    // otherwise undo it.
    const here = wantedPlan() === undefined ? pathname + withoutReturn : paths.credits;
    navigate(here, { replace: true, state });
  }, [withoutReturn, pathname, state, navigate]);

  if (isIn) return <Outlet />;
  if (isExpired) {
    // Input and choices are kept in the tab's storage.
    return <Navigate to={`${paths.signIn}&reason=expired`} replace />;
  }
  // The message of the change asks the user to sign in again.
  if (isChanged) return <Navigate to={`${paths.signIn}&reason=changed`} replace />;
  if (session.status === 'loading' && mayHaveSession()) return <FullScreenSpinner />;
  if (session.status === 'unreachable') return <Unreachable />;
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <LandingPage />
    </Suspense>
  );
}

/** The query without the parameters of a provider's return; undefined if it has none. */
function withoutProviderReturn(search: string): string | undefined {
  const rest = new URLSearchParams(search);
  if (!rest.has('code') || !rest.has('state')) return undefined;
  for (const name of ['code', 'state']) rest.delete(name);
  const text = rest.toString();
  return text === '' ? '' : `?${text}`;
}
