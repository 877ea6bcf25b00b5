import * as z from 'zod/mini';
import { countSchema } from '#shared/domain/numbers.ts';

/** The measured part of `FileFacts`: without what masks and readings add. */
export const measuresSchema = z.object({
  width: countSchema,
  height: countSchema,
  format: z.enum(['jpeg', 'png', 'webp', 'gif']),
  bytes: countSchema,
  sharpness: z.number(),
  highlights: z.number(),
  blackAndWhite: z.boolean(),
});
