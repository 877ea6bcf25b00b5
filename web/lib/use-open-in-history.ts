import { useLocation, useNavigate } from 'react-router-dom';
import { useLeaveEntry } from './use-leave-entry.ts';

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
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const opened: string | undefined = state?.openDialog;
  const close = useLeaveEntry(opened);
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
    close,
  };
}
