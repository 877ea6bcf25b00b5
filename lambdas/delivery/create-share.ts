import { randomBytes } from 'node:crypto';
import { hasWatermarkNow } from '#lambdas/accounts/has-watermark-now.ts';
import { approve } from '#lambdas/generations/approval-store.ts';
import { sharePictureKey } from '#lambdas/generations/file-keys.ts';
import type { StoredGeneration, StoredVariation } from '#lambdas/generations/generation.ts';
import { findGeneration, noteShare } from '#lambdas/generations/generation-store.ts';
import { makingOfShown } from '#lambdas/generations/making-of.ts';
import { altTextOf, readPost } from '#lambdas/generations/post-store.ts';
import { putShare } from '#lambdas/generations/share-store.ts';
import { withAltText } from '#lambdas/pictures/alt-text.ts';
import { signFile } from '#lambdas/pictures/sign-file.ts';
import { countUse, maxDailyUses } from '#lambdas/platform/daily-use-store.ts';
import { writeCancellableEntry } from '#lambdas/platform/outbox-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { readFile, writeFile } from '#lambdas/runtime/file-storage.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { type Step, transact, writeAlone } from '#lambdas/runtime/transaction.ts';
import type { deliveryRoutes } from '#shared/api/delivery.ts';
import type { RouteInput, RouteReply } from '#shared/api/route.ts';

type Route = typeof deliveryRoutes.createShare;

/**
 * Creates the public, unlisted page of one variation. A variation has one page until that is revoked; sharing it again
 * updates the texts.
 * @throws AppError `not_found`, `not_ready`, `conflict`, `daily_limit_reached`
 */
export async function createShare(
  userId: string,
  generationId: string,
  body: RouteInput<Route>['body'],
): Promise<RouteReply<Route>> {
  // Two attempts are enough: only another click of the same user can have changed the generation.
  return (
    (await share(await findGeneration(userId, generationId), body)) ??
    (await share(await findGeneration(userId, generationId), body)) ??
    Promise.reject(new AppError('conflict'))
  );
}

async function share(
  generation: StoredGeneration,
  { variation: wanted, title, description }: RouteInput<Route>['body'],
): Promise<RouteReply<Route> | undefined> {
  const variation = generation.variations.find(({ index }) => index === wanted);
  // Pictures outside the gallery are deleted after a week.
  if (!generation.inGallery || !variation) throw new AppError('not_ready');
  const known = generation.shares[wanted];
  const id = known ?? randomBytes(16).toString('base64url');
  const { userId, id: generationId } = generation;
  // The picture of an existing page stays unchanged.
  const copied = known === undefined ? await publishPicture(generation, variation, id) : [];
  const result = await transact<'changed'>([
    noteShare(generation, { ...generation.shares, [wanted]: id }),
    putShare({ id, userId, generationId, variation: wanted, title, description, createdAt: nowIso() }),
    ...copied,
  ]);
  if (result.outcome !== 'committed') return undefined;
  return { shareId: id, path: `/s/${id}` };
}

/**
 * Makes the picture of a new page, and records it as approved. That comes before the page, so that no page lacks its
 * record. Returns the transaction steps that keep the picture.
 */
async function publishPicture(
  generation: StoredGeneration,
  variation: StoredVariation,
  id: string,
): Promise<readonly Step<never>[]> {
  const { userId } = generation;
  await countNewPage(userId);
  const isWatermarked = variation.watermarked !== undefined && (await hasWatermarkNow(userId));
  const copied = await copyPicture(generation, variation, { id, isWatermarked });
  const { index, width, height } = variation;
  await approve(generation, index, [
    {
      name: isWatermarked ? 'share watermarked' : 'share',
      via: 'share',
      platform: null,
      imageType: null,
      width,
      height,
      isWatermarked,
      isContinued: false,
      checks: [],
    },
  ]);
  return copied;
}

/** Counted before the picture is copied, so that what is refused leaves nothing to remove. */
async function countNewPage(userId: string): Promise<void> {
  const { outcome } = await writeAlone(countUse(userId, 'share', nowIso().slice(0, 10)));
  if (outcome === 'limit')
    throw new AppError(
      'daily_limit_reached',
      `You can share ${maxDailyUses.share} pictures a day. Pages that are shared stay.`,
    );
}

/**
 * Copies the picture for the page, with the watermark if a download has it, and signs it. Returns the transaction steps
 * that keep the copy; if they are not committed, the reconciler deletes it.
 */
async function copyPicture(
  generation: StoredGeneration,
  variation: StoredVariation,
  { id, isWatermarked }: { readonly id: string; readonly isWatermarked: boolean },
): Promise<readonly Step<never>[]> {
  const bucket = readVariable('MEDIA_BUCKET');
  const key = sharePictureKey(id);
  // The preview has the watermark of the plan at creation. Plans with a watermark have no format larger than a preview.
  const picture =
    variation.watermarked && !isWatermarked
      ? await readFile(readVariable('ORIGINALS_BUCKET'), variation.clean.delivered.key)
      : await readFile(bucket, variation.preview);
  if (!picture) throw new AppError('not_ready');
  const { entry, cancellation } = writeCancellableEntry({ originals: [], media: [key], paths: [] });
  await writeAlone(entry);
  const post = await readPost({
    userId: generation.userId,
    generationId: generation.id,
    variation: variation.index,
  });
  const described = withAltText(picture.body, altTextOf(post));
  const body = await signFile(described, makingOfShown(generation, variation, isWatermarked));
  await writeFile(bucket, { key, body, type: 'image/jpeg', cacheControl: 'no-store' });
  return [cancellation];
}
