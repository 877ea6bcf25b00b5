import * as z from 'zod/mini';
import { maintenanceModes } from '#shared/domain/maintenance.ts';
import { countSchema, positiveSchema } from '#shared/domain/numbers.ts';
import type { Route } from './route.ts';
import { ulidSchema } from './source.ts';

/** Types of files for the public pages. Their content is checked when the image is added (readings 36). */
export const siteUploadTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'video/mp4',
  'video/quicktime',
] as const;

export const maxSiteUploadBytes = 50 * 1024 * 1024;

/** Largest number of images on one page, because one transaction reorders them. */
export const maxSiteImages = 90;

export const landingSections = ['hero', 'carousel', 'menu'] as const;
export const menuPackSections = ['comparison', 'platform_guide'] as const;
export const menuPackPlatforms = ['uber', 'deliveroo', 'justeat', 'doordash', 'grubhub'] as const;

/** The same picture in several widths, smallest first; `url` is the widest. */
const renditionsSchema = z.array(z.object({ url: z.string(), width: positiveSchema }));

const shownSchema = z.object({
  id: z.string(),
  /** Path on the site's own origin, under /media/. */
  url: z.string(),
  /** Pixels; absent for a video that does not state them. */
  width: z.optional(positiveSchema),
  height: z.optional(positiveSchema),
  /** Empty for a video. */
  renditions: renditionsSchema,
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  displayOrder: countSchema,
});

const landingImageSchema = z.extend(shownSchema, {
  section: z.enum(landingSections),
  type: z.enum(['image', 'video']),
  /** The photo before, for pairs of the section `menu`. */
  beforeUrl: z.nullable(z.string()),
  beforeRenditions: renditionsSchema,
});

const menuPackImageSchema = z.extend(shownSchema, {
  section: z.enum(menuPackSections),
  /** Null for comparisons. */
  platform: z.nullable(z.enum(menuPackPlatforms)),
  beforeUrl: z.string(),
  beforeRenditions: renditionsSchema,
});

const managed = { isActive: z.boolean(), createdAt: z.string() };
const managedLandingImageSchema = z.extend(landingImageSchema, managed);
const managedMenuPackImageSchema = z.extend(menuPackImageSchema, managed);

export type LandingImage = z.output<typeof landingImageSchema>;
export type MenuPackImage = z.output<typeof menuPackImageSchema>;
export type ManagedLandingImage = z.output<typeof managedLandingImageSchema>;
export type ManagedMenuPackImage = z.output<typeof managedMenuPackImageSchema>;

/** Seconds for which CloudFront answers the images of a public page from its cache. */
const edgeSeconds = 60;

const offerSchema = z.object({
  /** Credits that a new user begins with. */
  freeCredits: countSchema,
  /** Price in credits of a dish whose picture a model continues beyond its edges for the files of platforms. */
  outpaintCredits: countSchema,
  /** Label of the pack of 50 credits; empty for none. */
  specialPackLabel: z.string(),
  /** The mode of the maintenance switch, for a notice. */
  maintenance: z.enum(maintenanceModes),
});

export type Offer = z.output<typeof offerSchema>;

/** Public routes. */
export const siteRoutes = {
  listLandingImages: {
    method: 'GET',
    path: '/api/public/landing-images',
    access: 'public',
    owner: 'site',
    status: 200,
    summary: 'The visible images of the landing page in their order; up to a minute old.',
    edgeSeconds,
    reply: z.object({ images: z.array(landingImageSchema) }),
  },
  listMenuPackImages: {
    method: 'GET',
    path: '/api/public/menu-pack-images',
    access: 'public',
    owner: 'site',
    status: 200,
    summary: 'The visible images of the menu-pack page in their order; up to a minute old.',
    edgeSeconds,
    reply: z.object({ images: z.array(menuPackImageSchema) }),
  },
  getOffer: {
    method: 'GET',
    path: '/api/public/offer',
    access: 'public',
    owner: 'site',
    status: 200,
    summary: 'The offer that staff set, and whether there is maintenance; up to a minute old.',
    edgeSeconds,
    reply: offerSchema,
  },
} as const satisfies Record<string, Route>;

const imageParams = z.strictObject({ imageId: ulidSchema });
const titleSchema = z.string().check(z.trim(), z.maxLength(200, 'Title too long'));
const descriptionSchema = z.string().check(z.trim(), z.maxLength(500, 'Description too long'));
const orderSchema = z
  .int('Display order must be a whole number')
  .check(z.minimum(0, 'Display order cannot be below 0'), z.maximum(9999, 'Display order too large'));

const changeSchema = z.strictObject({
  title: z.optional(titleSchema),
  description: z.optional(descriptionSchema),
  isActive: z.optional(z.boolean()),
  displayOrder: z.optional(orderSchema),
});

const bothFiles = 'Please select both before and after images';

const addLandingImageSchema = z
  .strictObject({
    section: z.enum(landingSections),
    uploadId: ulidSchema,
    beforeUploadId: z.optional(ulidSchema),
    title: z._default(titleSchema, ''),
    description: z._default(descriptionSchema, ''),
  })
  .check(
    z.refine(({ section, beforeUploadId }) => section !== 'menu' || beforeUploadId, {
      path: ['beforeUploadId'],
      error: bothFiles,
    }),
    z.refine(({ section, beforeUploadId }) => section === 'menu' || !beforeUploadId, {
      path: ['beforeUploadId'],
      error: 'Only menu examples have a before image',
    }),
  );

const addMenuPackImageSchema = z
  .strictObject({
    section: z.enum(menuPackSections),
    platform: z._default(z.nullable(z.enum(menuPackPlatforms)), null),
    uploadId: ulidSchema,
    beforeUploadId: z.pipe(z.string(bothFiles), ulidSchema),
    title: z._default(titleSchema, ''),
    description: z._default(descriptionSchema, ''),
    displayOrder: orderSchema,
  })
  .check(
    z.refine(({ section, platform }) => section !== 'platform_guide' || platform !== null, {
      path: ['platform'],
      error: 'Please select a platform for platform guide images',
    }),
    z.refine(({ section, platform }) => section !== 'comparison' || platform === null, {
      path: ['platform'],
      error: 'Comparisons have no platform',
    }),
  );

/** All ids of the section in their new order. */
const orderedIdsSchema = z.array(ulidSchema).check(z.minLength(1), z.maxLength(maxSiteImages));

export type AddLandingImage = z.output<typeof addLandingImageSchema>;
export type AddMenuPackImage = z.output<typeof addMenuPackImageSchema>;
export type SiteImageChange = z.output<typeof changeSchema>;

/** Routes of admins for the images of the public pages. */
export const siteAdminRoutes = {
  createSiteUpload: {
    method: 'POST',
    path: '/api/admin/site-uploads',
    access: 'admin',
    owner: 'siteAdmin',
    status: 201,
    summary: 'A presigned PUT for one image or video; type and length are signed, a second PUT is refused.',
    body: z.strictObject({
      contentType: z.enum(siteUploadTypes, 'Please upload an image or video file'),
      contentLength: z
        .int()
        .check(z.minimum(1), z.maximum(maxSiteUploadBytes, 'Please choose a file under 50 MB')),
    }),
    reply: z.object({
      uploadId: z.string(),
      url: z.string(),
      /** To be sent with the PUT, unchanged. */
      headers: z.record(z.string(), z.string()),
      expiresAt: z.string(),
    }),
  },
  listAllLandingImages: {
    method: 'GET',
    path: '/api/admin/landing-images',
    access: 'admin',
    owner: 'siteAdmin',
    status: 200,
    summary: 'All images of the landing page, hidden ones too, in their order.',
    reply: z.object({ images: z.array(managedLandingImageSchema) }),
  },
  addLandingImage: {
    method: 'POST',
    path: '/api/admin/landing-images',
    access: 'admin',
    owner: 'siteAdmin',
    status: 201,
    summary:
      'Puts uploaded files on the landing page, visible and last in their section. The same upload again adds nothing.',
    body: addLandingImageSchema,
    reply: managedLandingImageSchema,
  },
  updateLandingImage: {
    method: 'PATCH',
    path: '/api/admin/landing-images/{imageId}',
    access: 'admin',
    owner: 'siteAdmin',
    status: 200,
    summary: 'Changes title, description, visibility or place; what is not named stays.',
    params: imageParams,
    body: changeSchema,
    reply: managedLandingImageSchema,
  },
  reorderLandingImages: {
    method: 'PUT',
    path: '/api/admin/landing-images/order',
    access: 'admin',
    owner: 'siteAdmin',
    status: 200,
    summary: 'Reorders a section; refused when it has other images meanwhile.',
    body: z.strictObject({ section: z.enum(landingSections), imageIds: orderedIdsSchema }),
    reply: z.object({ images: z.array(managedLandingImageSchema) }),
  },
  deleteLandingImage: {
    method: 'DELETE',
    path: '/api/admin/landing-images/{imageId}',
    access: 'admin',
    owner: 'siteAdmin',
    status: 204,
    summary: 'Removes an image, its files and their copies at the edge; again is no error.',
    params: imageParams,
  },
  listAllMenuPackImages: {
    method: 'GET',
    path: '/api/admin/menu-pack-images',
    access: 'admin',
    owner: 'siteAdmin',
    status: 200,
    summary: 'All images of the menu-pack page, hidden ones too, by section and order.',
    reply: z.object({ images: z.array(managedMenuPackImageSchema) }),
  },
  addMenuPackImage: {
    method: 'POST',
    path: '/api/admin/menu-pack-images',
    access: 'admin',
    owner: 'siteAdmin',
    status: 201,
    summary:
      'Puts an uploaded pair on the menu-pack page, visible, at the entered place. The same upload again adds nothing.',
    body: addMenuPackImageSchema,
    reply: managedMenuPackImageSchema,
  },
  updateMenuPackImage: {
    method: 'PATCH',
    path: '/api/admin/menu-pack-images/{imageId}',
    access: 'admin',
    owner: 'siteAdmin',
    status: 200,
    summary: 'Changes title, description, visibility or place; what is not named stays.',
    params: imageParams,
    body: changeSchema,
    reply: managedMenuPackImageSchema,
  },
  reorderMenuPackImages: {
    method: 'PUT',
    path: '/api/admin/menu-pack-images/order',
    access: 'admin',
    owner: 'siteAdmin',
    status: 200,
    summary: 'Reorders a section; refused when it has other images meanwhile.',
    body: z.strictObject({ section: z.enum(menuPackSections), imageIds: orderedIdsSchema }),
    reply: z.object({ images: z.array(managedMenuPackImageSchema) }),
  },
  deleteMenuPackImage: {
    method: 'DELETE',
    path: '/api/admin/menu-pack-images/{imageId}',
    access: 'admin',
    owner: 'siteAdmin',
    status: 204,
    summary: 'Removes a pair, its files and their copies at the edge; again is no error.',
    params: imageParams,
  },
} as const satisfies Record<string, Route>;
