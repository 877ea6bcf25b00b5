import * as z from 'zod/mini';
import type { BudgetName } from '#lambdas/models/budget-store.ts';
import { photoFileSchema } from '#lambdas/photos/photo.ts';
import { measuresSchema } from '#lambdas/pictures/measures.ts';
import {
  fidelitySchema,
  generationSchema,
  generationStepSchema,
  menuChoicesSchema,
  studioChoicesSchema,
} from '#shared/api/generations.ts';
import { dishPlaceSchema } from '#shared/api/photos.ts';
import { variationIndexSchema } from '#shared/api/source.ts';
import { countSchema } from '#shared/domain/numbers.ts';
import { overlayOfPromo, overlaySchema } from '#shared/domain/overlay.ts';
import { redoReasons } from '#shared/domain/redo.ts';

/** A file in the originals bucket; sides in pixels. */
const fileSchema = z.object({ key: z.string(), width: z.int(), height: z.int() });

const filesSchema = z.object({
  /** The format's exact size. */
  delivered: fileSchema,
  /** The larger file (Google Display) or the one that the platform accepts (menu), where there is one. */
  large: z.optional(fileSchema),
});

const variationSchema = z.object({
  index: variationIndexSchema,
  /** Keys in the media bucket; also the path on the site. */
  preview: z.string(),
  thumbnail: z.string(),
  width: z.int(),
  height: z.int(),
  clean: filesSchema,
  /** For plans with a watermark at creation. */
  watermarked: z.optional(filesSchema),
  /** The clean picture before words were set on it, for further edits; absent while it has had none. */
  base: z.optional(fileSchema),
  /** The preview of the base in the media bucket, watermarked like `preview`. */
  basePreview: z.optional(z.string()),
  /** The adapter that drew it; null for the customer's own photo. */
  adapter: z.nullable(z.string()),
  /** How far its dish differs from the photo; null where that is not known. */
  fidelity: z._default(z.nullable(fidelitySchema), null),
  /** Whether the dish was cut out, and its shape is in the media bucket. */
  hasDishMask: z._default(z.boolean(), false),
  /** Of a menu picture's file that the platform accepts (`FileFacts`), without words; absent for older pictures. */
  measures: z.optional(z.extend(measuresSchema, { dish: dishPlaceSchema })),
});

const promoSchema = z.object(z.pick(studioChoicesSchema, { promoText: true, promoPosition: true }).shape);

const bucketsSchema = z.object({
  free: countSchema,
  subscription: countSchema,
  purchased: countSchema,
});

const wordsSchema = z.pipe(
  // Changes made before the overlay editor existed name a headline and its position.
  z.transform((stored: object) =>
    'promoText' in stored ? { ...stored, overlay: overlayOfPromo(promoSchema.parse(stored)) } : stored,
  ),
  z.object({
    /** The id that the client chose, so that the same request again is the same change. */
    id: z.string(),
    state: z.enum(['open', 'done', 'failed']),
    version: z.string(),
    /** An open change that is not done by this time has failed. */
    until: z.string(),
    overlay: overlaySchema,
  }),
);

/** A generation as the table holds it: work in progress while it is open, the gallery's image afterwards. */
export const storedGenerationSchema = z.extend(
  z.pick(generationSchema, {
    id: true,
    kind: true,
    state: true,
    createdAt: true,
    templateName: true,
    width: true,
    height: true,
    source: true,
    framing: true,
    cover: true,
    fallback: true,
    refunded: true,
    message: true,
  }),
  {
    userId: z.string(),
    step: generationStepSchema,
    productName: z.string(),
    foodLock: z._default(z.boolean(), false),
    finishedAt: z.nullable(z.string()),
    /** Random picks are resolved to ids, promo text is tidy. */
    studio: z.nullable(studioChoicesSchema),
    menu: z.nullable(menuChoicesSchema),
    /** The prompt for the image model. */
    prompt: z._default(z.string(), ''),
    /** SHA-256 of the request, which distinguishes a repetition from another request with the same id. */
    requestHash: z.string(),
    tier: z.enum(['free', 'starter', 'pro']),
    priority: z.boolean(),
    watermark: z.boolean(),
    /** Where the source photo is stored. */
    photo: photoFileSchema,
    /** How the charge was split, for a refund into the same buckets. */
    buckets: bucketsSchema,
    /** Day of the model budget from which the expected cost was reserved, and that cost (millionths of a dollar). */
    budgetDay: z.string(),
    reservedCost: countSchema,
    /** Cost of the models so far, in millionths of a dollar. */
    modelCost: countSchema,
    /** Number of recorded model calls. */
    modelCalls: z._default(countSchema, 0),
    /** Names of public files, of 128 random bits each, chosen at creation so that every run writes the same files. */
    mediaNames: z.object({ folder: z.string(), original: z.string(), variations: z.array(z.string()) }),
    /** Key of the original's preview in the media bucket, once it is stored. */
    original: z.nullable(z.string()),
    variations: z.array(variationSchema),
    /**
     * Key of the corrected mask that its first picture was drawn with, null for the photo's cut-out; absent before. Its
     * other picture is drawn with the same.
     */
    correctedMask: z.optional(z.nullable(z.string())),
    /** Whether it failed because of the customer's photo or words, which the health of the system leaves out. */
    inputRefused: z.optional(z.boolean()),
    /** Token of the worker that holds the lease; absent while no worker does. */
    leaseToken: z.optional(z.string()),
    leaseUntil: z.optional(z.string()),
    /** When a worker is expected to begin, and how often the generation was queued again because none did. */
    queuedAt: z.string(),
    requeues: countSchema,
    /** Runs that released their lease because every region was throttled. */
    throttledRuns: countSchema,
    /** Runs that crashed or failed unexpectedly. */
    failedRuns: countSchema,
    /** Share pages by variation index. */
    shares: z.record(z.string(), z.string()),
    /** The free redo of this generation, once it was requested. */
    redo: z.optional(z.object({ id: z.string(), reason: z.enum(redoReasons) })),
    /** The paid generation that this one is the free redo of, and why. */
    redoOf: z.optional(
      z.object({
        generationId: z.string(),
        reason: z.enum(redoReasons),
        note: z.string(),
        /** Whether an earlier redo of the same pictures had made one: this one cannot be followed by another. */
        isLast: z.optional(z.boolean()),
        /** Whether the original is a dish of a menu, so that nobody chose its framing. */
        framesDish: z.optional(z.boolean()),
      }),
    ),
    /** Whether its next redo is the last, because one that was deleted had made a picture. */
    isNextRedoLast: z.optional(z.boolean()),
    /** Words and logo on the pictures. Absent if they are the promotional text of `studio`, or if there are none. */
    overlay: z.optional(overlaySchema),
    /** Earlier overlays, the latest first. */
    formerOverlays: z.optional(z.array(overlaySchema)),
    /** The latest change of the words. Its files have this version in their names. */
    words: z.optional(wordsSchema),
    /** The change that made the present files; absent for the first files. */
    filesVersion: z.optional(z.string()),
    /**
     * The dish of a menu for which it was ordered. It waits in the queue of menus, and when it ends, the menu advances.
     */
    dish: z.optional(z.object({ menuId: z.string(), number: countSchema })),
    /** A prompt test of the back office: free of charge, in no gallery and in no counter of customers. */
    purpose: z.optional(z.literal('test')),
    /** The request of a prompt test, instead of `studio` or `menu`. */
    test: z.optional(
      z.object({
        testId: z.string(),
        prompt: z.string(),
        negativePrompt: z.string(),
        editMode: z.enum(['stylise', 'angle', 'relight', 'surroundings']),
      }),
    ),
    favourite: z.optional(z.boolean()),
    /** Ids of collections. A set, so that concurrent changes add up. Absent if it is in none. */
    collections: z.optional(z.set(z.string())),
    /** Whether the gallery shows and counts it after it has ended. */
    inGallery: z.boolean(),
  },
);

export type StoredGeneration = z.output<typeof storedGenerationSchema>;
export type StoredVariation = z.output<typeof variationSchema>;
export type VariationFiles = z.output<typeof filesSchema>;
export type WordsChange = z.output<typeof wordsSchema>;
export type StoredFile = z.output<typeof fileSchema>;

/** The daily budget that pays for a generation's models. */
export function budgetOf({ purpose, tier }: Pick<StoredGeneration, 'purpose' | 'tier'>): BudgetName {
  return purpose === 'test' ? 'promptTests' : tier;
}

/**
 * Whether the pictures of a generation get the watermark. A fallback, which is the customer's own photo, gets none,
 * unless that photo is a generated picture with a watermark.
 */
export function isWatermarked({
  watermark,
  fallback,
  photo,
}: Pick<StoredGeneration, 'watermark' | 'fallback' | 'photo'>): boolean {
  return watermark && (!fallback || photo.needsWatermark === true);
}

/**
 * The full files that the owner of a picture gets: with the watermark if the plan at its creation had one and the plan
 * now has one (readings 21).
 */
export function filesFor(
  { clean, watermarked }: Pick<StoredVariation, 'clean' | 'watermarked'>,
  hasWatermark: boolean,
): VariationFiles & { readonly isWatermarked: boolean } {
  return watermarked && hasWatermark
    ? { ...watermarked, isWatermarked: true }
    : { ...clean, isWatermarked: false };
}
