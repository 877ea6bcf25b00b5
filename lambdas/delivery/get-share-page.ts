import { sharePictureKey } from '#lambdas/generations/file-keys.ts';
import { readGeneration } from '#lambdas/generations/generation-store.ts';
import { isDrawn } from '#lambdas/generations/making-of.ts';
import { altTextOf, readPost } from '#lambdas/generations/post-store.ts';
import { readShare } from '#lambdas/generations/share-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { type SharedImage, sharePage } from './share-page.ts';

/**
 * The public page of a shared image, as HTML. `viewerOrigin` is the origin of the visitor's request, as CloudFront
 * forwards it, because social-card tags need absolute addresses.
 * @throws AppError `not_found` if it never existed, was revoked, or its image was deleted
 */
export async function getSharePage(shareId: string, viewerOrigin: string | undefined): Promise<string> {
  const share = await readShare(shareId);
  if (!share) throw new AppError('not_found');
  const [generation, post] = await Promise.all([
    readGeneration(share.userId, share.generationId),
    readPost(share),
  ]);
  const variation = generation?.variations.find(({ index }) => index === share.variation);
  if (!generation || !variation) throw new AppError('not_found');
  const image: SharedImage = {
    title: share.title || generation.productName,
    description: share.description,
    altText: altTextOf(post),
    isDrawn: isDrawn(generation, variation),
    path: `/s/${share.id}`,
    imagePath: `/${sharePictureKey(share.id)}`,
    width: variation.width,
    height: variation.height,
  };
  return sharePage(image, originOf(viewerOrigin));
}

/** The header's origin, without anything that could end an HTML attribute; empty if there is none. */
function originOf(header: string | undefined): string {
  if (!header || !URL.canParse(header)) return '';
  const { protocol, origin } = new URL(header);
  return protocol === 'https:' || protocol === 'http:' ? origin : '';
}
