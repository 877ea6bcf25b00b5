import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useIsHere } from './use-is-here.ts';

/**
 * The state of a dialog that has a history entry of its own: Back closes it and leaves the screen behind it unchanged.
 * The entry keeps the state of the screen's entry. `name` must be unique among the screen's dialogs.
 */
export function useOpenInHistory(name: string) {
  const { opened, open, close } = useDialogInHistory();
  const isOpen = opened === name;
  return {
    isOpen,
    open: () => {
      if (!isOpen) open(name);
    },
    close: () => {
      if (isOpen) close();
    },
  };
}

/** The same for a screen with several dialogs, of which one replaces another: `opened` is the name of the open one. */
export function useDialogInHistory() {
  const { key, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const opened: string | undefined = state?.openDialog;
  /** The entry that is being left: leaving it twice would leave the screen as well. */
  const leaving = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry was left when another dialog, or none, is open.
  useEffect(() => {
    leaving.current = undefined;
  }, [opened]);
  const show = (name: string, replace: boolean) =>
    void navigate(
      { pathname, search },
      { state: { ...state, openDialog: name }, preventScrollReset: true, replace },
    );
  return {
    opened,
    open: (name: string) => show(name, false),
    /** Replaces the open dialog by another one: Back leads from it to the screen. */
    openNext: (name: string) => show(name, true),
    close: () => {
      // A late reply may close a dialog that the user has closed.
      if (leaving.current === key || !isHere()) return;
      leaving.current = key;
      void navigate(-1);
    },
  };
}
