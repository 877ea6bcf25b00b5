import * as z from 'zod/mini';
import { reasonOf } from '#shared/zod-messages.ts';
import { parseDimensions } from './formats.ts';
import { maxCustomPromptLength, maxNameLength, maxSceneLength } from './limits.ts';
import { plainText } from './plain-text.ts';
import { maxPromoTextLength } from './promo-text.ts';

// Limits and messages are those of the specification, customer product, section 5. For a limit without a message there,
// ours follows the same pattern.

/* @__NO_SIDE_EFFECTS__ */
const required = (message: string, maximum: number, tooLong: string) =>
  z
    .string(message)
    .check(z.overwrite(plainText), z.trim(), z.minLength(1, message), z.maxLength(maximum, tooLong));

/** Name of the dish. */
export const productNameSchema = required('Product name is required', maxNameLength, 'Product name too long');

const templateDimensions = z
  .string()
  .check(z.refine((text) => parseDimensions(text) !== undefined, 'Invalid dimensions format'));

/** Greatest length of a directive, in characters. */
export const maxDirectiveLength = 500;

/** The request of a generation that has neither filter nor scene: ids and the user's instructions. */
export const structuredRequestSchema = z.lazy(() =>
  z.strictObject({
    productName: productNameSchema,
    format: z.enum(
      [
        'instagram_story',
        'instagram_feed',
        'facebook_story',
        'facebook_feed',
        'tiktok_vertical',
        'google_display',
        'website_hero',
        'marketplace_listing',
        'menu_item',
      ],
      'Unknown format',
    ),
    angle: z.optional(z.enum(['overhead', 'angled45', 'profile'], 'Unknown angle')),
    adjustments: z.optional(
      z.array(
        z.enum(['blurBackground', 'enhanceDetails', 'warmerLighting', 'studioLight'], 'Unknown adjustment'),
      ),
    ),
    extraDirectives: z.optional(
      z.array(z.string().check(z.maxLength(maxDirectiveLength, 'Directive too long'))),
    ),
    templateDimensions: z.optional(templateDimensions),
  }),
);

/**
 * A request that carries the prompt texts themselves. Fields too short for a catalogue text (`filterPrompt`,
 * `cameraAngle`, avatar) carry its id. `templateDimensions` comes with prompt tests (back office, section 7).
 */
export const freeFormRequestSchema = z.lazy(() =>
  z.strictObject({
    productName: productNameSchema,
    format: required('Format is required', 50, 'Format too long'),
    adjustmentPrompt: z.optional(z.string().check(z.maxLength(500, 'Adjustment prompt too long'))),
    filterPrompt: z.optional(z.string().check(z.maxLength(100, 'Filter prompt too long'))),
    cameraAngle: z.optional(z.string().check(z.maxLength(50, 'Camera angle too long'))),
    customPrompt: z.optional(z.string().check(z.maxLength(maxCustomPromptLength, 'Custom prompt too long'))),
    promoText: z.optional(z.string().check(z.maxLength(maxPromoTextLength, 'Promo text too long'))),
    promoPosition: z.optional(z.string().check(z.maxLength(50, 'Promo position too long'))),
    influencerPrompt: z.optional(z.string().check(z.maxLength(maxSceneLength, 'Influencer prompt too long'))),
    avatarGender: z.optional(z.string().check(z.maxLength(50, 'Avatar gender too long'))),
    avatarEthnicity: z.optional(z.string().check(z.maxLength(50, 'Avatar ethnicity too long'))),
    templateDimensions: z.optional(templateDimensions),
  }),
);

/** Choices of the Menu Enhancer Pack. */
export const menuPackRequestSchema = z.strictObject({
  platform: required('Platform is required', 50, 'Platform too long'),
  imageType: required('Image type is required', 100, 'Image type too long'),
  backgroundStyle: required('Background style is required', 50, 'Background style too long'),
  plateStyle: required('Plate style is required', 50, 'Plate style too long'),
  imageStyle: required('Image style is required', 50, 'Image style too long'),
});

export type StructuredRequest = z.output<typeof structuredRequestSchema>;
export type FreeFormRequest = z.output<typeof freeFormRequestSchema>;
export type MenuPackRequest = z.output<typeof menuPackRequestSchema>;

/** A request that breaks a rule; its message begins with `Invalid input: `. */
export class InvalidInputError extends Error {
  override readonly name = 'InvalidInputError';

  constructor(reason: string) {
    super(`Invalid input: ${reason}`);
  }
}

/** Returns the parsed value, or throws an InvalidInputError that names everything wrong with it. */
export function parseOrInvalidInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new InvalidInputError(result.error.issues.map(reasonOf).join('; '));
}
