import { randomUUID } from 'node:crypto';
import { countUse, maxDailyUses } from '#lambdas/platform/daily-use-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { readFile, removeFiles, writeFile } from '#lambdas/runtime/file-storage.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { writeAlone } from '#lambdas/runtime/transaction.ts';
import type { photoRoutes } from '#shared/api/photos.ts';
import type { RouteInput, RouteReply } from '#shared/api/route.ts';
import type { Size } from '#shared/domain/formats.ts';
import { checkMask } from './check-mask.ts';
import { maskVersionOf, photoKeys, type StoredPhoto } from './photo.ts';
import { correctedElsewhere, findPhoto, noteCorrection } from './photo-store.ts';

/**
 * The mask that generations use: the corrected one, or the cut-out. `only` asks for the cut-out in any case.
 * @throws AppError `not_found`, `not_ready`
 */
export async function getMask(
  userId: string,
  photoId: string,
  { only }: RouteInput<typeof photoRoutes.getMask>['query'],
): Promise<RouteReply<typeof photoRoutes.getMask>> {
  const photo = await findPhoto(userId, photoId);
  const size = sizeOfCutOut(photo);
  const correction = only === undefined ? photo.correction : undefined;
  const file = await readFile(readVariable('ORIGINALS_BUCKET'), correction?.key ?? photoKeys(photo).cutOut);
  if (!file) throw notReady();
  const png = file.body.toString('base64');
  if (!correction) return { ...size, png, corrected: false };
  return { ...size, png, corrected: true, maskVersion: maskVersionOf(photo) };
}

/**
 * Replaces the cut-out by a mask that a person corrected. Every attempt counts towards the daily limit.
 *
 * Each mask has a key of its own, so that removing an earlier mask cannot remove this one's file. A generation may
 * still read the file of the mask that is replaced, so that file is left to the bucket's lifecycle rule.
 *
 * @throws AppError `not_found`, `not_ready`, `daily_limit_reached`, `mask_unfit`, `conflict` if another mask than
 * `replaces` is stored, unless it is this one
 */
export async function putMask(
  userId: string,
  photoId: string,
  { png, replaces }: RouteInput<typeof photoRoutes.putMask>['body'],
): Promise<StoredPhoto> {
  const photo = await findPhoto(userId, photoId);
  const size = sizeOfCutOut(photo);
  const counted = await writeAlone(countUse(userId, 'mask', nowIso().slice(0, 10)));
  if (counted.outcome === 'limit')
    throw new AppError(
      'daily_limit_reached',
      `You can correct ${maxDailyUses.mask} times a day what we keep of your dishes.`,
    );
  const { png: body, dish } = await checkMask(Buffer.from(png, 'base64'), size);
  const bucket = readVariable('ORIGINALS_BUCKET');
  if (isOther(photo, replaces)) {
    // The reply to the same request may have been lost.
    const stored = photo.correction && (await readFile(bucket, photo.correction.key));
    if (!stored || !body.equals(stored.body)) throw correctedElsewhere();
    return photo;
  }
  const key = `${photoKeys(photo).masks}${randomUUID()}.png`;
  await writeFile(bucket, { key, body, type: 'image/png' });
  return noteCorrection(photo, { at: nowIso(), key, dish }, replaces !== undefined);
}

/** Goes back to the cut-out. @throws AppError `not_found`, `conflict` if another mask than `replaces` is stored */
export async function deleteMask(
  userId: string,
  photoId: string,
  { replaces }: RouteInput<typeof photoRoutes.deleteMask>['query'],
): Promise<StoredPhoto> {
  const photo = await findPhoto(userId, photoId);
  if (!photo.correction) return photo;
  if (isOther(photo, replaces)) throw correctedElsewhere();
  const changed = await noteCorrection(photo, undefined, replaces !== undefined);
  await removeFiles(readVariable('ORIGINALS_BUCKET'), [photo.correction.key]);
  return changed;
}

function isOther(photo: StoredPhoto, replaces: string | undefined): boolean {
  return replaces !== undefined && replaces !== maskVersionOf(photo);
}

function sizeOfCutOut({ cutOut }: StoredPhoto): Size {
  if (cutOut?.state !== 'made' || !cutOut.width || !cutOut.height) throw notReady();
  return { width: cutOut.width, height: cutOut.height };
}

function notReady(): AppError {
  return new AppError('not_ready', 'The dish is not cut out yet');
}
