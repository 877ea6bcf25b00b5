import * as z from 'zod/mini';

/** The camera's position relative to the dish. */
const viewpointSchema = z.enum(['top', 'angle', 'side', 'unclear']);

/** A vision model's findings about a photo of a dish. All of them are advice. */
export const dishReadingSchema = z.object({
  isFood: z.boolean(),
  /** Food leaves the frame. */
  cutOff: z.boolean(),
  severalDishes: z.boolean(),
  /** Several photos were put together into one. */
  collage: z.boolean(),
  /** Things that do not belong to the dish draw attention. */
  cluttered: z.boolean(),
  /** People, faces or hands. */
  people: z.boolean(),
  /** Writing, logos or a watermark. */
  writing: z.boolean(),
  viewpoint: viewpointSchema,
  /** The dish's name as a menu would give it; empty if it cannot be recognised. */
  name: z.string().check(z.trim(), z.maxLength(60)),
  /** For people who do not see the photo. */
  altText: z.string().check(z.trim(), z.maxLength(200)),
  /** One or two sentences about what can be seen; nothing about ingredients or allergens that cannot. */
  description: z.string().check(z.trim(), z.maxLength(300)),
});

/** A stored reading, which may be older than the field `collage`. */
export const storedReadingSchema = z.extend(dishReadingSchema, { collage: z._default(z.boolean(), false) });

export type DishReading = z.output<typeof dishReadingSchema>;
