import { useContext } from 'react';
import { UNSAFE_DataRouterContext as RouterContext, useLocation } from 'react-router-dom';

/**
 * Returns whether the router is still at the address that was rendered, and on its way to no other. React renders a
 * new address when it has time: a screen that corrects its own address must not undo a link that was pressed meanwhile.
 */
export function useIsHere(): () => boolean {
  const router = useContext(RouterContext)?.router;
  const { key } = useLocation();
  return () =>
    router === undefined || (router.state.location.key === key && router.state.navigation.state === 'idle');
}
