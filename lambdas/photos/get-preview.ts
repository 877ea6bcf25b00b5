import { countUse, maxDailyUses } from '#lambdas/platform/daily-use-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { writeAlone } from '#lambdas/runtime/transaction.ts';
import type { photoRoutes } from '#shared/api/photos.ts';
import type { RouteReply } from '#shared/api/route.ts';
import { readPhotoFile } from './photo-file.ts';
import { findPhoto } from './photo-store.ts';

/** Longest side of a preview in pixels: that of the copies that browsers make. */
const longestSide = 1280;

/**
 * A small copy of an uploaded photo. There is none of other photos: a sample is public, and the clean file of a
 * generated picture may not be shown without its watermark.
 * @throws AppError `not_found`, `daily_limit_reached`, `upload_unreadable`
 */
export async function getPhotoPreview(
  userId: string,
  photoId: string,
): Promise<RouteReply<typeof photoRoutes.getPhotoPreview>> {
  const { file } = await findPhoto(userId, photoId);
  if (file.store !== 'uploads') throw noPreview();
  // Counted before anything is decoded, because the largest photos take seconds.
  const counted = await writeAlone(countUse(userId, 'preview', nowIso().slice(0, 10)));
  if (counted.outcome === 'limit')
    throw new AppError(
      'daily_limit_reached',
      `We show ${maxDailyUses.preview} previews of photos a day. Your photo can still be used.`,
    );
  const content = await readPhotoFile(file);
  if (!content) throw noPreview();
  // The other routes of this function start without the image library.
  const { smallCopy, UnreadablePhotoError } = await import('./normalise-photo.ts');
  try {
    return { jpeg: (await smallCopy(content.body, longestSide)).toString('base64') };
  } catch (error) {
    if (error instanceof UnreadablePhotoError) throw new AppError('upload_unreadable');
    throw error;
  }
}

function noPreview(): AppError {
  return new AppError('not_found', 'This photo is no longer there');
}
