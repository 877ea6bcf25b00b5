import type { Photo } from './photos.ts';
import type { TestUser } from './sign-up.ts';

/** Uploads a photo by the presigned PUT, as the browser does; resolves to the upload's id. */
export async function uploadPhoto(user: Pick<TestUser, 'call'>, photo: Photo): Promise<string> {
  const upload = await user.call('createUpload', {
    body: { contentType: photo.contentType, contentLength: photo.bytes.length },
  });
  const put = await fetch(upload.url, {
    method: 'PUT',
    headers: upload.headers,
    body: new Uint8Array(photo.bytes),
  });
  if (!put.ok) throw new Error(`The upload was refused: ${put.status} ${await put.text()}`);
  return upload.uploadId;
}
