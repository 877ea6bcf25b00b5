import * as z from 'zod/mini';
import { tidyPromoText, undrawableText } from './promo-characters.ts';
import { maxPromoTextLength, type PromoPosition } from './promo-text.ts';

/** The parts of an overlay. */
export type OverlayPart = 'headline' | 'subheadline' | 'price' | 'logo';

/** Parts that are text, in the order in which they are drawn and listed. */
export const textParts = ['headline', 'subheadline', 'price'] as const;
export type TextPart = (typeof textParts)[number];

export const overlayFonts = [
  { id: 'inter', name: 'Inter', character: 'Clear' },
  { id: 'playfair', name: 'Playfair Display', character: 'Elegant' },
  { id: 'oswald', name: 'Oswald', character: 'Poster' },
  { id: 'lobster', name: 'Lobster', character: 'Diner' },
  { id: 'caveat', name: 'Caveat', character: 'Handwritten' },
] as const;
export type OverlayFont = (typeof overlayFonts)[number]['id'];

/** Greatest length of each text in characters. A price is short text: “£9.50”, “free”, “2 for 1”. */
export const maxOverlayLength: Readonly<Record<TextPart, number>> = {
  headline: maxPromoTextLength,
  subheadline: 100,
  price: 20,
};

/** Least size of a part, as a share of its largest size. */
export const minOverlaySize = 0.3;

const colorSchema = z
  .string()
  .check(z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/, 'Please choose a colour such as #d9381e'));

/** Rounded, because DynamoDB refuses numbers as small as a script could send. */
const round = (share: number) => Math.round(share * 10_000) / 10_000;
const shareSchema = z.number().check(z.minimum(0), z.maximum(1), z.overwrite(round));

/**
 * Place of a part: 0 and 1 are the ends of the free room beside and above it in the safe area, so every place is
 * inside.
 */
const placeSchema = z.strictObject({
  x: shareSchema,
  y: shareSchema,
  size: z.number().check(z.minimum(minOverlaySize), z.maximum(1), z.overwrite(round)),
});

const overlayFontSchema = z.enum(['inter', 'playfair', 'oswald', 'lobster', 'caveat']);

/**
 * Words and logo on a picture, as they are stored (specification, customer product, section 3: text overlay). An empty
 * text is not drawn.
 */
export const overlaySchema = z.strictObject({
  headline: z.string(),
  subheadline: z.string(),
  price: z.string(),
  font: overlayFontSchema,
  colors: z.strictObject({
    headline: colorSchema,
    subheadline: colorSchema,
    price: colorSchema,
    /** Colour of the badge behind the price. */
    background: colorSchema,
  }),
  places: z.strictObject({
    headline: placeSchema,
    subheadline: placeSchema,
    price: placeSchema,
    logo: placeSchema,
  }),
  /** Whether the account's logo is drawn. */
  logo: z.boolean(),
});

/* @__NO_SIDE_EFFECTS__ */
const textSchema = (name: string, part: TextPart) =>
  z.string().check(
    z.overwrite(tidyPromoText),
    z.maxLength(maxOverlayLength[part], `${name} too long`),
    z.refine((text) => undrawableText(text) === undefined, {
      error: ({ input }) => undrawableText(String(input)) ?? name,
    }),
  );

/** An overlay in a request: its texts must be drawable. */
export const newOverlaySchema = z.extend(overlaySchema, {
  headline: textSchema('Headline', 'headline'),
  subheadline: textSchema('Subheadline', 'subheadline'),
  price: textSchema('Price', 'price'),
});

export type Overlay = z.output<typeof overlaySchema>;

/** The look of the words on an account's pictures: a font, their colour, and that of the badge behind a price. */
export const brandLookSchema = z.strictObject({
  font: overlayFontSchema,
  colors: z.strictObject({ words: colorSchema, accent: colorSchema }),
});

export type BrandLook = z.output<typeof brandLookSchema>;

/** The changed parts of a look. */
export const lookChangesSchema = z.partial(
  z.strictObject({ font: overlayFontSchema, colors: z.partial(brandLookSchema.shape.colors) }),
);

export type LookChanges = z.output<typeof lookChangesSchema>;

/** A look with its changes. */
export function changedLook(look: BrandLook, { font = look.font, colors }: LookChanges): BrandLook {
  return { font, colors: { ...look.colors, ...colors } };
}

/**
 * The look of an account that has not chosen one; its font is the specification's default (customer product, section
 * 3).
 */
export const plainLook: BrandLook = { font: 'inter', colors: { words: '#ffffff', accent: '#d9381e' } };

/** An overlay without words, with each part in its default place. */
export function emptyOverlay({ font, colors }: BrandLook = plainLook): Overlay {
  return {
    headline: '',
    subheadline: '',
    price: '',
    font,
    colors: {
      headline: colors.words,
      subheadline: colors.words,
      price: '#ffffff',
      background: colors.accent,
    },
    places: {
      headline: { x: 0.5, y: 0, size: 1 },
      subheadline: { x: 0.5, y: 0.2, size: 1 },
      price: { x: 1, y: 1, size: 1 },
      logo: { x: 0, y: 1, size: 0.7 },
    },
    logo: false,
  };
}

/** How promotional text is set, and whether the account's logo stands beside it. */
export const promoLookSchema = z.strictObject({
  font: overlayFontSchema,
  color: colorSchema,
  logo: z.boolean(),
});

export type PromoLook = z.output<typeof promoLookSchema>;

/** Promotional text of the wizard. Without a look of its own it has the account's look, and no logo. */
interface Promo {
  readonly promoText: string;
  readonly promoPosition: PromoPosition;
  readonly promoLook?: PromoLook | null;
}

const heights: Readonly<Record<PromoPosition, number>> = { top: 0, center: 0.5, bottom: 1 };

/**
 * The overlay of the wizard's promotional text: a headline. It is smaller in the centre, where the dish is, and beside
 * a logo.
 * @param look The account's look.
 */
export function overlayOfPromo(
  { promoText, promoPosition, promoLook }: Promo,
  look: BrandLook = plainLook,
): Overlay {
  const { font, color: words } = promoLook ?? { font: look.font, color: look.colors.words };
  const overlay = emptyOverlay({ font, colors: { ...look.colors, words } });
  const size = promoPosition === 'center' ? 0.7 : 1;
  const headline = { x: 0.5, y: heights[promoPosition], size };
  const logo = { ...overlay.places.logo, y: promoPosition === 'bottom' ? 0 : 1 };
  return {
    ...overlay,
    headline: promoText,
    places: { ...overlay.places, headline, logo },
    logo: promoLook?.logo ?? false,
  };
}

/** The headline as promotional text, with its look: the wizard's initial values when a picture is made again. */
export function promoOfOverlay({ headline, places, font, colors, logo }: Overlay) {
  const { y } = places.headline;
  const promoPosition: PromoPosition = y < 1 / 3 ? 'top' : y > 2 / 3 ? 'bottom' : 'center';
  return { promoText: headline, promoPosition, promoLook: { font, color: colors.headline, logo } };
}

/** Whether nothing is drawn. */
export function isOverlayEmpty(overlay: Overlay): boolean {
  return !overlay.logo && textParts.every((part) => overlay[part] === '');
}

/** All words of an overlay, in one line. */
export function overlayText(overlay: Overlay): string {
  return textParts
    .map((part) => overlay[part])
    .filter((text) => text !== '')
    .join(' · ');
}

/** A preset for a kind of offer. Words that are undefined stay unchanged. */
export interface OverlayPreset {
  readonly id: string;
  readonly name: string;
  readonly headline: string;
  readonly subheadline: string;
  readonly price: string;
  readonly places: Pick<Overlay['places'], TextPart>;
}

/** The first is the specification's default (customer product, section 3). */
export const overlayPresets: readonly OverlayPreset[] = [
  {
    id: 'plain',
    name: 'Plain',
    headline: 'Delicious & Fresh',
    subheadline: 'Made with premium ingredients',
    price: '',
    places: {
      headline: { x: 0.5, y: 0, size: 1 },
      subheadline: { x: 0.5, y: 0.13, size: 0.9 },
      price: { x: 1, y: 1, size: 1 },
    },
  },
  {
    id: 'new',
    name: 'New dish',
    headline: 'New on the menu',
    subheadline: 'Come and try it first',
    price: '',
    places: {
      headline: { x: 0, y: 0.88, size: 1 },
      subheadline: { x: 0, y: 1, size: 0.9 },
      price: { x: 1, y: 0, size: 1 },
    },
  },
  {
    id: 'special',
    name: 'Special price',
    headline: 'Today’s special',
    subheadline: 'While it lasts',
    price: '£9.50',
    places: {
      headline: { x: 0, y: 0, size: 1 },
      subheadline: { x: 0, y: 0.13, size: 0.9 },
      price: { x: 1, y: 1, size: 1 },
    },
  },
  {
    id: 'happy-hour',
    name: 'Happy hour',
    headline: 'Happy hour',
    subheadline: 'Every day from 5 to 7',
    price: '2 for 1',
    places: {
      headline: { x: 0.5, y: 0, size: 1 },
      subheadline: { x: 0.5, y: 1, size: 1 },
      price: { x: 1, y: 0.2, size: 0.8 },
    },
  },
  {
    id: 'weekend',
    name: 'Weekend',
    headline: 'Only this weekend',
    subheadline: 'Friday to Sunday',
    price: '',
    places: {
      headline: { x: 0.5, y: 0.88, size: 1 },
      subheadline: { x: 0.5, y: 1, size: 0.9 },
      price: { x: 1, y: 0, size: 1 },
    },
  },
];

/** An overlay with the words and places of a preset; font, colours and logo stay unchanged. */
export function withPreset(overlay: Overlay, preset: OverlayPreset): Overlay {
  const { headline, subheadline, price, places } = preset;
  return { ...overlay, headline, subheadline, price, places: { ...overlay.places, ...places } };
}
