import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { Generation } from '#shared/api/generations.ts';
import { generationQuery } from '#web/generations/generation-queries.ts';
import { useLeaveEntry } from '#web/lib/use-leave-entry.ts';
import { openDialogsOf } from '#web/lib/use-open-in-history.ts';

/** The parameter of the address that names the open image. */
const parameter = 'image';

/** State of the history entry that opening an image has added. */
const openedHere = { openedHere: true };

/**
 * The image named by the address, `?image=<id>`: Back closes it, and a reload opens it again. The list may not have
 * loaded it yet; the id of a missing image is removed from the address.
 */
export function useViewedImage(images: readonly Generation[], isListRead: boolean) {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const id = search.get(parameter);
  const leave = useLeaveEntry();
  const listed = images.find((image) => image.id === id);
  const isElsewhere = id !== null && isListRead && listed === undefined;
  const { data, isError } = useQuery({ ...generationQuery(id ?? ''), enabled: isElsewhere });
  const found = listed ?? (isElsewhere && data?.state === 'done' ? data : undefined);

  const open = useCallback(
    (imageId: string) =>
      setSearch(
        (params) => {
          params.set(parameter, imageId);
          return params;
        },
        { state: openedHere, preventScrollReset: true },
      ),
    [setSearch],
  );
  /** Shows another image in place of the open one: Back still closes the viewer. */
  const show = useCallback(
    (imageId: string) =>
      setSearch(
        (params) => {
          params.set(parameter, imageId);
          return params;
        },
        { state, replace: true, preventScrollReset: true, flushSync: true },
      ),
    [state, setSearch],
  );
  const close = () => {
    if (state?.openedHere === true) return leave(1 + openDialogsOf(state).length);
    setSearch(
      (params) => {
        params.delete(parameter);
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  };

  const isMissing = isElsewhere && (isError || (data !== undefined && data.state !== 'done'));
  // After each rendering: a dialog above it is left first.
  useEffect(() => {
    if (isMissing) close();
  });
  return { viewed: found, open, show, close };
}
