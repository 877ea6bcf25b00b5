import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { useIsHere } from '#web/lib/use-is-here.ts';

/** The key of an entry of the browser's history that was opened by its address. */
const openedByAddress = 'default';

interface PicturesOptions {
  /** The generation whose pictures are finished; undefined while there is none. */
  readonly id: string | undefined;
  /** Whether its pictures have been shown before. */
  readonly wereShown: boolean;
  readonly onShown: (id: string) => void;
}

/**
 * The finished pictures are an entry of the browser's history, behind that of the choices: Back leads to the choices,
 * and Forward to the pictures again. Pictures that were not shown yet are shown at once; pictures that were, also to
 * those who return by a link.
 */
export function usePicturesEntry({ id, wereShown, onShown }: PicturesOptions) {
  const { key, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const action = useNavigationType();
  const isHere = useIsHere();
  const entryOf: string | undefined = state?.picturesOf;
  const [isVisit, setVisit] = useState(action !== 'POP' || key === openedByAddress);
  const isEntered = id !== undefined && entryOf === id;
  const isNew = id !== undefined && !isEntered && (isVisit || !wereShown);

  /** The generation whose entry was made last: React runs effects twice in development. */
  const entering = useRef<string>(undefined);
  const enter = useEffectEvent(() => {
    if (entering.current === id) return;
    entering.current = id;
    const entry = { replace: entryOf !== undefined, state: { picturesOf: id } };
    // React must finish its work first. The entry must be rendered before a Back in between.
    queueMicrotask(() => {
      if (isHere())
        void navigate({ pathname, search }, { ...entry, preventScrollReset: true, flushSync: true });
    });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another generation gets an entry of its own.
  useEffect(() => {
    if (isNew) enter();
  }, [isNew, id]);

  const noteShown = useEffectEvent(() => {
    setVisit(false);
    if (id !== undefined && !wereShown) onShown(id);
  });
  useEffect(() => {
    if (isEntered) noteShown();
  }, [isEntered]);

  return {
    areShown: isEntered || isNew,
    /** Goes back to the entry of the choices. */
    leave: () => {
      if (isEntered && isHere()) void navigate(-1);
    },
  };
}
