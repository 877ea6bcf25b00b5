import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LandingImage } from '#shared/api/site.ts';
import { prepareSiteFile } from '#web/admin/site-images/prepare-site-file.ts';
import { sendSiteFile } from '#web/admin/site-images/send-site-file.ts';
import { call } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { PhotoError } from '#web/lib/photo.ts';
import { landingImagesQuery } from './landing-images-query.ts';
import { words } from './words.ts';

export interface Upload {
  readonly id: number;
  readonly section: LandingImage['section'];
  readonly name: string;
  /** 0 to 1; undefined when it failed. */
  readonly progress: number | undefined;
  readonly problem?: string;
}

/** Uploads to the sections of the landing page, one after another; what fails stays listed until it is dismissed. */
export function useSectionUpload() {
  const client = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const controllers = useRef(new Map<number, AbortController>());
  const nextId = useRef(1);
  const queue = useRef<Promise<void>>(Promise.resolve());
  useEffect(
    () => () => {
      for (const controller of controllers.current.values()) controller.abort();
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
    setUploads((known) => [...known, { id, section, name: file.name, progress: 0 }]);

    async function send(): Promise<boolean> {
      const { signal } = controller;
      if (signal.aborted) return false;
      try {
        const only = section === 'menu' ? 'image' : undefined;
        const files = [
          await prepareSiteFile(file, only),
          ...(before ? [await prepareSiteFile(before, only)] : []),
        ];
        const ids: string[] = [];
        for (const [index, prepared] of files.entries()) {
          const report = (share: number) => change({ progress: (index + share) / files.length });
          ids.push(await sendSiteFile(prepared, report, signal));
        }
        change({ progress: 1 });
        const [uploadId = '', beforeUploadId] = ids;
        await call(
          'addLandingImage',
          { body: { section, uploadId, ...(beforeUploadId !== undefined && { beforeUploadId }) } },
          signal,
        );
        await client.invalidateQueries({ queryKey: landingImagesQuery.queryKey });
        notify.success(words.uploaded);
        drop(id);
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        const problem = error instanceof PhotoError ? error.message : messageOf(error);
        if (error instanceof PhotoError) notify.error(problem);
        else notify.error(words.uploadFailed, { description: problem });
        change({ progress: undefined, problem });
        return false;
      }
    }
    const sent = queue.current.then(send);
    queue.current = sent.then(() => undefined);
    return sent;
  }

  return { uploads, start, dismiss: drop };
}
