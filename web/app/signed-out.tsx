import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { notify } from '#web/lib/notify.ts';
import { paths } from '#web/paths.ts';
import { words } from './words.ts';

/** Where Cognito sends whoever had come by Google or Apple and signed out: the message was lost on the way. */
export function SignedOut() {
  useEffect(() => notify.success(words.loggedOut), []);
  return <Navigate to={paths.home} replace />;
}
