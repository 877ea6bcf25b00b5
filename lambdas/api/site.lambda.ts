import { readOffer } from '#lambdas/platform/settings-store.ts';
import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { listVisibleImages } from '#lambdas/site/site-image-store.ts';
import { toLandingImage, toMenuPackImage } from '#lambdas/site/to-reply.ts';
import { siteRoutes } from '#shared/api/site.ts';

export const handler = httpHandler({
  function: 'site',
  routes: siteRoutes,
  handlers: {
    listLandingImages: async () => ({ images: (await listVisibleImages('landing')).map(toLandingImage) }),
    getOffer: readOffer,
    listMenuPackImages: async () => ({ images: (await listVisibleImages('menuPack')).map(toMenuPackImage) }),
  },
});
