import { call } from '#web/lib/api.ts';
import { putFile } from '#web/lib/put-file.ts';
import type { SiteFile } from './prepare-site-file.ts';

/** Sends a file and resolves to its upload id. `onProgress` gets 0 to 1. Throws ApiError. */
export async function sendSiteFile(
  { file, contentType }: SiteFile,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const upload = await call('createSiteUpload', { body: { contentType, contentLength: file.size } }, signal);
  await putFile(upload, file, onProgress, signal);
  return upload.uploadId;
}
