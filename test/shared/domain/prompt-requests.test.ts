import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import {
  freeFormRequestSchema,
  InvalidInputError,
  menuPackRequestSchema,
  parseOrInvalidInput,
  structuredRequestSchema,
} from '#shared/domain/prompt-requests.ts';

/** The message that a value is refused with; undefined if it is accepted. */
function refusal(schema: z.ZodMiniType, value: unknown): string | undefined {
  try {
    parseOrInvalidInput(schema, value);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInputError);
    return (error as Error).message;
  }
}

const long = (length: number) => 'x'.repeat(length);

const structured = { productName: 'Burger', format: 'instagram_feed' };
const freeForm = { productName: 'Burger', format: 'instagram_feed' };
const menu = {
  platform: 'uber',
  imageType: 'menu',
  backgroundStyle: 'marble',
  plateStyle: 'current',
  imageStyle: 'natural',
};

describe('the structured request', () => {
  // C5.24
  it.each([
    'instagram_story',
    'instagram_feed',
    'facebook_story',
    'facebook_feed',
    'tiktok_vertical',
    'google_display',
    'website_hero',
    'marketplace_listing',
    'menu_item',
  ])('takes format %s', (format) => {
    // C5.24
    expect(refusal(structuredRequestSchema, { ...structured, format })).toBeUndefined();
  });

  it.each(['overhead', 'angled45', 'profile', undefined])('takes angle %s', (angle) => {
    // C5.25
    expect(refusal(structuredRequestSchema, { ...structured, angle })).toBeUndefined();
  });

  // C5.26, C5.27
  it('takes everything that the specification lists', () => {
    const full = {
      ...structured,
      angle: 'angled45',
      adjustments: ['blurBackground', 'enhanceDetails', 'warmerLighting', 'studioLight'],
      extraDirectives: [long(500)],
      templateDimensions: '1080x1080',
    };
    expect(parseOrInvalidInput(structuredRequestSchema, full)).toEqual(full);
  });

  // C5.22, C5.23, C5.28
  it.each([
    [{ productName: '   ' }, 'Invalid input: Product name is required'],
    [{ productName: undefined }, 'Invalid input: Product name is required'],
    [{ productName: long(101) }, 'Invalid input: Product name too long'],
    [{ format: 'email_header' }, 'Invalid input: Unknown format'],
    [{ format: 'instagram_post' }, 'Invalid input: Unknown format'],
    [{ angle: 'angled_45' }, 'Invalid input: Unknown angle'],
    [{ adjustments: ['dramaticLighting'] }, 'Invalid input: Unknown adjustment'],
    [{ extraDirectives: [long(501)] }, 'Invalid input: Directive too long'],
    [{ templateDimensions: '1080 x 1080' }, 'Invalid input: Invalid dimensions format'],
    [{ templateDimensions: '0x1080' }, 'Invalid input: Invalid dimensions format'],
  ])('refuses %j', (change, message) => {
    // C5.25
    expect(refusal(structuredRequestSchema, { ...structured, ...change })).toBe(message);
  });

  it('trims the product name before it counts', () => {
    const parsed = parseOrInvalidInput(structuredRequestSchema, {
      ...structured,
      productName: `  ${long(100)}  `,
    });
    // C5.21
    expect(parsed.productName).toBe(long(100));
  });
});

describe('the free-form request', () => {
  const limits = [
    ['format', 50, 'Format too long'],
    ['adjustmentPrompt', 500, 'Adjustment prompt too long'],
    ['filterPrompt', 100, 'Filter prompt too long'],
    ['cameraAngle', 50, 'Camera angle too long'],
    ['customPrompt', 1000, 'Custom prompt too long'],
    ['promoText', 100, 'Promo text too long'],
    ['promoPosition', 50, 'Promo position too long'],
    ['influencerPrompt', 500, 'Influencer prompt too long'],
    ['avatarGender', 50, 'Avatar gender too long'],
    ['avatarEthnicity', 50, 'Avatar ethnicity too long'],
    ['productName', 100, 'Product name too long'],
  ] as const;

  it.each(limits)('takes %s up to %i characters', (field, limit, message) => {
    // C5.31, C5.32, C5.33, C5.34, C5.35, C5.36, C5.37, C5.38
    expect(refusal(freeFormRequestSchema, { ...freeForm, [field]: long(limit) })).toBeUndefined();
    // C5.30
    expect(refusal(freeFormRequestSchema, { ...freeForm, [field]: long(limit + 1) })).toBe(
      `Invalid input: ${message}`,
    );
  });

  it.each([
    [{ format: ' ' }, 'Invalid input: Format is required'],
    [{ productName: '' }, 'Invalid input: Product name is required'],
    [{ customPrompt: 5 }, 'Invalid input: customPrompt: expected string, received number'],
    [{ price: 5 }, 'Invalid input: Unrecognized key: "price"'],
  ])('refuses %j', (change, message) => {
    expect(refusal(freeFormRequestSchema, { ...freeForm, ...change })).toBe(message);
  });

  it('names everything that is wrong', () => {
    // C5.29, C5.48
    expect(refusal(freeFormRequestSchema, { productName: '', format: 'x', promoText: long(101) })).toBe(
      'Invalid input: Product name is required; Promo text too long',
    );
  });

  it('refuses what is no object at all', () => {
    // C5.48
    expect(refusal(freeFormRequestSchema, null)).toBe('Invalid input: expected object, received null');
  });
});

describe('the menu pack request', () => {
  it.each([
    ['platform', 50, 'Platform is required'],
    ['imageType', 100, 'Image type is required'],
    ['backgroundStyle', 50, 'Background style is required'],
    ['plateStyle', 50, 'Plate style is required'],
    ['imageStyle', 50, 'Image style is required'],
  ])('needs %s of at most %i characters', (field, limit, message) => {
    // C3.32, C5.39, C5.40, C5.41, C5.42, C5.43
    expect(refusal(menuPackRequestSchema, { ...menu, [field]: long(limit) })).toBeUndefined();
    expect(refusal(menuPackRequestSchema, { ...menu, [field]: long(limit + 1) })).toMatch(/ too long$/);
    expect(refusal(menuPackRequestSchema, { ...menu, [field]: '' })).toBe(`Invalid input: ${message}`);
    expect(refusal(menuPackRequestSchema, { ...menu, [field]: undefined })).toBe(`Invalid input: ${message}`);
  });
});
