import * as z from 'zod/mini';
import { maxCustomPromptLength, maxSceneLength, maxUploadBytes, uploadTypes } from '#shared/domain/limits.ts';
import { amountSchema, countSchema } from '#shared/domain/numbers.ts';
import { newOverlaySchema, overlaySchema, promoLookSchema } from '#shared/domain/overlay.ts';
import { maxPromoTextLength } from '#shared/domain/promo-text.ts';
import { menuPackRequestSchema, productNameSchema } from '#shared/domain/prompt-requests.ts';
import { maxRedoNoteLength, redoReasons } from '#shared/domain/redo.ts';
import type { Route } from './route.ts';
import { sourceSchema, ulidSchema, variationIndexSchema } from './source.ts';

/**
 * Rounded more finely than a pixel of the largest photo, because DynamoDB refuses numbers as small as a script could
 * send.
 */
const shareSchema = z.number().check(
  z.minimum(0),
  z.maximum(1),
  z.overwrite((share) => Math.round(share * 100_000) / 100_000),
);

/** Which part of the photo becomes the picture (`Framing` of `shared/domain/framing.ts`). */
const framingSchema = z.lazy(() =>
  z.strictObject({
    x: shareSchema,
    y: shareSchema,
    zoom: z.optional(z.number().check(z.minimum(0.01), z.maximum(1))),
  }),
);

/** The id of a format, filter, platform or other choice. */
export const choiceIdSchema = z.string().check(z.maxLength(50));

export const sceneIdSchema = z.string().check(z.maxLength(80));

/** Null for a picture without a path, which has no scene. */
const creationPathSchema = z.nullable(z.enum(['ugc', 'social']));

/** The result of a random pick: shown before generating, and the only choice on the Free plan. */
const pickTokenSchema = z.string().check(z.minLength(1), z.maxLength(600));

const filterChoiceSchema = z.union([
  z.strictObject({ id: choiceIdSchema }),
  z.strictObject({ pick: pickTokenSchema }),
]);

const sceneChoiceSchema = z.lazy(() =>
  z.union([
    z.strictObject({ id: sceneIdSchema }),
    z.strictObject({ pick: pickTokenSchema }),
    z.strictObject({
      text: z
        .string()
        .check(z.trim(), z.minLength(1), z.maxLength(maxSceneLength, 'Influencer prompt too long')),
    }),
  ]),
);

const promoTextSchema = z.string().check(z.trim(), z.maxLength(maxPromoTextLength, 'Promo text too long'));
const promoPositionSchema = z.enum(['top', 'bottom', 'center']);

/** Choices of the studio wizard: ids and the user's own words, never a prompt (customer-product.md section 3). */
export const studioChoicesSchema = z.strictObject({
  formatId: choiceIdSchema,
  creationPath: creationPathSchema,
  adjustment: z._default(z.nullable(choiceIdSchema), null),
  cameraAngle: z._default(z.nullable(choiceIdSchema), null),
  filter: z._default(z.nullable(filterChoiceSchema), null),
  scene: z._default(z.nullable(sceneChoiceSchema), null),
  customPrompt: z._default(
    z.string().check(z.trim(), z.maxLength(maxCustomPromptLength, 'Custom prompt too long')),
    '',
  ),
  promoText: z._default(promoTextSchema, ''),
  promoPosition: z._default(promoPositionSchema, 'top'),
  /** Null: as in the account's brand kit, without its logo. */
  promoLook: z._default(z.nullable(promoLookSchema), null),
  avatarGender: z._default(choiceIdSchema, 'random'),
  avatarEthnicity: z._default(choiceIdSchema, 'random'),
});

/** Choices of the Menu Enhancer Pack, in requests and in the table. */
export const menuChoicesSchema = menuPackRequestSchema;

export const createGenerationSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('studio'),
      id: ulidSchema,
      source: sourceSchema,
      productName: productNameSchema,
      framing: z._default(framingSchema, { x: 0.5, y: 0.5 }),
      /** The dish's own pixels stay, and only its surroundings are drawn; excludes a camera angle. */
      foodLock: z._default(z.boolean(), false),
      studio: studioChoicesSchema,
    }),
    z.strictObject({
      kind: z.literal('menu'),
      id: ulidSchema,
      source: sourceSchema,
      productName: z._default(productNameSchema, 'Menu item'),
      framing: z._default(framingSchema, { x: 0.5, y: 0.5 }),
      menu: menuChoicesSchema,
    }),
  ]),
);

/** `reading`, `painting` and `finishing` are the worker's actual steps. The screens show their names. */
export const generationStepSchema = z.enum(['queued', 'reading', 'painting', 'finishing']);

/** How far the dish of a picture differs from the developed photo; measured before text, watermark and encoding. */
export const fidelitySchema = z.lazy(() =>
  z.object({
    /** Mean structural similarity within the dish: 1 is the same, 0 has nothing in common. */
    ssim: z.number().check(z.maximum(1)),
    /** 95th percentile of the colour difference ΔE2000 within the dish; about 1 can just be seen. */
    deltaE95: amountSchema,
    /** The largest mean ΔE2000 of any 8 × 8 pixels. */
    worstDeltaE: amountSchema,
    /** `unchanged`: within the differences that encoding as JPEG causes. */
    verdict: z.enum(['unchanged', 'restyled']),
    /** A person corrected the mask, so the figures describe the part of the photo that it keeps. */
    maskCorrected: z._default(z.boolean(), false),
    /**
     * For looks with another plate: whether the photo's plate was found, so that the figures describe the food alone.
     */
    foodOnly: z.optional(z.boolean()),
  }),
);

export type Fidelity = z.output<typeof fidelitySchema>;

const variationSchema = z.lazy(() =>
  z.object({
    index: variationIndexSchema,
    /** Path on the site's own origin, under /media/; watermarked where the plan says so. */
    previewUrl: z.string(),
    thumbnailUrl: z.string(),
    /** Id of its public page; null while it has none. */
    shareId: z.nullable(z.string()),
    width: z.int(),
    height: z.int(),
    /**
     * Pixels of the second file, which is larger or the one that the platform accepts; null if there is only one file.
     */
    secondFile: z.nullable(z.object({ width: z.int(), height: z.int() })),
    /**
     * Null if the dish was not cut out, so that it cannot be compared, if the picture is the customer's own photo, or
     * if it was made of a picture whose dish was not the photo's any more.
     */
    fidelity: z.nullable(fidelitySchema),
    /** The shape of the dish as a mask for the picture, to show the dish alone; null if it was not cut out. */
    dishMaskUrl: z.nullable(z.string()),
    /** The picture without its words, watermarked like the preview; null if it has never had any. */
    basePreviewUrl: z.nullable(z.string()),
  }),
);

/** The latest change of the words. Until it is `done`, the pictures show the former words. */
const wordsChangeSchema = z.object({
  id: z.string(),
  state: z.enum(['open', 'done', 'failed']),
  overlay: overlaySchema,
});

/** A generation and the gallery image that it becomes. */
export const generationSchema = z.object({
  id: z.string(),
  kind: z.enum(['studio', 'menu']),
  state: z.enum(['queued', 'processing', 'done', 'failed']),
  step: generationStepSchema,
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  menuItemName: z.string(),
  /** Name of the ad format, or of the platform and image type of a menu picture. */
  templateName: z.string(),
  width: z.int(),
  height: z.int(),
  source: sourceSchema,
  framing: framingSchema,
  /** Whether the dish's own pixels stay. Always true for menu pictures, unless the plate changes. */
  foodLock: z.boolean(),
  /** The choices with random picks resolved to ids. */
  studio: z.nullable(studioChoicesSchema),
  menu: z.nullable(menuChoicesSchema),
  /** Id of the whole menu for one of whose dishes it was ordered; null otherwise. */
  wholeMenu: z.nullable(z.string()),
  /** The prompt, built by the server from the choices; absent in lists. */
  prompt: z.optional(z.string()),
  /** The photo as it was uploaded, for the before/after slider; null until the worker has read it. */
  originalUrl: z.nullable(z.string()),
  variations: z.array(variationSchema),
  /** Index of the variation shown in the gallery. */
  cover: variationIndexSchema,
  watermarked: z.boolean(),
  /** The result is the user's own photo, because no model could make one. */
  fallback: z.boolean(),
  refunded: z.boolean(),
  /** Why it failed, fell back or was refunded, in plain words; null otherwise. */
  message: z.nullable(z.string()),
  /** Id of the paid generation of which this is the free redo; null for a paid one. */
  redoOf: z.nullable(z.string()),
  /** Whether it is a free redo after one that made a picture: no other can follow. */
  isLastRedo: z.boolean(),
  /** Its own free redo, once it was requested. */
  redo: z.nullable(z.object({ id: z.string(), reason: z.enum(redoReasons) })),
  /** Words and logo on the pictures; null if there are none. */
  overlay: z.nullable(overlaySchema),
  /** Earlier overlays, the latest first; absent in lists. */
  formerOverlays: z.optional(z.array(overlaySchema)),
  /** Null if the words were never changed. */
  words: z.nullable(wordsChangeSchema),
  favourite: z.boolean(),
  /** Ids of its collections; some may have been removed since. */
  collections: z.array(z.string()),
});

export type Generation = z.output<typeof generationSchema>;
export type MenuChoices = z.output<typeof menuChoicesSchema>;
export type StudioChoices = z.output<typeof studioChoicesSchema>;
export type CreateGeneration = z.output<typeof createGenerationSchema>;
export type GenerationSource = z.output<typeof sourceSchema>;

/** ISO time to the millisecond, as the records of generations hold it. */
const timeSchema = z.string().check(
  z.regex(/^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  z.refine((time) => !Number.isNaN(Date.parse(time))),
);

const generationParams = z.strictObject({ generationId: ulidSchema });

export const generationRoutes = {
  createUpload: {
    method: 'POST',
    path: '/api/uploads',
    access: 'user',
    owner: 'generations',
    status: 201,
    summary: 'A presigned PUT for one source photo; type and length are signed, a second PUT is refused.',
    body: z.lazy(() =>
      z.strictObject({
        contentType: z.enum(uploadTypes, 'Please choose a JPG, PNG or WebP photo'),
        contentLength: z
          .int()
          .check(z.minimum(1), z.maximum(maxUploadBytes, 'Please choose a photo under 10 MB')),
        fileName: z._default(z.string().check(z.maxLength(255)), ''),
      }),
    ),
    reply: z.lazy(() =>
      z.object({
        uploadId: z.string(),
        url: z.string(),
        /** To be sent with the PUT, unchanged. */
        headers: z.record(z.string(), z.string()),
        expiresAt: z.string(),
      }),
    ),
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
      creationPath: creationPathSchema,
    }),
    reply: z.lazy(() => z.object({ id: z.string(), token: z.string(), expiresAt: z.string() })),
  },
  createGeneration: {
    method: 'POST',
    path: '/api/generations',
    access: 'user',
    owner: 'generations',
    refusedFrom: 'generation',
    status: 202,
    summary:
      'Charges one credit and starts a generation of two variations; the same id again returns the same generation.',
    body: createGenerationSchema,
    reply: generationSchema,
  },
  listGenerations: {
    method: 'GET',
    path: '/api/generations',
    access: 'user',
    owner: 'generations',
    status: 200,
    summary:
      "The caller's finished and running generations in the order of time; refunded failures are left out. A filtered page may hold fewer than `limit`, or none: the cursor goes on.",
    query: z.lazy(() =>
      z.strictObject({
        cursor: z.optional(z.string().check(z.maxLength(500))),
        limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 24),
        sort: z._default(z.enum(['newest', 'oldest']), 'newest'),
        /** The parts of `GalleryFilter`. */
        search: z.optional(z.string().check(z.maxLength(100))),
        format: z.optional(choiceIdSchema),
        look: z.optional(sceneIdSchema),
        platform: z.optional(choiceIdSchema),
        favourite: z.optional(z.literal('true')),
        collection: z.optional(ulidSchema),
        from: z.optional(timeSchema),
        until: z.optional(timeSchema),
      }),
    ),
    reply: z.lazy(() =>
      z.object({
        items: z.array(generationSchema),
        /** Absent at the end of the gallery. */
        cursor: z.optional(z.string()),
        /** Number of images in the whole gallery, not only on this page. */
        total: countSchema,
      }),
    ),
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
  redoGeneration: {
    method: 'POST',
    path: '/api/generations/{generationId}/redo',
    access: 'user',
    owner: 'generations',
    refusedFrom: 'generation',
    status: 202,
    summary:
      'Makes a paid generation again with other seeds, once and free of charge; the same id again returns the same generation.',
    params: generationParams,
    body: z.lazy(() =>
      z.strictObject({
        /** Id of the new generation. */
        id: ulidSchema,
        reason: z.enum(redoReasons),
        note: z._default(z.string().check(z.trim(), z.maxLength(maxRedoNoteLength, 'Note too long')), ''),
      }),
    ),
    reply: generationSchema,
  },
  changeWords: {
    method: 'POST',
    path: '/api/generations/{generationId}/words',
    access: 'user',
    owner: 'generations',
    status: 202,
    summary:
      'Sets other words on the finished pictures of a studio generation, or removes them, free of charge; the same id again returns the same change.',
    params: generationParams,
    body: z.strictObject({
      /** Id of the change. Later changes have later ids. */
      id: ulidSchema,
      /** The latest change that the caller has seen (compare-and-swap): a change in between is not overwritten. */
      after: z.nullable(ulidSchema),
      overlay: newOverlaySchema,
    }),
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
} as const satisfies Record<string, Route>;
