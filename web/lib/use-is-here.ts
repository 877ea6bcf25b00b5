import { useContext } from 'react';
import { UNSAFE_DataRouterContext as RouterContext, useLocation } from 'react-router-dom';

/**
 * Returns a function that tells whether the router is still at the rendered address, and not navigating to another.
 * React may render a new address later: a screen that corrects its own address must not undo a link that was pressed in
 * the meantime.
 */
export function useIsHere(): () => boolean {
  const router = useContext(RouterContext)?.router;
  const { key } = useLocation();
  return () =>
    router === undefined || (router.state.location.key === key && router.state.navigation.state === 'idle');
}
