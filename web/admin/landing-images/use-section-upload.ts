import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LandingImage } from '#shared/api/site.ts';
import { publishFiles } from '#web/admin/site-images/publish-files.ts';
import { words as shared } from '#web/admin/site-images/words.ts';
import { call } from '#web/lib/api.ts';
import { mayHaveSucceeded, messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { PhotoError } from '#web/lib/photo.ts';
import { landingImagesQuery } from './landing-images-query.ts';
import { words } from './words.ts';

export interface Upload {
  readonly id: number;
  readonly section: LandingImage['section'];
  readonly file: File;
  /** 0 to 1; undefined when it failed. */
  readonly progress: number | undefined;
  readonly problem?: string;
  /** Uploads the same file again; undefined if that would not help. */
  readonly retry?: (() => void) | undefined;
}

/** Uploads to the sections of the landing page, one after another; what fails stays listed until it is dismissed. */
export function useSectionUpload() {
  const client = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  /** Of the uploads that can still be cancelled. */
  const controllers = useRef(new Map<number, AbortController>());
  const nextId = useRef(1);
  const queue = useRef<Promise<void>>(Promise.resolve());
  useEffect(
    () => () => {
      const running = controllers.current;
      if (running.size === 0) return;
      for (const controller of running.values()) controller.abort();
      notify.info(shared.uploadsCancelled(running.size), { yields: true });
    },
    [],
  );

  const drop = (id: number) => {
    controllers.current.get(id)?.abort();
    controllers.current.delete(id);
    setUploads((known) => known.filter((upload) => upload.id !== id));
  };

  /** Uploads an image or video, or a pair with its "before" picture. Resolves to whether it succeeded. */
  function start(section: LandingImage['section'], file: File, before?: File): Promise<boolean> {
    const id = nextId.current++;
    const controller = new AbortController();
    controllers.current.set(id, controller);
    const change = (part: Partial<Upload>) =>
      setUploads((known) => known.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
    setUploads((known) => [
      // Another attempt takes the place of the one that failed.
      ...known.filter((upload) => upload.file !== file),
      { id, section, file, progress: 0 },
    ]);

    async function send(): Promise<boolean> {
      const { signal } = controller;
      if (signal.aborted) return false;
      try {
        await publishFiles({
          files: before ? [file, before] : [file],
          only: section === 'menu' ? 'image' : undefined,
          values: section,
          onProgress: (progress) => change({ progress }),
          signal,
          add: ([uploadId = '', beforeUploadId]) => {
            controllers.current.delete(id);
            return call('addLandingImage', {
              body: { section, uploadId, ...(beforeUploadId !== undefined && { beforeUploadId }) },
            });
          },
          readImages: async () => {
            const list = await call('listAllLandingImages', {});
            client.setQueryData(landingImagesQuery.queryKey, list);
            return list.images;
          },
        });
        await client.invalidateQueries({ queryKey: landingImagesQuery.queryKey });
        notify.success(words.uploaded);
        drop(id);
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        controllers.current.delete(id);
        const problem = error instanceof PhotoError ? error.message : messageOf(error);
        if (error instanceof PhotoError) notify.error(problem);
        else notify.error(words.uploadFailed, { description: problem });
        // The form of a pair has a button for it.
        const retry = mayHaveSucceeded(error) && !before ? () => void start(section, file) : undefined;
        change({ progress: undefined, problem, retry });
        return false;
      }
    }
    const sent = queue.current.then(send);
    queue.current = sent.then(() => undefined);
    return sent;
  }

  return { uploads, start, dismiss: drop };
}
