import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useIsHere } from './use-is-here.ts';

/** Key of the entry that is being left. Closing a dialog may also close the one around it, which leaves both. */
let leaving: string | undefined;

/** To be called when a navigation was refused: the entry that was being left stays, and can be left later. */
export function noteRefusedNavigation(): void {
  leaving = undefined;
}

/**
 * Returns a function that leaves the present history entry, and as many before it as asked for, by Back, once: leaving it
 * twice would leave the screen as well.
 */
export function useLeaveEntry(): (entries?: number) => void {
  const { key } = useLocation();
  const navigate = useNavigate();
  const isHere = useIsHere();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key means that the entry was left.
  useEffect(() => {
    leaving = undefined;
  }, [key]);
  return (entries = 1) => {
    // A late reply may close what the user has closed.
    if (leaving === key || !isHere()) return;
    leaving = key;
    void navigate(-entries);
  };
}
