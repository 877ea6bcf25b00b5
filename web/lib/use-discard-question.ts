import { useRef, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { useLeaveGuard } from './use-leave-guard.ts';

/** Asks before changes are lost, also when Back would close the dialog. */
export function useDiscardQuestion(isChanged: boolean, onClose: () => void) {
  const [isClosing, setClosing] = useState(false);
  /** Whether the question is not needed any more. */
  const isLeft = useRef(false);
  const blocker = useBlocker(() => isChanged && !isLeft.current);
  useLeaveGuard(isChanged);
  const leave = (end: () => void) => {
    isLeft.current = true;
    end();
  };
  return {
    isAsked: isClosing || blocker.state === 'blocked',
    close: () => (isChanged ? setClosing(true) : leave(onClose)),
    leave,
    stay: () => {
      setClosing(false);
      blocker.reset?.();
    },
  };
}
