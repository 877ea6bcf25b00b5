import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useLeaveEntry } from '#web/lib/use-leave-entry.ts';
import { openDialogsOf } from '#web/lib/use-open-in-history.ts';
import { paths } from '#web/paths.ts';

/** Navigation state of an address opened from the list of dishes, so that Back leads there. */
const fromList = { fromList: true };

interface OpenDish {
  /** Number of the dish that the address names. */
  readonly number: number | undefined;
  readonly open: (dish: number) => void;
  /** Shows another dish in place of this one. */
  readonly show: (dish: number) => void;
  readonly close: () => void;
}

/** The open dish. It is kept in the address: a reload, Back and a link show it again. */
export function useOpenDish(menuId: string): OpenDish {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const state: unknown = useLocation().state;
  const cameFromList = typeof state === 'object' && state !== null && 'fromList' in state;
  const wanted = Number(search.get('dish'));
  const leave = useLeaveEntry();
  const open = useCallback(
    (dish: number) =>
      void navigate(paths.wholeMenu(menuId, dish), { state: fromList, preventScrollReset: true }),
    [navigate, menuId],
  );
  return {
    number: Number.isInteger(wanted) && wanted > 0 ? wanted : undefined,
    open,
    show: (dish) =>
      void navigate(paths.wholeMenu(menuId, dish), { replace: true, state, preventScrollReset: true }),
    close: () => {
      if (cameFromList) leave(1 + openDialogsOf(state).length);
      else void navigate(paths.wholeMenu(menuId), { replace: true, preventScrollReset: true });
    },
  };
}
