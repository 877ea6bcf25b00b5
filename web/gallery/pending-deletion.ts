import { MutationObserver, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { changeGallery, galleryKey, generationQuery } from '#web/generations/generation-queries.ts';
import { call } from '#web/lib/api.ts';
import { ApiError, isNotFound, repeatsTransient } from '#web/lib/api-error.ts';
import { externalStore } from '#web/lib/external-store.ts';
import { notify } from '#web/lib/notify.ts';
import { runBeforeSignOut, signedInUser } from '#web/lib/session.ts';
import { words } from './words.ts';

/** Number of concurrent deletions. */
const deletions = 4;
/** Most deletions that are sent, all at once, while the document is being closed. */
const deletionsAtClose = 24;

/** Images that are being deleted, or will be unless the user undoes it. The gallery hides them. */
const hidden = externalStore<ReadonlySet<string>>(() => new Set());

/** Ids of images with a pending deletion. */
export const useHiddenImages = hidden.useValue;

function hide(ids: readonly string[]): void {
  hidden.set(new Set([...hidden.get(), ...ids]));
}

function show(ids: readonly string[]): void {
  hidden.set(new Set([...hidden.get()].filter((id) => !ids.includes(id))));
}

/**
 * Deletes images after their message has disappeared, before a sign-out, or when the document is closed, unless the user
 * undoes it. They leave the gallery at once; those that cannot be deleted come back. The next visit to the gallery
 * repeats the deletions of a closed document, because nobody has read their replies.
 */
export function useDeleteImages(): (ids: readonly string[]) => void {
  const client = useQueryClient();
  useEffect(() => {
    const ids = takeStored();
    if (ids.length > 0) deletionOf(client, ids).carryOut();
  }, [client]);
  return (ids) => {
    const { undo, carryOut } = deletionOf(client, ids);
    notify.success(ids.length === 1 ? words.deleted : words.deletedChosen(ids.length), {
      action: { label: words.undo, onClick: undo },
      onClose: carryOut,
    });
  };
}

/** Hides images until `carryOut` has deleted them or `undo` shows them again: the first call counts. */
function deletionOf(client: QueryClient, ids: readonly string[]) {
  hide(ids);
  const ending = new AbortController();
  let running: Promise<void> | undefined;
  const end = () => {
    ending.abort();
    cancelBeforeSignOut();
  };
  const carryOut = async () => {
    if (ending.signal.aborted) return;
    running ??= deleteAll(client, ids).finally(end);
    await running;
  };
  const cancelBeforeSignOut = runBeforeSignOut(carryOut);
  const store = () => {
    end();
    const remaining = ids.filter((id) => hidden.get().has(id));
    addStored(remaining);
    // What fails stays hidden in a document that returns from the back/forward cache.
    for (const id of remaining.slice(0, deletionsAtClose))
      deleteImage(client, id, false).catch(() => undefined);
    // Such a document must not offer Undo any more.
    notify.clear();
  };
  addEventListener('pagehide', store, { signal: ending.signal });
  const undo = () => {
    if (running) return;
    end();
    show(ids);
  };
  return { undo, carryOut: () => void carryOut() };
}

/** Key of the images that a closed document has not deleted yet; undefined without a session. */
function storageKey(): string | undefined {
  const userId = signedInUser();
  return userId && `platepost.deletions.${userId}`;
}

function addStored(ids: readonly string[]): void {
  const key = storageKey();
  try {
    if (key) localStorage.setItem(key, [localStorage.getItem(key) ?? '', ...ids].join(' ').trim());
  } catch {
    // Without storage the images stay.
  }
}

/** Returns and removes what closed documents have stored. */
function takeStored(): readonly string[] {
  const key = storageKey();
  try {
    const stored = (key && localStorage.getItem(key)) || '';
    if (key && stored) localStorage.removeItem(key);
    return stored.split(' ').filter((id) => id !== '');
  } catch {
    return [];
  }
}

async function deleteAll(client: QueryClient, ids: readonly string[]): Promise<void> {
  const waiting = [...ids];
  let failed = 0;
  const deleteNext = async (): Promise<void> => {
    const generationId = waiting.shift();
    if (generationId === undefined) return;
    try {
      await deleteImage(client, generationId, repeatsTransient);
    } catch {
      failed += 1;
      show([generationId]);
    }
    return deleteNext();
  };
  await Promise.all(Array.from({ length: deletions }, deleteNext));
  if (failed > 0) notify.error(ids.length === 1 ? words.deleteFailed : words.deleteChosenFailed(failed));
  // The lists are up to date; the next visit reads them again.
  await client.invalidateQueries({ queryKey: galleryKey, refetchType: 'none' });
}

/** @param retry Whether to repeat a request whose reply was lost. */
async function deleteImage(
  client: QueryClient,
  generationId: string,
  retry: typeof repeatsTransient | false,
): Promise<void> {
  let wasThere = true;
  try {
    const request = () => call('deleteGeneration', { params: { generationId } });
    await new MutationObserver(client, { mutationFn: request, retry }).mutate();
  } catch (error) {
    const isLost = retry !== false && error instanceof ApiError && error.code === 'offline';
    if (!isNotFound(error) && !(isLost && (await isGone(generationId)))) throw error;
    wasThere = false;
  }
  changeGallery(client, (gallery) => withoutImage(gallery, generationId, wasThere));
  // A draft of the studio or the Menu Pack then finds that it is gone.
  void client.invalidateQueries({ queryKey: generationQuery(generationId).queryKey });
  show([generationId]);
}

/** Whether an image is known to be deleted; false if it cannot be read either. */
async function isGone(generationId: string): Promise<boolean> {
  return call('getGeneration', { params: { generationId } }).then(() => false, isNotFound);
}

type Pages = Parameters<Parameters<typeof changeGallery>[1]>[0];

/**
 * The gallery without one image. The total in every list counts the whole gallery; a list that was read after the image
 * had been deleted does not count it.
 */
function withoutImage(gallery: Pages, id: string, wasThere: boolean): Pages {
  const isListed = gallery.pages.some(({ items }) => items.some((item) => item.id === id));
  if (!wasThere && !isListed) return gallery;
  return {
    ...gallery,
    pages: gallery.pages.map((page) => ({
      ...page,
      items: page.items.filter((item) => item.id !== id),
      total: Math.max(0, page.total - 1),
    })),
  };
}
