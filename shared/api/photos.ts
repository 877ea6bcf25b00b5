import * as z from 'zod/mini';
import { fileFixes, verdicts } from '#shared/domain/check-file.ts';
import { edges } from '#shared/domain/dish-place.ts';
import { dishReadingSchema } from '#shared/domain/dish-reading.ts';
import { countSchema } from '#shared/domain/numbers.ts';
import { base64Schema } from './base64.ts';
import type { Route } from './route.ts';
import { checkResultSchema, rulesSchema } from './rules.ts';
import { sourceSchema } from './source.ts';

/** Largest file of a mask, in bytes. */
export const maxMaskBytes = 1024 * 1024;

/** A photo's id: the SHA-256 of its file. */
const photoIdSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Invalid id'));

const shareSchema = z.number().check(z.minimum(0), z.maximum(1));
/** Findings about a cut-out that follow from its shape alone. */
export const findingsSchema = z.lazy(() =>
  z.object({
    /** Share of the photo that the cut-out keeps. */
    covered: shareSchema,
    /** Separate pieces, without crumbs. */
    parts: countSchema,
    /** Holes in the dish through which the background shows. */
    holes: countSchema,
    /** Edges of the photo that the dish touches. */
    edges: z.array(z.enum(edges)),
    /** Degrees by which the plate leans clockwise, because the camera was rotated; absent if not known. */
    lean: z.optional(z.number()),
    /** A person should check it: the dialog "What we keep" opens by itself. */
    doubtful: z.boolean(),
    reasons: z.array(z.enum(['parts', 'holes', 'edge', 'small', 'large'])),
  }),
);

/** Where the dish lies in its photo; null for a mask without a dish. */
export const dishPlaceSchema = z.lazy(() =>
  z.nullable(
    z.object({
      /** In shares of the photo's sides. */
      box: z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() }),
      touches: z.readonly(z.array(z.enum(edges))),
    }),
  ),
);

const cutOutSchema = z.lazy(() =>
  z.object({
    state: z.enum(['making', 'made', 'failed']),
    /** Pixels of the mask, which covers the whole upright photo; null until it is made. */
    width: z.nullable(z.int()),
    height: z.nullable(z.int()),
    findings: z.nullable(findingsSchema),
    /** Why it failed, in plain words; null otherwise. */
    message: z.nullable(z.string()),
  }),
);

const readingSchema = z.lazy(() =>
  z.object({
    /** `off`: an operator turned readings off. */
    state: z.enum(['off', 'making', 'made', 'failed']),
    /** Null until it is made. */
    content: z.nullable(dishReadingSchema),
    /** Why it failed, in plain words; null otherwise. */
    message: z.nullable(z.string()),
  }),
);

/** A photo, and what was made of it once for all generations that use it. */
export const photoSchema = z.lazy(() =>
  z.object({
    id: photoIdSchema,
    /** Pixels of the upright photo. */
    width: z.int(),
    height: z.int(),
    /** The part of the photo that is the dish; null until a client requests it. */
    cutOut: z.nullable(cutOutSchema),
    /** Place of the dish, from the cut-out or the corrected mask; null until there is one. */
    dish: dishPlaceSchema,
    /** Whether a person corrected the mask. */
    corrected: z.boolean(),
    /** Names the corrected mask; absent without one. */
    maskVersion: z.optional(z.string()),
    /** Null until a client requests it. */
    reading: z.nullable(readingSchema),
  }),
);

/** A mask as a greyscale PNG of eight bits in base64: 255 keeps the pixel, 0 does not. */
const pngSchema = base64Schema(maxMaskBytes, 'The mask may have at most 1 MB', 'The mask is not base64');

/** A check of a photo against a platform's rules for one type of image. It is advice and never blocks anything. */
const photoCheckSchema = z.lazy(() =>
  z.object({
    /** State of the measuring; `null` until a client requests it. */
    state: z.nullable(z.enum(['making', 'made', 'failed'])),
    /** Why it failed, in plain words; null otherwise. */
    message: z.nullable(z.string()),
    /** Whether work is in progress whose result will add to the check. */
    unfinished: z.boolean(),
    /** One for each route into the platform that has its own requirements; empty until the photo is measured. */
    routes: z.array(
      z.object({
        ruleId: z.string(),
        route: z.enum(['portal', 'api']),
        size: z.string(),
        verdict: z.enum(verdicts),
        results: z.array(checkResultSchema),
        /** What a repair would do; empty if nothing can be repaired without an image model. */
        repairs: z.array(z.enum(fileFixes)),
      }),
    ),
    /** The file that was repaired last, if it was for one of these routes. */
    repair: z.nullable(
      z.object({
        state: z.enum(['making', 'made', 'failed']),
        message: z.nullable(z.string()),
        ruleId: z.string(),
        /** Null until it is made. */
        file: z.nullable(
          z.object({
            width: z.int(),
            height: z.int(),
            bytes: z.int(),
            fixes: z.array(z.enum(fileFixes)),
            /** The part of the photo that was kept, in shares of its sides; null for all of it. */
            crop: z.nullable(
              z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() }),
            ),
            verdict: z.enum(verdicts),
            results: z.array(checkResultSchema),
            /** Saves the file; valid for a few minutes. */
            url: z.string(),
          }),
        ),
      }),
    ),
  }),
);

export type PhotoCheck = z.output<typeof photoCheckSchema>;

export type Photo = z.output<typeof photoSchema>;
export type CutOutFindings = z.output<typeof findingsSchema>;

/**
 * The version of the mask that the user has seen, `cutOut` for the cut-out: another one is not replaced, but refused as
 * `conflict`. Without it, any is replaced.
 */
const replacesSchema = z.optional(z.string().check(z.maxLength(50)));

const photoParams = z.strictObject({ photoId: photoIdSchema });

const checkParams = z.strictObject({
  photoId: photoIdSchema,
  platform: z.string().check(z.maxLength(20)),
  imageType: z.string().check(z.maxLength(20)),
});

export const photoRoutes = {
  createPhoto: {
    method: 'POST',
    path: '/api/photos',
    access: 'user',
    owner: 'photos',
    status: 200,
    summary: 'Finds or creates the photo of an upload, a sample or a generated picture, by its content.',
    body: z.strictObject({ source: sourceSchema }),
    reply: photoSchema,
  },
  getPhoto: {
    method: 'GET',
    path: '/api/photos/{photoId}',
    access: 'user',
    owner: 'photos',
    status: 200,
    summary: 'A photo with the state of its cut-out and of its dish reading.',
    params: photoParams,
    reply: photoSchema,
  },
  getPhotoPreview: {
    method: 'GET',
    path: '/api/photos/{photoId}/preview',
    access: 'user',
    owner: 'photos',
    status: 200,
    summary: 'A small upright copy of an uploaded photo, while the upload is kept.',
    params: photoParams,
    reply: z.lazy(() =>
      z.object({
        /** JPEG of at most 1280 pixels a side, in base64. */
        jpeg: z.string(),
      }),
    ),
  },
  createCutOut: {
    method: 'POST',
    path: '/api/photos/{photoId}/cut-out',
    access: 'user',
    owner: 'photos',
    refusedFrom: 'generation',
    status: 202,
    summary: 'Starts cutting the dish out, unless that is done or being done; costs no credit.',
    params: photoParams,
    reply: photoSchema,
  },
  getMask: {
    method: 'GET',
    path: '/api/photos/{photoId}/mask',
    access: 'user',
    owner: 'photos',
    status: 200,
    summary: 'The mask that generations use: the corrected one, or the cut-out.',
    params: photoParams,
    query: z.lazy(() =>
      z.strictObject({
        /** `cutOut` returns the cut-out even if a person corrected it. */
        only: z.optional(z.literal('cutOut')),
      }),
    ),
    reply: z.lazy(() =>
      z.object({
        width: z.int(),
        height: z.int(),
        /** Greyscale PNG of eight bits, in base64. */
        png: z.string(),
        corrected: z.boolean(),
        /** Names the corrected mask; absent for the cut-out. */
        maskVersion: z.optional(z.string()),
      }),
    ),
  },
  putMask: {
    method: 'PUT',
    path: '/api/photos/{photoId}/mask',
    access: 'user',
    owner: 'photos',
    status: 200,
    summary: 'Replaces the mask by one that a person corrected; it has the size of the cut-out.',
    params: photoParams,
    body: z.strictObject({ png: pngSchema, replaces: replacesSchema }),
    reply: photoSchema,
  },
  deleteMask: {
    method: 'DELETE',
    path: '/api/photos/{photoId}/mask',
    access: 'user',
    owner: 'photos',
    status: 200,
    summary: 'Goes back to the cut-out; again is no error.',
    params: photoParams,
    query: z.lazy(() => z.strictObject({ replaces: replacesSchema })),
    reply: photoSchema,
  },
  createReading: {
    method: 'POST',
    path: '/api/photos/{photoId}/reading',
    access: 'user',
    owner: 'photos',
    refusedFrom: 'generation',
    status: 202,
    summary: 'Starts reading what is in the photo, unless that is done or being done; costs no credit.',
    params: photoParams,
    reply: photoSchema,
  },
  getPlatformRules: {
    method: 'GET',
    path: '/api/platform-rules/{platform}/{imageType}',
    access: 'user',
    owner: 'photos',
    status: 200,
    summary: 'What a platform has published for an image type, with the changes of operators.',
    params: z.omit(checkParams, { photoId: true }),
    reply: rulesSchema,
  },
  getPhotoCheck: {
    method: 'GET',
    path: '/api/photos/{photoId}/checks/{platform}/{imageType}',
    access: 'user',
    owner: 'photos',
    status: 200,
    summary: "The photo measured against a platform's published requirements for an image type.",
    params: checkParams,
    reply: photoCheckSchema,
  },
  createPhotoCheck: {
    method: 'POST',
    path: '/api/photos/{photoId}/checks/{platform}/{imageType}',
    access: 'user',
    owner: 'photos',
    status: 202,
    summary: 'Starts measuring the photo, unless that is done or being done; costs no credit.',
    params: checkParams,
    reply: photoCheckSchema,
  },
  createRepair: {
    method: 'POST',
    path: '/api/photos/{photoId}/checks/{platform}/{imageType}/repair',
    access: 'user',
    owner: 'photos',
    status: 202,
    summary: 'Starts repairing what can be repaired without an image model; costs no credit.',
    params: checkParams,
    body: z.strictObject({ ruleId: z.string().check(z.maxLength(40)) }),
    reply: photoCheckSchema,
  },
} as const satisfies Record<string, Route>;
