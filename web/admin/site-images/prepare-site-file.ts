import { maxSiteUploadBytes, siteUploadTypes } from '#shared/api/site.ts';
import { imageTypeOf } from '#web/lib/image-type.ts';
import { drawn, PhotoError } from '#web/lib/photo.ts';
import { words } from './words.ts';

export interface SiteFile {
  readonly file: Blob;
  readonly contentType: (typeof siteUploadTypes)[number];
  readonly fileName: string;
}

/** Maximum side in pixels of pictures that the browser converts to JPEG: more than the widest rendition. */
const maxSide = 2400;

/**
 * Converts a picked file to one that the API accepts: other pictures (HEIC, AVIF, GIF) become JPEG if the browser
 * can read them. Throws PhotoError with words for the admin.
 */
export async function prepareSiteFile(file: File, only?: 'image'): Promise<SiteFile> {
  const isImage = file.type.startsWith('image/');
  if (!isImage && (only === 'image' || !file.type.startsWith('video/'))) {
    throw new PhotoError(only === 'image' ? words.wrongImage : words.wrongType);
  }
  if (file.size === 0) throw new PhotoError(words.emptyFile);
  const contentType = isImage ? await imageTypeOf(file) : siteUploadTypes.find((type) => type === file.type);
  if (contentType !== undefined) {
    if (file.size > maxSiteUploadBytes) throw new PhotoError(words.tooLarge(file.size));
    return { file, contentType, fileName: file.name };
  }
  if (!isImage) throw new PhotoError('Please choose an MP4 or MOV video');
  if (await isMovingGif(file)) throw new PhotoError(words.moving);
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new PhotoError(words.wrongImage);
  }
  try {
    const jpeg = await drawn(bitmap, maxSide, 0.92);
    return { file: jpeg, contentType: 'image/jpeg', fileName: file.name };
  } finally {
    bitmap.close();
  }
}

/** Whether a file is a GIF with more than one frame. */
async function isMovingGif(file: Blob): Promise<boolean> {
  const bytes = new TextDecoder('latin1').decode(await file.arrayBuffer());
  // A frame follows a block that begins so and ends with a zero.
  const frames = bytes
    .split('!\xf9\x04')
    .filter((rest) => rest.charCodeAt(4) === 0 && /^[,!]/.test(rest.slice(5)));
  return bytes.startsWith('GIF8') && frames.length > 1;
}
