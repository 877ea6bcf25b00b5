import { call } from '#web/lib/api.ts';
import { isTransient, isUnsent, mayHaveSucceeded } from '#web/lib/api-error.ts';
import { putFile } from '#web/lib/put-file.ts';
import { prepareSiteFile, type SiteFile } from './prepare-site-file.ts';

interface Sending {
  /** As they were chosen. The upload of the first one gives the image its id. */
  readonly files: readonly File[];
  readonly only: 'image' | undefined;
  /** What is said of the image, as text: with other values it is another one. */
  readonly values: string;
  /** Gets 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

export interface Publication extends Sending {
  /** Adds the image to its page; called when nothing can be cancelled any more. */
  readonly add: (uploadIds: readonly string[]) => Promise<unknown>;
  /** Reads the images of the page again. */
  readonly readImages: () => Promise<readonly { readonly id: string }[]>;
}

/**
 * Uploads that no reply said to be published or refused. The API adds an upload only once, so that the same ids are used
 * for another attempt with the same files and values.
 */
const unansweredIds = new WeakMap<File, string>();

/** What was to be added with these uploads, by the first file. */
const unanswered = new WeakMap<File, Pick<Sending, 'files' | 'values'>>();

/**
 * Sends files and adds them to a page. If the reply is lost, the page's images say whether it was done.
 * @throws PhotoError, ApiError
 */
export async function publishFiles({ add, readImages, ...sending }: Publication): Promise<void> {
  const { files, values, onProgress } = sending;
  const [first] = files;
  const last = first && unanswered.get(first);
  if (last && (last.values !== values || files.some((file, index) => file !== last.files[index])))
    forget(last.files);
  const uploadIds = await sendFiles(sending);
  onProgress(1);
  if (first) unanswered.set(first, { files, values });
  try {
    await add(uploadIds);
  } catch (error) {
    if (!mayHaveSucceeded(error)) forget(files);
    const isLost = isTransient(error) && !isUnsent(error);
    const images = isLost ? await readImages().catch(() => []) : [];
    if (!images.some(({ id }) => id === uploadIds[0])) throw error;
  }
  forget(files);
}

function forget(files: readonly File[]): void {
  for (const file of files) {
    unansweredIds.delete(file);
    unanswered.delete(file);
  }
}

/** Prepares and sends the files that were not sent before, and resolves to the upload ids of all. */
async function sendFiles({ files, only, onProgress, signal }: Sending): Promise<string[]> {
  const prepared: [File, SiteFile][] = [];
  for (const file of files) {
    if (!unansweredIds.has(file)) prepared.push([file, await prepareSiteFile(file, only)]);
  }
  signal.throwIfAborted();
  for (const [index, [file, { file: body, contentType }]] of prepared.entries()) {
    const type = { contentType, contentLength: body.size };
    const upload = await call('createSiteUpload', { body: type }, signal);
    await putFile(upload, body, (share) => onProgress((index + share) / prepared.length), signal);
    unansweredIds.set(file, upload.uploadId);
  }
  return files.flatMap((file) => unansweredIds.get(file) ?? []);
}
