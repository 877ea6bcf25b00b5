import * as z from 'zod';
import { menuPackRequestSchema, productNameSchema } from '#shared/domain/prompt-requests.ts';
import type { Route } from './route.ts';

/** A ULID made by the client: its time part must be within 10 minutes of the server's clock. */
const ulidSchema = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'Invalid id');

/** The formats of a source photo (design: checked by content, not by name). */
export const uploadTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** 10 MB, as the spec's upload hint says (customer-product.md section 2). */
export const maxUploadBytes = 10 * 1024 * 1024;

/** Which of the two variations of a generation. */
export const variationIndexSchema = z.int().min(0).max(1);

const sourceSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('upload'), uploadId: ulidSchema }),
  z.strictObject({ type: z.literal('sample'), itemId: z.string().max(50) }),
  z.strictObject({
    type: z.literal('generation'),
    generationId: ulidSchema,
    variation: variationIndexSchema,
  }),
]);

/** Finer than a pixel of the largest photo; the table takes no number as small as a script could send. */
const shareSchema = z
  .number()
  .min(0)
  .max(1)
  .overwrite((share) => Math.round(share * 100_000) / 100_000);

/** Where the crop window sits: 0 is left or top, 1 right or bottom, 0.5 the centre. */
const framingSchema = z.strictObject({ x: shareSchema, y: shareSchema });

/** What a random pick returned: shown before generating, and the only choice on the Free plan. */
const pickTokenSchema = z.string().min(1).max(600);

const filterChoiceSchema = z.union([
  z.strictObject({ id: z.string().max(50) }),
  z.strictObject({ pick: pickTokenSchema }),
]);

const sceneChoiceSchema = z.union([
  z.strictObject({ id: z.string().max(80) }),
  z.strictObject({ pick: pickTokenSchema }),
  z.strictObject({ text: z.string().trim().min(1).max(500, 'Influencer prompt too long') }),
]);

/** Choices of the studio wizard: ids and the user's own words, never a prompt (customer-product.md section 3). */
export const studioChoicesSchema = z.strictObject({
  formatId: z.string().max(50),
  creationPath: z.enum(['ugc', 'social']).nullable(),
  adjustment: z.string().max(50).nullable().default(null),
  cameraAngle: z.string().max(50).nullable().default(null),
  filter: filterChoiceSchema.nullable().default(null),
  scene: sceneChoiceSchema.nullable().default(null),
  customPrompt: z.string().trim().max(1000, 'Custom prompt too long').default(''),
  promoText: z.string().trim().max(100, 'Promo text too long').default(''),
  promoPosition: z.enum(['top', 'bottom', 'center']).default('top'),
  avatarGender: z.string().max(50).default('random'),
  avatarEthnicity: z.string().max(50).default('random'),
});

/** Choices of the Menu Enhancer Pack, as they are sent and kept. */
export const menuChoicesSchema = menuPackRequestSchema;

export const createGenerationSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('studio'),
    id: ulidSchema,
    source: sourceSchema,
    productName: productNameSchema,
    framing: framingSchema.default({ x: 0.5, y: 0.5 }),
    studio: studioChoicesSchema,
  }),
  z.strictObject({
    kind: z.literal('menu'),
    id: ulidSchema,
    source: sourceSchema,
    productName: productNameSchema.default('Menu item'),
    framing: framingSchema.default({ x: 0.5, y: 0.5 }),
    menu: menuChoicesSchema,
  }),
]);

/** `reading`, `painting` and `finishing` are the worker's real steps; the screens name them. */
export const generationStepSchema = z.enum(['queued', 'reading', 'painting', 'finishing']);

const variationSchema = z.object({
  index: variationIndexSchema,
  /** Path on the site's own origin, under /media/; watermarked where the plan says so. */
  previewUrl: z.string(),
  thumbnailUrl: z.string(),
  /** Id of its public page; null while it has none. */
  shareId: z.string().nullable(),
  width: z.int(),
  height: z.int(),
});

/** A job and the gallery image it becomes: one thing with a state. */
export const generationSchema = z.object({
  id: z.string(),
  kind: z.enum(['studio', 'menu']),
  state: z.enum(['queued', 'processing', 'done', 'failed']),
  step: generationStepSchema,
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  menuItemName: z.string(),
  /** Name of the ad format, or of the platform and image type of a menu picture. */
  templateName: z.string(),
  width: z.int(),
  height: z.int(),
  source: sourceSchema,
  framing: framingSchema,
  /** The choices with random picks resolved to ids. */
  studio: studioChoicesSchema.nullable(),
  menu: menuChoicesSchema.nullable(),
  /** What the image model is told, made of the choices by the server; left out of lists. */
  prompt: z.string().optional(),
  /** The original photo as it went in, for the before/after slider; null until it was read. */
  originalUrl: z.string().nullable(),
  variations: z.array(variationSchema),
  /** Index of the variation shown in the gallery. */
  cover: variationIndexSchema,
  watermarked: z.boolean(),
  /** The result is the user's own photo, because no model could make one. */
  fallback: z.boolean(),
  refunded: z.boolean(),
  /** Why it failed, fell back or was refunded, in plain words; null otherwise. */
  message: z.string().nullable(),
});

export type Generation = z.output<typeof generationSchema>;
export type MenuChoices = z.output<typeof menuChoicesSchema>;
export type StudioChoices = z.output<typeof studioChoicesSchema>;
export type CreateGeneration = z.output<typeof createGenerationSchema>;
export type GenerationSource = z.output<typeof sourceSchema>;

const generationParams = z.strictObject({ generationId: ulidSchema });

export const generationRoutes = {
  createUpload: {
    method: 'POST',
    path: '/api/uploads',
    access: 'user',
    owner: 'generations',
    status: 201,
    summary: 'A presigned PUT for one source photo; type and length are signed, a second PUT is refused.',
    body: z.strictObject({
      contentType: z.enum(uploadTypes, 'Please choose a JPG, PNG or WebP photo'),
      contentLength: z.int().min(1).max(maxUploadBytes, 'Please choose a photo under 10 MB'),
      fileName: z.string().max(255).default(''),
    }),
    reply: z.object({
      uploadId: z.string(),
      url: z.string(),
      /** To be sent with the PUT exactly as they stand. */
      headers: z.record(z.string(), z.string()),
      expiresAt: z.string(),
    }),
    throttle: { rate: 50, burst: 100 },
  },
  pickRandom: {
    method: 'POST',
    path: '/api/looks/random',
    access: 'user',
    owner: 'generations',
    status: 200,
    summary:
      'A filter or scene picked by the server among those the plan allows, with a signed token for it.',
    body: z.strictObject({
      look: z.enum(['filter', 'scene']),
      creationPath: z.enum(['ugc', 'social']),
    }),
    reply: z.object({ id: z.string(), token: z.string(), expiresAt: z.string() }),
  },
  createGeneration: {
    method: 'POST',
    path: '/api/generations',
    access: 'user',
    owner: 'generations',
    status: 202,
    summary: 'Charges one credit and starts a job of two variations; the same id again returns the same job.',
    body: createGenerationSchema,
    reply: generationSchema,
    throttle: { rate: 50, burst: 100 },
  },
  listGenerations: {
    method: 'GET',
    path: '/api/generations',
    access: 'user',
    owner: 'generations',
    status: 200,
    summary: "The caller's finished and running generations, newest first; refunded failures are left out.",
    query: z.strictObject({
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(24),
    }),
    reply: z.object({
      items: z.array(generationSchema),
      cursor: z.string().optional(),
      /** All images of the gallery, not of this page alone. */
      total: z.int().min(0),
    }),
  },
  getGeneration: {
    method: 'GET',
    path: '/api/generations/{generationId}',
    access: 'user',
    owner: 'generations',
    status: 200,
    summary: 'One generation with its state, step and results.',
    params: generationParams,
    reply: generationSchema,
  },
  setCover: {
    method: 'PATCH',
    path: '/api/generations/{generationId}',
    access: 'user',
    owner: 'generations',
    status: 200,
    summary: 'Makes one variation the cover in the gallery.',
    params: generationParams,
    body: z.strictObject({ cover: variationIndexSchema }),
    reply: generationSchema,
  },
  deleteGeneration: {
    method: 'DELETE',
    path: '/api/generations/{generationId}',
    access: 'user',
    owner: 'generations',
    status: 204,
    summary: 'Removes the generation, its files and their copies at the edge; again is no error.',
    params: generationParams,
  },
  createDownload: {
    method: 'POST',
    path: '/api/generations/{generationId}/downloads',
    access: 'user',
    owner: 'generations',
    status: 201,
    summary: 'A short-lived link to the full file of one variation, clean if the plan then or now allows it.',
    params: generationParams,
    body: z.strictObject({
      variation: variationIndexSchema,
      /** `delivered` is the format’s exact size; `large` the bigger or platform-accepted file where there is one. */
      size: z.enum(['delivered', 'large']).default('delivered'),
    }),
    reply: z.object({
      url: z.string(),
      fileName: z.string(),
      width: z.int(),
      height: z.int(),
      expiresAt: z.string(),
    }),
  },
  createShare: {
    method: 'POST',
    path: '/api/generations/{generationId}/shares',
    access: 'user',
    owner: 'generations',
    status: 201,
    summary: 'A public, unlisted page for one variation; the same one again while it is not revoked.',
    params: generationParams,
    body: z.strictObject({
      variation: variationIndexSchema,
      title: z.string().trim().max(200, 'Title too long').default(''),
      description: z.string().trim().max(500, 'Description too long').default(''),
    }),
    reply: z.object({ shareId: z.string(), path: z.string() }),
  },
  revokeShare: {
    method: 'DELETE',
    path: '/api/shares/{shareId}',
    access: 'user',
    owner: 'generations',
    status: 204,
    summary: 'Takes a share page down; again is no error.',
    params: z.strictObject({ shareId: z.string().min(1).max(64) }),
  },
} as const satisfies Record<string, Route>;
