import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useIsHere } from './use-is-here.ts';

/**
 * Returns a function that leaves the present history entry by Back, once: leaving it twice would leave the screen as
 * well. `opened` is what the entry shows.
 */
export function useLeaveEntry(opened: string | number | null | undefined): () => void {
  const { key } = useLocation();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const leaving = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry was left when something else, or nothing, is open.
  useEffect(() => {
    leaving.current = undefined;
  }, [opened]);
  return () => {
    // A late reply may close what the user has closed.
    if (leaving.current === key || !isHere()) return;
    leaving.current = key;
    void navigate(-1);
  };
}
