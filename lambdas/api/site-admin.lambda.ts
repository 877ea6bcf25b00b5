import { readStaffRole } from '#lambdas/accounts/staff-role.ts';
import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { addLandingImage, addMenuPackImage } from '#lambdas/site/add-image.ts';
import { createUpload } from '#lambdas/site/create-upload.ts';
import { deleteImage } from '#lambdas/site/delete-image.ts';
import { reorderImages } from '#lambdas/site/reorder-images.ts';
import { listImages } from '#lambdas/site/site-image-store.ts';
import { toLandingImage, toMenuPackImage } from '#lambdas/site/to-reply.ts';
import { updateImage } from '#lambdas/site/update-image.ts';
import { siteAdminRoutes } from '#shared/api/site.ts';

export const handler = httpHandler({
  function: 'siteAdmin',
  routes: siteAdminRoutes,
  readRole: readStaffRole,
  handlers: {
    createSiteUpload: ({ body }, { userId }) => createUpload(userId, body),
    listAllLandingImages: async () => ({ images: (await listImages('landing')).map(toLandingImage) }),
    addLandingImage: async ({ body }, { userId }) => toLandingImage(await addLandingImage(userId, body)),
    updateLandingImage: async ({ params, body }, { userId }) =>
      toLandingImage(await updateImage(userId, 'landing', params.imageId, body)),
    reorderLandingImages: async ({ body }, { userId }) => ({
      images: (await reorderImages(userId, 'landing', body.section, body.imageIds)).map(toLandingImage),
    }),
    deleteLandingImage: async ({ params }, { userId }) => {
      await deleteImage(userId, 'landing', params.imageId);
      return undefined;
    },
    listAllMenuPackImages: async () => ({ images: (await listImages('menuPack')).map(toMenuPackImage) }),
    addMenuPackImage: async ({ body }, { userId }) => toMenuPackImage(await addMenuPackImage(userId, body)),
    updateMenuPackImage: async ({ params, body }, { userId }) =>
      toMenuPackImage(await updateImage(userId, 'menuPack', params.imageId, body)),
    reorderMenuPackImages: async ({ body }, { userId }) => ({
      images: (await reorderImages(userId, 'menuPack', body.section, body.imageIds)).map(toMenuPackImage),
    }),
    deleteMenuPackImage: async ({ params }, { userId }) => {
      await deleteImage(userId, 'menuPack', params.imageId);
      return undefined;
    },
  },
});
