import { ApiError } from './api-error.ts';

/**
 * Uploads a file by a presigned PUT, with XMLHttpRequest, because fetch does not report upload progress. `onProgress`
 * gets 0 to 1. Throws ApiError `offline` when the connection broke; the file can then be sent again.
 */
export function putFile(
  target: { url: string; headers: Record<string, string> },
  file: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', target.url);
    for (const [name, value] of Object.entries(target.headers)) {
      // The browser sets these itself and refuses other values.
      if (!['content-length', 'host'].includes(name.toLowerCase())) request.setRequestHeader(name, value);
    }
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status < 300) resolve();
      else reject(new ApiError('upload_missing', { status: request.status }));
    };
    request.onerror = () => reject(new ApiError('offline'));
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
