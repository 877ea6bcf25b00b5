import { checkAccount } from '#lambdas/accounts/user-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import type { PhotoFile, StoredPhoto } from './photo.ts';
import { photoIdOf, readPhotoFile } from './photo-file.ts';
import { keepPhoto } from './photo-store.ts';
import { uprightSize } from './upright-size.ts';

/**
 * Finds or creates the photo of a file that was located for this user.
 * @throws AppError `unauthenticated`, `account_closing`, `not_found`, `upload_unreadable`
 */
export async function createPhoto(userId: string, file: PhotoFile): Promise<StoredPhoto> {
  await checkAccount(userId);
  const content = await readPhotoFile(file);
  if (!content) throw new AppError('not_found', 'This photo is no longer there');
  const size = uprightSize(content.body);
  if (!size) throw new AppError('upload_unreadable', 'Please choose a JPG, PNG or WebP photo');
  return keepPhoto({ id: photoIdOf(content.body), userId, file, ...size });
}
