import { putAuditLogEntry } from '#lambdas/platform/audit-log-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import type { SiteImageChange } from '#shared/api/site.ts';
import type { SiteImage, SitePage } from './site-image.ts';
import { changePage, putImage } from './site-image-store.ts';

/**
 * Changes the given fields of an image and logs the differences.
 * @throws AppError `not_found`
 */
export async function updateImage(
  userId: string,
  page: SitePage,
  imageId: string,
  change: SiteImageChange,
): Promise<SiteImage> {
  const updated = await changePage(page, (images) => {
    const image = images.find(({ id }) => id === imageId);
    if (!image) throw new AppError('not_found', 'This image does not exist any more');
    const details = Object.fromEntries(
      Object.entries(change).filter(([name, value]) => image[name as keyof SiteImageChange] !== value),
    );
    const result = { ...image, ...details };
    const log = putAuditLogEntry({
      actor: userId,
      action: page === 'landing' ? 'UPDATE_LANDING_IMAGE' : 'UPDATE_MENU_PACK_IMAGE',
      details: { imageId, section: image.section, ...details },
    });
    return { steps: Object.keys(details).length > 0 ? [putImage(page, result), log] : [], result };
  });
  if (!updated) throw new Error('The change of an image has no result');
  return updated;
}
