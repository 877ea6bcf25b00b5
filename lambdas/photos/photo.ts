import { basename } from 'node:path';
import * as z from 'zod/mini';
import { measuresSchema } from '#lambdas/pictures/measures.ts';
import { digitalSourceTypes } from '#lambdas/pictures/provenance.ts';
import { dishPlaceSchema, findingsSchema } from '#shared/api/photos.ts';
import { fileFixes } from '#shared/domain/check-file.ts';
import { storedReadingSchema } from '#shared/domain/dish-reading.ts';
import { countSchema } from '#shared/domain/numbers.ts';

/** Where a source photo is stored. */
export const photoFileSchema = z.object({
  store: z.enum(['uploads', 'originals', 'site']),
  key: z.string(),
  /** The clean file of a generated picture whose downloads have the watermark as long as the plan has one. */
  needsWatermark: z.optional(z.boolean()),
  /** How a picture was made that serves as a photo; absent if nothing of ours changed it. */
  madeHere: z.optional(
    z.object({
      type: z.enum(digitalSourceTypes),
      /** Whether its whole dish is as in the customer's photo. */
      isDishUnchanged: z.boolean(),
    }),
  ),
});

/** Work that is done at most once for a photo, under a lease. */
const workSchema = z.object({
  state: z.enum(['making', 'made', 'failed']),
  /** The worker that holds the lease, or that ended the work; absent while the work waits in the queue. */
  token: z.optional(z.string()),
  /** Expiry of the lease (ISO 8601). After it, any worker may take the work over. */
  leaseUntil: z.optional(z.string()),
  /** Runs that released the lease because the model was throttled. */
  throttledRuns: z.optional(countSchema),
  /** Day of the budget from which the expected cost is reserved, and how much (millionths of a dollar). */
  budgetDay: z.optional(z.string()),
  reservedCost: z.optional(countSchema),
  /** Why the work failed, for the customer. */
  message: z.optional(z.string()),
});

const boxSchema = z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() });

const cutOutSchema = z.extend(workSchema, {
  /** Pixels of the mask. */
  width: z.optional(countSchema),
  height: z.optional(countSchema),
  findings: z.optional(findingsSchema),
  dish: z.optional(dishPlaceSchema),
});

const readingSchema = z.extend(workSchema, { content: z.optional(storedReadingSchema) });

const factsSchema = z.extend(workSchema, { content: z.optional(measuresSchema) });

const repairSchema = z.extend(workSchema, {
  /** The platform's rule for which the file is repaired. */
  ruleId: z.optional(z.string()),
  isWatermarked: z.optional(z.boolean()),
  content: z.optional(
    z.object({
      fixes: z.array(z.enum(fileFixes)),
      /** The part of the photo that was kept; null for all of it. */
      crop: z.nullable(boxSchema),
      /** Measures of the repaired file. */
      measures: measuresSchema,
      dish: dishPlaceSchema,
    }),
  ),
});

/** A photo as the table holds it, and what was made of it. */
export const storedPhotoSchema = z.object({
  /** SHA-256 of the file, in hexadecimal. */
  id: z.string(),
  userId: z.string(),
  file: photoFileSchema,
  /** Pixels of the upright photo. */
  width: countSchema,
  height: countSchema,
  createdAt: z.string(),
  /** Seconds since the epoch. */
  expiresAt: z.int(),
  cutOut: z.optional(cutOutSchema),
  /** The mask that a person corrected, as long as it replaces the cut-out: its file, and the dish's place in it. */
  correction: z.optional(z.object({ at: z.string(), key: z.string(), dish: dishPlaceSchema })),
  reading: z.optional(readingSchema),
  /** Measured facts of the file, for platform checks. */
  facts: z.optional(factsSchema),
  /** The file repaired for a platform: the one that was requested last. */
  repair: z.optional(repairSchema),
});

export type PhotoFile = z.output<typeof photoFileSchema>;
export type StoredPhoto = z.output<typeof storedPhotoSchema>;

/** The kinds of work on a photo. */
export const photoParts = ['cutOut', 'reading', 'facts', 'repair'] as const;
export type PhotoPart = (typeof photoParts)[number];
export type PhotoWork<P extends PhotoPart = PhotoPart> = NonNullable<StoredPhoto[P]>;

/** Prefix of the keys of everything that was made of the user's photos, in the bucket for originals. */
export function photoFolder(userId: string): string {
  return `photos/${userId}/`;
}

/**
 * Keys of a photo's files in the bucket for originals. Masks are greyscale PNGs of the whole upright photo; `masks` is
 * the prefix of the corrected ones, `plate` the mask of the plate alone.
 */
export function photoKeys({ userId, id }: Pick<StoredPhoto, 'userId' | 'id'>) {
  const folder = `${photoFolder(userId)}${id}/`;
  return {
    cutOut: `${folder}cut-out.png`,
    plate: `${folder}plate.png`,
    masks: `${folder}masks/`,
  };
}

/** Names the photo's mask: `cutOut`, or the corrected one. */
export function maskVersionOf({ correction }: Pick<StoredPhoto, 'correction'>): string {
  return correction ? basename(correction.key, '.png') : 'cutOut';
}

/** The key of a repaired file, for each rule another: two repairs may be made at the same time. */
export function repairedKey(
  { userId, id }: Pick<StoredPhoto, 'userId' | 'id'>,
  { ruleId = '', isWatermarked = false }: Pick<PhotoWork<'repair'>, 'ruleId' | 'isWatermarked'>,
): string {
  return `${photoFolder(userId)}${id}/repaired/${ruleId}${isWatermarked ? '-marked' : ''}`;
}
