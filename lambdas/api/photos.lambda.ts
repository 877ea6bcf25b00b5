import { locatePhoto } from '#lambdas/generations/locate-photo.ts';
import {
  createPhotoCheck,
  createRepair,
  getPhotoCheck,
  getPlatformRules,
} from '#lambdas/photos/check-photo.ts';
import { deleteMask, getMask, putMask } from '#lambdas/photos/correct-mask.ts';
import { createPhoto } from '#lambdas/photos/create-photo.ts';
import { getPhotoPreview } from '#lambdas/photos/get-preview.ts';
import { findPhoto } from '#lambdas/photos/photo-store.ts';
import { requestReading, requestWork } from '#lambdas/photos/request-work.ts';
import { setLogo } from '#lambdas/photos/set-logo.ts';
import { toReply } from '#lambdas/photos/to-reply.ts';
import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { logoRoutes } from '#shared/api/brand-kit.ts';
import { photoRoutes } from '#shared/api/photos.ts';

/**
 * A function of its own, because it decodes files of customers, holds whole photos in memory and writes masks and
 * logos, but needs neither the secret for random picks nor access to published pictures.
 */
export const handler = httpHandler({
  function: 'photos',
  routes: { ...photoRoutes, ...logoRoutes },
  handlers: {
    createPhoto: async ({ body }, { userId }) =>
      toReply(await createPhoto(userId, await locatePhoto(userId, body.source))),
    getPhoto: async ({ params }, { userId }) => toReply(await findPhoto(userId, params.photoId)),
    getPhotoPreview: ({ params }, { userId }) => getPhotoPreview(userId, params.photoId),
    createCutOut: ({ params }, { userId }) => requestWork(userId, params.photoId, 'cutOut'),
    getMask: ({ params, query }, { userId }) => getMask(userId, params.photoId, query),
    putMask: async ({ params, body }, { userId }) => toReply(await putMask(userId, params.photoId, body)),
    deleteMask: async ({ params, query }, { userId }) =>
      toReply(await deleteMask(userId, params.photoId, query)),
    createReading: ({ params }, { userId }) => requestReading(userId, params.photoId),
    getPlatformRules: ({ params }) => getPlatformRules(params.platform, params.imageType),
    getPhotoCheck: ({ params }, { userId }) => getPhotoCheck(userId, params),
    createPhotoCheck: ({ params }, { userId }) => createPhotoCheck(userId, params),
    setLogo: ({ body }, { userId }) => setLogo(userId, body.file),
    createRepair: ({ params, body }, { userId }) => createRepair(userId, params, body.ruleId),
  },
});
