import { putAuditLogEntry } from '#lambdas/platform/audit-log-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import type { SiteImage, SitePage } from './site-image.ts';
import { changePage, listImages, putImage } from './site-image-store.ts';

/**
 * Gives the images of a section the positions 1, 2, 3 … in this order and returns the whole page.
 * @throws AppError `conflict` when the section's images have changed
 */
export async function reorderImages(
  userId: string,
  page: SitePage,
  section: SiteImage['section'],
  imageIds: readonly string[],
): Promise<readonly SiteImage[]> {
  await changePage(page, (images) => {
    const present = new Map(
      images.filter((image) => image.section === section).map((image) => [image.id, image]),
    );
    const wanted = imageIds.map((id) => present.get(id));
    const complete = new Set(imageIds).size === present.size && imageIds.length === present.size;
    if (!complete || wanted.includes(undefined)) {
      throw new AppError('conflict', 'The images of this section changed in the meantime. Please try again');
    }
    const moved = wanted
      .filter((image) => image !== undefined)
      .map((image, index) => ({ ...image, displayOrder: index + 1 }))
      .filter((image) => present.get(image.id)?.displayOrder !== image.displayOrder);
    if (moved.length === 0) return undefined;
    const log = putAuditLogEntry({
      actor: userId,
      action: page === 'landing' ? 'REORDER_LANDING_IMAGES' : 'REORDER_MENU_PACK_IMAGES',
      details: { section, imageIds },
    });
    return { steps: [...moved.map((image) => putImage(page, image)), log], result: true };
  });
  return listImages(page);
}
