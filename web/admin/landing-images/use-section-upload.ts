import { useRef, useState } from 'react';
import type { LandingImage } from '#shared/api/site.ts';
import { useSiteUpload } from '#web/admin/site-images/use-site-upload.ts';
import { call } from '#web/lib/api.ts';
import { mayHaveSucceeded } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { PhotoError } from '#web/lib/photo.ts';
import { landingImagesQuery } from './landing-images-query.ts';
import { words } from './words.ts';

type Section = LandingImage['section'];

interface Upload {
  readonly id: number;
  readonly section: Section;
  readonly file: File;
  readonly controller: AbortController;
  /** 0 to 1; undefined when it failed. */
  readonly progress: number | undefined;
  readonly problem?: string;
  /** Uploads the same file again; undefined if that would not help. */
  readonly retry?: (() => void) | undefined;
}

/** Uploads to the sections of the landing page, one after another; what fails stays listed until it is dismissed. */
export function useSectionUpload() {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const { begin, cancel, publish } = useSiteUpload({
    queryKey: landingImagesQuery.queryKey,
    readImages: () => call('listAllLandingImages', {}),
    uploaded: words.uploaded,
  });
  const nextId = useRef(1);
  const queue = useRef<Promise<void>>(Promise.resolve());

  const drop = (id: number) => setUploads((known) => known.filter((upload) => upload.id !== id));

  /** Uploads an image or video, or a pair with its "before" picture. Resolves to whether it succeeded. */
  function start(section: Section, file: File, before?: File): Promise<boolean> {
    const id = nextId.current++;
    const controller = begin();
    const change = (part: Partial<Upload>) =>
      setUploads((known) => known.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
    setUploads((known) => [
      // Another attempt takes the place of the one that failed.
      ...known.filter((upload) => upload.file !== file),
      { id, section, file, controller, progress: 0 },
    ]);

    async function send(): Promise<boolean> {
      const outcome = await publish(controller, {
        files: before ? [file, before] : [file],
        only: section === 'menu' ? 'image' : undefined,
        values: section,
        onProgress: (progress) => change({ progress }),
        add: ([uploadId = '', beforeUploadId]) =>
          call('addLandingImage', {
            body: { section, uploadId, ...(beforeUploadId !== undefined && { beforeUploadId }) },
          }),
      });
      if (outcome.state === 'published') drop(id);
      if (outcome.state === 'failed') {
        const { error, problem } = outcome;
        if (error instanceof PhotoError) notify.error(problem);
        else notify.error(words.uploadFailed, { description: problem });
        // The form of a pair has a button for it.
        const retry = mayHaveSucceeded(error) && !before ? () => void start(section, file) : undefined;
        change({ progress: undefined, problem, retry });
      }
      return outcome.state === 'published';
    }
    const sent = queue.current.then(send);
    queue.current = sent.then(() => undefined);
    return sent;
  }

  function dismiss({ id, controller }: Upload): void {
    cancel(controller);
    drop(id);
  }

  return { uploads, start, dismiss };
}
