import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { changeGallery, galleryKey } from '#web/generations/generation-queries.ts';
import { call } from '#web/lib/api.ts';
import { notify } from '#web/lib/notify.ts';
import { words } from './words.ts';

/** Number of concurrent deletions. */
const deletions = 4;

/** Images that are being deleted, or will be unless the user undoes it. The gallery hides them. */
let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function hide(change: (ids: Set<string>) => void): void {
  const next = new Set(hidden);
  change(next);
  hidden = next;
  for (const listener of listeners) listener();
}

/** Ids of images with a pending deletion. */
export function useHiddenImages(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hidden,
  );
}

/**
 * Deletes images after their message has disappeared, unless the user undoes it. They leave the gallery at once; those
 * that cannot be deleted come back. If the tab is closed before, nothing is deleted.
 */
export function useDeleteImages(): (ids: readonly string[]) => void {
  const client = useQueryClient();
  return (ids) => {
    let isOver = false;
    const once = (work: () => void) => {
      if (isOver) return;
      isOver = true;
      work();
    };
    hide((all) => {
      for (const id of ids) all.add(id);
    });
    const title = ids.length === 1 ? words.deleted : words.deletedChosen(ids.length);
    notify.success(title, {
      action: {
        label: words.undo,
        onClick: () => once(() => show(ids)),
      },
      onClose: () => once(() => void carryOut(client, ids)),
    });
  };
}

function show(ids: readonly string[]): void {
  hide((all) => {
    for (const id of ids) all.delete(id);
  });
}

async function carryOut(client: QueryClient, ids: readonly string[]): Promise<void> {
  const waiting = [...ids];
  let failed = 0;
  const deleteNext = async (): Promise<void> => {
    const generationId = waiting.shift();
    if (generationId === undefined) return;
    try {
      await call('deleteGeneration', { params: { generationId } });
      changeGallery(client, (gallery) => withoutImage(gallery, generationId));
    } catch {
      failed += 1;
    }
    show([generationId]);
    return deleteNext();
  };
  await Promise.all(Array.from({ length: deletions }, deleteNext));
  if (failed > 0) notify.error(ids.length === 1 ? words.deleteFailed : words.deleteChosenFailed(failed));
  // The lists are up to date; the next visit reads them again.
  await client.invalidateQueries({ queryKey: galleryKey, refetchType: 'none' });
}

type Pages = Parameters<Parameters<typeof changeGallery>[1]>[0];

/** The gallery without one image. The total in every list counts the whole gallery. */
function withoutImage(gallery: Pages, id: string): Pages {
  return {
    ...gallery,
    pages: gallery.pages.map((page) => ({
      ...page,
      items: page.items.filter((item) => item.id !== id),
      total: Math.max(0, page.total - 1),
    })),
  };
}
