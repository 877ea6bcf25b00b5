import { hasWatermarkNow } from '#lambdas/accounts/has-watermark-now.ts';
import { approve } from '#lambdas/generations/approval-store.ts';
import type { StoredFile } from '#lambdas/generations/generation.ts';
import { findGeneration } from '#lambdas/generations/generation-store.ts';
import { readRules } from '#lambdas/platform/rule-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { presignGet } from '#lambdas/runtime/presigned-links.ts';
import type { deliveryRoutes } from '#shared/api/delivery.ts';
import type { RouteInput, RouteReply } from '#shared/api/route.ts';
import { brand } from '#shared/brand.ts';
import { checkOwnFile } from './check-own-file.ts';
import { signedCopyOf } from './signed-copy.ts';

/** How long a download link is valid, in seconds. */
export const downloadLifetime = 5 * 60;

type Route = typeof deliveryRoutes.createDownload;

/**
 * Creates a short-lived link to a full file. It has no watermark if the plan at creation or the plan now has none
 * (readings 21), and is signed if possible. Records the picture as approved (approval-store.ts).
 * @throws AppError `not_found`, `not_ready`
 */
export async function createDownload(
  userId: string,
  id: string,
  body: RouteInput<Route>['body'],
): Promise<RouteReply<Route>> {
  const generation = await findGeneration(userId, id);
  const variation = generation.variations.find(({ index }) => index === body.variation);
  if (generation.state !== 'done' || !variation) throw new AppError('not_ready');

  const marked = variation.watermarked && (await hasWatermarkNow(userId)) ? variation.watermarked : undefined;
  const files = marked ?? variation.clean;
  const file = body.size === 'large' ? (files.large ?? files.delivered) : files.delivered;
  const fileName = nameOf(generation.productName, generation.templateName, variation.index, file);
  const key = await signedCopyOf(generation, variation, file, fileName);
  const { menu } = generation;
  const isAccepted = file === (files.large ?? files.delivered);
  const checks = menu && isAccepted ? checkOwnFile(generation, variation, await readRules()) : undefined;
  await approve(generation, variation.index, [
    {
      name: `${file === files.large ? 'large' : 'delivered'}${marked ? ' watermarked' : ''}`,
      via: 'download',
      platform: menu?.platform ?? null,
      imageType: menu?.imageType ?? null,
      width: file.width,
      height: file.height,
      isWatermarked: marked !== undefined,
      isContinued: false,
      checks: checks ?? [],
    },
  ]);
  return { ...(await linkTo({ key }, fileName)), width: file.width, height: file.height };
}

/** A link that downloads a file of the originals bucket under this name; valid for `downloadLifetime`. */
export async function linkTo(
  file: Pick<StoredFile, 'key'>,
  fileName: string,
): Promise<{ url: string; fileName: string; expiresAt: string }> {
  const link = await presignGet(readVariable('ORIGINALS_BUCKET'), file.key, {
    fileName,
    contentType: 'image/jpeg',
    lifetime: downloadLifetime,
  });
  return { ...link, fileName };
}

/**
 * Maximum length in bytes of a file's name before its numbers, so that the whole name stays below the 255 bytes of most
 * file systems.
 */
const longestName = 200;

/**
 * The file name of a download, such as `platepost-classic-burger-square-feed-1-1080x1080.jpg`: letters and digits of
 * any script, Latin letters without accents, which every file system accepts.
 */
export function nameOf(
  productName: string,
  templateName: string,
  index: number,
  { width, height }: Pick<StoredFile, 'width' | 'height'>,
): string {
  const plain = [brand.name, productName, templateName]
    .join(' ')
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  let short = '';
  for (const letter of plain) {
    if (Buffer.byteLength(short + letter) > longestName) break;
    short += letter;
  }
  return `${short.replace(/-$/, '')}-${index + 1}-${width}x${height}.jpg`;
}
