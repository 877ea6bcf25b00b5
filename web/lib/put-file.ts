import { ApiError } from './api-error.ts';

/** Milliseconds without progress or reply after which an upload counts as stalled. A slow upload is not limited. */
const stalledAfter = 30_000;

/**
 * Uploads a file by a presigned PUT. Uses XMLHttpRequest, because fetch does not report upload progress. `onProgress`
 * gets 0 to 1.
 * @throws ApiError `offline` if the connection broke or stalled; the file can then be sent again
 */
export function putFile(
  target: { url: string; headers: Record<string, string> },
  file: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancelled = () => new DOMException('The upload was cancelled', 'AbortError');
    if (signal.aborted) return reject(cancelled());
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const expectProgress = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reject(new ApiError('offline'));
        request.abort();
      }, stalledAfter);
    };
    const abort = () => request.abort();
    request.open('PUT', target.url);
    for (const [name, value] of Object.entries(target.headers)) {
      // The browser sets these headers itself and refuses other values.
      if (!['content-length', 'host'].includes(name.toLowerCase())) request.setRequestHeader(name, value);
    }
    request.upload.onprogress = (event) => {
      expectProgress();
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.upload.onload = expectProgress;
    request.onload = () => {
      if (request.status < 300) resolve();
      else reject(new ApiError('upload_missing', { status: request.status }));
    };
    request.onerror = () => reject(new ApiError('offline'));
    request.onabort = () => reject(cancelled());
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort);
    expectProgress();
    request.send(file);
  });
}
