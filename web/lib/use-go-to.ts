import { useCallback, useContext } from 'react';
import { type NavigateOptions, UNSAFE_DataRouterContext as RouterContext } from 'react-router-dom';

/**
 * Returns a function that opens an address of the app. Unlike React Router's `useNavigate`, it does not make its
 * component render again whenever the address changes, which each screen of the studio does.
 */
export function useGoTo(): (to: string, options?: NavigateOptions) => void {
  const router = useContext(RouterContext)?.router;
  return useCallback((to, options) => void router?.navigate(to, options), [router]);
}
