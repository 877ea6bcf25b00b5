import { useCallback, useContext } from 'react';
import { type NavigateOptions, UNSAFE_DataRouterContext as RouterContext } from 'react-router-dom';

/**
 * Returns what opens an address of the app. A component with React Router's `useNavigate` is drawn again whenever the address
 * changes, which each screen of the studio does; one with this is not.
 */
export function useGoTo(): (to: string, options?: NavigateOptions) => void {
  const router = useContext(RouterContext)?.router;
  return useCallback((to, options) => void router?.navigate(to, options), [router]);
}
