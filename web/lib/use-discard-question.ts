import { useEffect, useRef, useState } from 'react';
import { type BlockerFunction, useBlocker, useLocation, useNavigate } from 'react-router-dom';
import { noteRefusedNavigation } from './use-leave-entry.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { openDialogsOf } from './use-open-in-history.ts';

export type DiscardQuestion = ReturnType<typeof useDiscardQuestion>;

/**
 * Asks before changes are lost: by closing the dialog, by another step of the screen, by a link, by Back or by a reload.
 * @param onClose Closes the dialog that has the changes, which Back does as well; undefined on a page.
 */
export function useDiscardQuestion(isChanged: boolean, onClose?: () => void) {
  const navigate = useNavigate();
  const { key } = useLocation();
  /** What is done if the user discards the changes. */
  const [step, setStep] = useState<() => void>();
  /** Whether the present history entry may be left without a question. */
  const isFree = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next entry is not free.
  useEffect(() => {
    isFree.current = false;
  }, [key]);
  const blocker = useBlocker((move) => {
    const isRefused = isChanged && !isFree.current && !staysOpen(move);
    if (isRefused) noteRefusedNavigation();
    return isRefused;
  });
  useLeaveGuard(isChanged);

  const leave = (next: () => void) => {
    isFree.current = true;
    next();
  };
  const ask = (isLost: boolean, next: () => void) => (isLost ? setStep(() => next) : next());
  const close = () => leave(onClose ?? (() => blocker.location && void navigate(blocker.location)));
  return {
    isAsked: step !== undefined || blocker.state === 'blocked',
    /** Closes the dialog; asks first if it has changes. */
    close: () => ask(isChanged, close),
    /** Takes a step on a page; asks first if it loses changes. */
    ask,
    /** Takes a step that closes the dialog or changes the address, without a question. */
    leave,
    discard: step ?? close,
    stay: () => {
      setStep(undefined);
      blocker.reset?.();
    },
  };
}

/** Whether a screen only corrects the address under its open dialogs: nobody has asked to leave them. */
function staysOpen({
  currentLocation,
  nextLocation,
  historyAction,
}: Parameters<BlockerFunction>[0]): boolean {
  const open = openDialogsOf(currentLocation.state);
  const next = openDialogsOf(nextLocation.state);
  return (
    historyAction === 'REPLACE' &&
    nextLocation.pathname === currentLocation.pathname &&
    open.length > 0 &&
    open.every((name) => next.includes(name))
  );
}
