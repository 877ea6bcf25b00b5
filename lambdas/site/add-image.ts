import { putAuditLogEntry } from '#lambdas/platform/audit-log-store.ts';
import { writeCancellableEntry } from '#lambdas/platform/outbox-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { writeAlone } from '#lambdas/runtime/transaction.ts';
import { type AddLandingImage, type AddMenuPackImage, maxSiteImages } from '#shared/api/site.ts';
import type { PreparedFile } from './prepare-file.ts';
import type { SiteImage, SitePage } from './site-image.ts';
import { changePage, filesOf, listImages, putImage } from './site-image-store.ts';

/**
 * Adds an upload to the landing page: visible, and last in its section.
 * @throws AppError as `addImage` does
 */
export function addLandingImage(userId: string, request: AddLandingImage): Promise<SiteImage> {
  const pair = request.section === 'menu';
  return addImage(userId, 'landing', { ...request, platform: null, onlyImages: pair });
}

/**
 * Adds a pair to the menu-pack page: visible, at the given position.
 * @throws AppError as `addImage` does
 */
export function addMenuPackImage(userId: string, request: AddMenuPackImage): Promise<SiteImage> {
  return addImage(userId, 'menuPack', { ...request, onlyImages: true });
}

type Addition = Pick<SiteImage, 'section' | 'platform' | 'title' | 'description'> & {
  readonly uploadId: string;
  readonly beforeUploadId?: string | undefined;
  /** One above the section's maximum by default. */
  readonly displayOrder?: number;
  readonly onlyImages: boolean;
};

/**
 * Adds an image. Its id is the upload's id, so that the same request again adds nothing. Files are written before the
 * image's item: an outbox entry deletes them unless the item exists, so that a crash in between leaves none behind.
 * @throws AppError `upload_missing`, `upload_too_large`, `upload_unreadable`, or `conflict` if the page is full
 */
async function addImage(userId: string, page: SitePage, addition: Addition): Promise<SiteImage> {
  const { uploadId, beforeUploadId, section, platform, title, description } = addition;
  const known = (await listImages(page)).find(({ id }) => id === uploadId);
  if (known) return known;

  // Loads the image library only here: no other route of the function needs it.
  const { prepareFile } = await import('./prepare-file.ts');
  const only = addition.onlyImages ? ({ only: 'image' } as const) : {};
  const file = await prepareFile(userId, uploadId, only);
  const before = beforeUploadId === undefined ? null : await prepareFile(userId, beforeUploadId, only);
  const files: PreparedFile[] = before ? [file, before] : [file];
  const { entry, cancellation } = writeCancellableEntry({
    originals: [],
    ...filesOf(files.map(({ record }) => record)),
  });
  await writeAlone(entry);
  await Promise.all(files.map(({ publish }) => publish()));

  const draft = {
    id: uploadId,
    section,
    platform,
    file: file.record,
    before: before?.record ?? null,
    title,
    description,
    isActive: true,
    createdAt: nowIso(),
  };
  const added = await changePage(page, (images) => {
    if (images.some(({ id }) => id === uploadId)) return undefined;
    if (images.length >= maxSiteImages) {
      throw new AppError(
        'conflict',
        `This page holds at most ${maxSiteImages} images. Please delete one first`,
      );
    }
    const places = images.filter((image) => image.section === section).map((image) => image.displayOrder);
    const image: SiteImage = {
      ...draft,
      displayOrder: addition.displayOrder ?? Math.max(0, ...places) + 1,
    };
    const { displayOrder } = image;
    const log = putAuditLogEntry({
      actor: userId,
      action: page === 'landing' ? 'ADD_LANDING_IMAGE' : 'ADD_MENU_PACK_IMAGE',
      details: { imageId: uploadId, section, ...(platform && { platform }), title, displayOrder },
    });
    return { steps: [putImage(page, image), cancellation, log], result: image };
  });
  // A concurrent request with the same upload came first; the outbox entry of this request deletes its files.
  const winner = added ?? (await listImages(page)).find(({ id }) => id === uploadId);
  if (!winner) throw new AppError('conflict');
  return winner;
}
