import { useRef, useState } from 'react';
import { useBlocker, useNavigate } from 'react-router-dom';
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts';

/** Asks before words that are not saved are lost: by a step on the page, by a link, by Back or by a reload. */
export function useUnsavedQuestion(isUnsaved: boolean) {
  const navigate = useNavigate();
  const [step, setStep] = useState<() => void>();
  /** Whether the address may change now. */
  const isFree = useRef(false);
  const blocker = useBlocker(() => isUnsaved && !isFree.current);
  useLeaveGuard(isUnsaved);
  const go = (next: () => void) => {
    isFree.current = true;
    next();
    isFree.current = false;
  };
  return {
    isAsked: step !== undefined || blocker.state === 'blocked',
    /** Takes a step that changes the address and loses nothing. */
    go,
    /** Takes a step that loses something; asks first if `isLost` is true. */
    ask: (isLost: boolean, next: () => void) => (isLost ? setStep(() => next) : go(next)),
    discard: () => go(step ?? (() => blocker.location && void navigate(blocker.location))),
    stay: () => {
      setStep(undefined);
      blocker.reset?.();
    },
  };
}
