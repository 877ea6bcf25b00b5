import { useCallback, useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useLeaveEntry } from './use-leave-entry.ts';

/** Names of the open dialogs, the outermost first, by the state of a history entry. Each has an entry of its own. */
export function openDialogsOf(state: unknown): readonly string[] {
  return (state as { readonly openDialogs?: readonly string[] } | null)?.openDialogs ?? [];
}

/**
 * The state of a dialog that has a history entry of its own: Back closes it and leaves the screen behind it unchanged.
 * The entry keeps the state of the screen's entry. `name` must be unique among the screen's dialogs.
 * @param isLost Whether what the dialog needs is not there, for example after a reload: its entry is left.
 */
export function useOpenInHistory(name: string, isLost = false) {
  const dialogs = useDialogsInHistory();
  const isOpen = dialogs.isOpen(name);
  const close = () => dialogs.close(name);
  const leave = useEffectEvent(close);
  useEffect(() => {
    if (isOpen && isLost) leave();
  }, [isOpen, isLost]);
  return { isOpen: isOpen && !isLost, open: () => dialogs.open(name), close };
}

/** The same for a screen with several dialogs, of which one may replace another. */
export function useDialogsInHistory() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const leave = useLeaveEntry();
  const opened = openDialogsOf(state);
  const show = useCallback(
    (openDialogs: readonly string[], replace: boolean) =>
      void navigate(
        { pathname, search },
        { state: { ...state, openDialogs }, preventScrollReset: true, replace },
      ),
    [navigate, pathname, search, state],
  );
  return {
    isOpen: (name: string) => opened.includes(name),
    /** Opens a dialog over the screen, or over the dialogs that are open. Stable while the address is. */
    open: useCallback(
      (name: string) => {
        const others = openDialogsOf(state);
        if (!others.includes(name)) show([...others, name], false);
      },
      [show, state],
    ),
    /** Replaces the innermost dialog by another one: Back leads from it to the screen. */
    openNext: (name: string) => show([...opened.slice(0, -1), name], true),
    /** Closes a dialog and those that were opened over it. */
    close: (name: string) => {
      const at = opened.indexOf(name);
      if (at !== -1) leave(opened.length - at);
    },
  };
}
