import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { PhotoError } from '#web/lib/photo.ts';
import { useUploadGuard } from '#web/lib/use-upload-guard.ts';
import { type Publication, publishFiles } from './publish-files.ts';
import { words } from './words.ts';

interface SitePage {
  /** Of the query that lists the images. */
  readonly queryKey: QueryKey;
  readonly readImages: () => Promise<{ readonly images: readonly { readonly id: string }[] }>;
  readonly uploaded: string;
}

type UploadOutcome =
  | { readonly state: 'published' | 'cancelled' }
  /** `problem`: why, in words for the admin. */
  | { readonly state: 'failed'; readonly error: unknown; readonly problem: string };

/**
 * Publishes files on a page of the site. An upload can be cancelled until it is added to the page; leaving the screen
 * cancels all of these, and says so.
 */
export function useSiteUpload({ queryKey, readImages, uploaded }: SitePage) {
  const client = useQueryClient();
  /** Of the uploads that can still be cancelled. */
  const cancellable = useRef(new Set<AbortController>());
  const [isCancellable, setCancellable] = useState(false);
  useUploadGuard(isCancellable);
  useEffect(() => {
    const controllers = cancellable.current;
    return () => {
      if (controllers.size === 0) return;
      for (const controller of controllers) controller.abort();
      notify.info(words.uploadsCancelled(controllers.size), { yields: true });
    };
  }, []);

  /** Begins an upload, which may wait before it is published. */
  function begin(): AbortController {
    const controller = new AbortController();
    cancellable.current.add(controller);
    setCancellable(true);
    return controller;
  }

  function end(controller: AbortController): void {
    cancellable.current.delete(controller);
    setCancellable(cancellable.current.size > 0);
  }

  function cancel(controller: AbortController): void {
    controller.abort();
    end(controller);
  }

  async function publish(
    controller: AbortController,
    { add, ...sending }: Omit<Publication, 'signal' | 'readImages'>,
  ): Promise<UploadOutcome> {
    const { signal } = controller;
    if (signal.aborted) return { state: 'cancelled' };
    try {
      await publishFiles({
        ...sending,
        signal,
        add: (uploadIds) => {
          end(controller);
          return add(uploadIds);
        },
        readImages: async () => {
          const list = await readImages();
          client.setQueryData(queryKey, list);
          return list.images;
        },
      });
      await client.invalidateQueries({ queryKey });
      notify.success(uploaded);
      return { state: 'published' };
    } catch (error) {
      if (signal.aborted) return { state: 'cancelled' };
      end(controller);
      return {
        state: 'failed',
        error,
        problem: error instanceof PhotoError ? error.message : messageOf(error),
      };
    }
  }

  return { begin, cancel, publish };
}
