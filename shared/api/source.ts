import * as z from 'zod/mini';

/** A ULID made by the client. Its time part must be within 10 minutes of the server's clock. */
export const ulidSchema = z.string().check(z.regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'Invalid id'));

/** Which of the two variations of a generation. */
export const variationIndexSchema = z.int().check(z.minimum(0), z.maximum(1));

/** Where a photo comes from: a finished upload, a sample dish, or a picture that was generated before. */
export const sourceSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('upload'), uploadId: ulidSchema }),
  z.strictObject({ type: z.literal('sample'), itemId: z.string().check(z.maxLength(50)) }),
  z.strictObject({
    type: z.literal('generation'),
    generationId: ulidSchema,
    variation: variationIndexSchema,
  }),
]);
