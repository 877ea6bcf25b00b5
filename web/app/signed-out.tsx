import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { notify } from '#web/lib/notify.ts';
import { paths } from '#web/paths.ts';
import { words } from './words.ts';

/**
 * Cognito redirects users of Google and Apple here after a sign-out. The redirect lost the toast, so it is shown here.
 */
export function SignedOut() {
  useEffect(() => notify.success(words.loggedOut), []);
  return <Navigate to={paths.home} replace />;
}
