import { hasWatermarkNow } from '#lambdas/accounts/has-watermark-now.ts';
import { approve } from '#lambdas/generations/approval-store.ts';
import { filesFor } from '#lambdas/generations/generation.ts';
import { findGeneration } from '#lambdas/generations/generation-store.ts';
import { readRules } from '#lambdas/platform/rule-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import type { deliveryRoutes } from '#shared/api/delivery.ts';
import type { RouteInput, RouteReply } from '#shared/api/route.ts';
import { checkOwnFile } from './check-own-file.ts';
import { linkTo, nameOf } from './download-link.ts';
import { signedCopyOf } from './signed-copy.ts';

type Route = typeof deliveryRoutes.createDownload;

/**
 * Creates a short-lived link to a full file. It has no watermark if the plan at creation or the plan now has none
 * (readings 21), and is signed if possible. Records the picture as approved (approval-store.ts), unless the file is
 * loaded in advance.
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

  const hasWatermark = variation.watermarked !== undefined && (await hasWatermarkNow(userId));
  const { delivered, large, isWatermarked } = filesFor(variation, hasWatermark);
  const file = body.size === 'large' ? (large ?? delivered) : delivered;
  const fileName = nameOf(generation.productName, generation.templateName, variation.index, file);
  const key = await signedCopyOf(generation, variation, file, fileName);
  const reply = { ...(await linkTo({ key }, fileName)), width: file.width, height: file.height };
  if (body.inAdvance) return reply;
  const { menu } = generation;
  const isAccepted = file === (large ?? delivered);
  const checks = menu && isAccepted ? checkOwnFile(generation, variation, await readRules()) : undefined;
  await approve(generation, variation.index, [
    {
      name: `${file === large ? 'large' : 'delivered'}${isWatermarked ? ' watermarked' : ''}`,
      via: 'download',
      platform: menu?.platform ?? null,
      imageType: menu?.imageType ?? null,
      width: file.width,
      height: file.height,
      isWatermarked,
      isContinued: false,
      checks: checks ?? [],
    },
  ]);
  return reply;
}
