import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * Whether a dialog is open, as an entry of the browser's history of its own: Back closes it and leaves the screen behind it
 * as it is. The entry keeps the state of the screen's. `name` is the dialog's, different for each that the screen has.
 */
export function useOpenInHistory(name: string) {
  const { key, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isOpen = state?.openDialog === name;
  /** The entry that is being left: leaving it twice would leave the screen as well. */
  const leaving = useRef<string>(undefined);
  useEffect(() => {
    if (!isOpen) leaving.current = undefined;
  }, [isOpen]);
  return {
    isOpen,
    open: () => {
      if (isOpen) return;
      void navigate(
        { pathname, search },
        { state: { ...state, openDialog: name }, preventScrollReset: true },
      );
    },
    close: () => {
      if (!isOpen || leaving.current === key) return;
      leaving.current = key;
      void navigate(-1);
    },
  };
}
