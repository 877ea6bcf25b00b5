import type { Size } from './formats.ts';

export type PlatformId = 'uber' | 'deliveroo' | 'justeat' | 'doordash' | 'grubhub';

export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'gif';

export interface MenuImageType {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  /** Whether it shows one dish of the menu or is the header of the restaurant's page. */
  readonly use: PhotoUse;
  /** How the platform's app and pages show it. */
  readonly views: readonly AppView[];
}

/** One place where a platform shows a photo. */
export interface AppView {
  readonly name: string;
  readonly layout: 'tile' | 'card' | 'cover';
  /** Width divided by height of the part that is cut out of the file's middle; null for the whole file. */
  readonly ratio: number | null;
  /** The page on which the platform says so; null if we found no official page. */
  readonly source: RuleSource | null;
}

export type PhotoUse = 'item' | 'cover' | 'logo' | 'search';

/** How a photo reaches the platform: through the page for restaurants, or through its interface for programs. */
export type UploadRoute = 'portal' | 'api';

/** Where a requirement was published. */
export interface RuleSource {
  /** Publisher of the page. */
  readonly name: string;
  /** The collection that quotes it; null if it was read on the page itself. */
  readonly collection: string | null;
  /** ISO date of the platform's page; null if it was recorded without a date. */
  readonly readOn: string | null;
}

/** A platform's published requirement for one kind of photo, with source and date. */
export interface PhotoRequirement {
  /** Never changes, because operators' changes refer to it. */
  readonly id: string;
  readonly use: PhotoUse;
  readonly route: UploadRoute;
  readonly source: RuleSource;
  /** Size and shape as text. */
  readonly size: string;
  readonly minimum: Size | null;
  readonly maximum: Size | null;
  /** Width divided by height; null if unspecified. */
  readonly ratio: { readonly from: number; readonly to: number } | null;
  readonly formats: readonly PhotoFormat[];
  /** Maximum size of the file in bytes; null if unspecified. */
  readonly maxBytes: number | null;
  /** Which of these requirements the platform only recommends. */
  readonly advised: readonly ('pixels' | 'ratio' | 'bytes')[];
  /** Size in pixels of a file that meets all of these requirements. */
  readonly accepted: Size;
}

/** Requirements on a picture's content that can be measured. */
export const contentChecks = [
  'oneDish',
  'severalDishes',
  'centred',
  'squareCrop',
  'writing',
  'people',
  'collage',
  'colour',
] as const;

export type ContentCheck = (typeof contentChecks)[number];

/** Requirements on the content; `advice` if the platform allows exceptions that cannot be measured. */
export type ContentChecks = Readonly<Partial<Record<ContentCheck, 'fail' | 'advice'>>>;

/** A published rule for the content of pictures. */
export interface ContentRule {
  readonly text: string;
  /** The uses of photos to which it applies. */
  readonly uses: readonly PhotoUse[];
  /** What of it can be measured; empty for rules that can only be shown as text. */
  readonly checks: ContentChecks;
}

export interface Platform {
  readonly id: PlatformId;
  readonly name: string;
  readonly imageTypes: readonly MenuImageType[];
  /** Image guidance (specification, customer product, section 9). */
  readonly guidance: string;
  /** The one-line specification of the public guide (specification, back office, section 9). */
  readonly summary: string;
  /** Formats that both the guidance and the platform's own page allow. */
  readonly allowedFormats: readonly PhotoFormat[];
  /** Maximum size of a menu photo in bytes, the strictest published figure; null without one. */
  readonly maxBytes: number | null;
  /** The platform's published requirements; empty if no official page was found: they are then unverified. */
  readonly requirements: readonly PhotoRequirement[];
  /** The platform's published rules for the content of the picture. */
  readonly contentRules: readonly ContentRule[];
  /** Business days in which it reviews a new photo, as published; null if unspecified. */
  readonly reviewDays: number | null;
  /** The sentence of a prompt that requires these rules. */
  readonly prompt: string;
}

const MB = 1_000_000;

const collection = 'menuphotolab/delivery-app-photo-specs (CC BY 4.0, 2026-09-22)';

/** Read on the platforms' own pages while this was written. */
const readByUs = '2026-11-22';

const wide = { from: 1.75, to: 1.78 };

const doorDash: RuleSource = { name: 'DoorDash', collection, readOn: '2026-08-27' };
const grubhub: RuleSource = { name: 'Grubhub developer portal', collection, readOn: '2026-08-27' };

const list = { name: 'In the list', layout: 'tile', ratio: 1 } as const;
const dishPage = { name: "On the dish's page", layout: 'card', ratio: null, source: null } as const;
const restaurantPage = { name: "On the restaurant's page", layout: 'cover', ratio: null } as const;

/** The delivery platforms that the Menu Enhancer Pack prepares photos for. */
export const platforms: readonly Platform[] = [
  {
    id: 'uber',
    name: 'Uber Eats',
    imageTypes: [
      {
        id: 'cover',
        name: 'Cover/Hero',
        hint: '2880x2304',
        use: 'cover',
        views: [{ ...restaurantPage, source: null }],
      },
      {
        id: 'menu',
        name: 'Menu Picture',
        hint: '1200x800+',
        use: 'item',
        views: [{ ...list, source: null }, dishPage],
      },
    ],
    guidance: 'JPEG preferred or PNG, no text, logos or people',
    summary: '5:4, up to 10 MB, JPEG',
    allowedFormats: ['jpeg', 'png'],
    maxBytes: 10 * MB,
    requirements: [
      {
        id: 'uber-item-portal',
        use: 'item',
        route: 'portal',
        source: { name: 'Uber Eats', collection, readOn: '2026-08-30' },
        size: '550×440 to 10,000×10,000 px, 5:4 to 6:4 recommended',
        minimum: { width: 550, height: 440 },
        maximum: { width: 10_000, height: 10_000 },
        ratio: { from: 1.25, to: 1.5 },
        formats: ['jpeg', 'png', 'gif'],
        maxBytes: 10 * MB,
        advised: ['ratio'],
        accepted: { width: 1200, height: 800 },
      },
      {
        id: 'uber-item-api',
        use: 'item',
        route: 'api',
        source: { name: 'Uber Eats API documentation', collection: null, readOn: readByUs },
        size: '320 to 6000 px a side, under 25 MB',
        minimum: { width: 320, height: 320 },
        maximum: { width: 6000, height: 6000 },
        ratio: null,
        formats: ['jpeg', 'png', 'webp'],
        maxBytes: 25 * MB - 1,
        advised: [],
        accepted: { width: 1200, height: 800 },
      },
      {
        id: 'uber-cover-portal',
        use: 'cover',
        route: 'portal',
        source: { name: 'Uber Eats', collection, readOn: '2026-08-30' },
        size: '2880×2304 px, 5:4',
        minimum: { width: 2880, height: 2304 },
        maximum: null,
        ratio: { from: 1.25, to: 1.25 },
        formats: ['jpeg'],
        maxBytes: 10 * MB,
        advised: [],
        accepted: { width: 2880, height: 2304 },
      },
    ],
    contentRules: [
      { text: 'One item, centred', uses: ['item'], checks: { oneDish: 'fail', centred: 'fail' } },
      { text: 'No text, logo or watermark', uses: ['item'], checks: { writing: 'fail' } },
      { text: 'No people except hands', uses: ['item'], checks: { people: 'advice' } },
      { text: 'Several dishes, not one alone', uses: ['cover'], checks: { severalDishes: 'fail' } },
      { text: 'In colour', uses: ['cover'], checks: { colour: 'fail' } },
      { text: 'No people', uses: ['cover'], checks: { people: 'fail' } },
      { text: "No text but the restaurant's name", uses: ['cover'], checks: { writing: 'advice' } },
      { text: 'No collage and no shop front', uses: ['cover'], checks: { collage: 'fail' } },
      { text: 'Reviewed within 3 business days', uses: ['item', 'cover'], checks: {} },
    ],
    reviewDays: 3,
    prompt: 'One dish only, centred, with no people, logos or other items competing with it.',
  },
  {
    id: 'deliveroo',
    name: 'Deliveroo',
    imageTypes: [
      {
        id: 'hero',
        name: 'Hero 16:9',
        hint: '1920x1080+',
        use: 'cover',
        views: [{ ...restaurantPage, source: null }],
      },
      {
        id: 'menu',
        name: 'Menu Picture',
        hint: 'About 3:2 landscape',
        use: 'item',
        views: [{ ...list, source: null }, dishPage],
      },
    ],
    guidance: 'About 3:2 landscape, JPEG only',
    summary: '3:2, JPEG and square crop',
    allowedFormats: ['jpeg'],
    maxBytes: null,
    requirements: [
      {
        id: 'deliveroo-item-api',
        use: 'item',
        route: 'api',
        source: { name: 'Deliveroo API documentation', collection: null, readOn: null },
        size: '1920×1080 px, 16:9',
        minimum: { width: 1920, height: 1080 },
        maximum: null,
        ratio: wide,
        formats: ['jpeg', 'png'],
        maxBytes: null,
        advised: [],
        accepted: { width: 1920, height: 1080 },
      },
      {
        id: 'deliveroo-cover-api',
        use: 'cover',
        route: 'api',
        source: { name: 'Deliveroo API documentation', collection: null, readOn: null },
        size: 'At least 1920×1080 px',
        minimum: { width: 1920, height: 1080 },
        maximum: null,
        ratio: null,
        formats: ['jpeg', 'png'],
        maxBytes: 18 * MB,
        advised: [],
        accepted: { width: 1920, height: 1080 },
      },
    ],
    contentRules: [{ text: 'Must not mislead about the food', uses: ['item', 'cover'], checks: {} }],
    reviewDays: null,
    prompt:
      'The dish fills the middle of a landscape frame and still works when it is cropped to a square; portion and ingredients stay exactly as served.',
  },
  {
    id: 'justeat',
    name: 'Just Eat',
    imageTypes: [
      {
        id: 'square',
        name: 'Square',
        hint: '1000-1500 px',
        use: 'item',
        views: [{ ...list, source: null }, dishPage],
      },
      { id: 'thumbnail', name: 'Thumbnail', hint: '1:1', use: 'item', views: [{ ...list, source: null }] },
    ],
    guidance: 'Square or 4:3, JPEG, PNG or WebP',
    summary: 'Square or 4:3',
    allowedFormats: ['jpeg', 'png', 'webp'],
    maxBytes: null,
    requirements: [],
    contentRules: [],
    reviewDays: null,
    prompt: 'The whole dish sits centred in the square with a little even space around it.',
  },
  {
    id: 'doordash',
    name: 'DoorDash',
    imageTypes: [
      {
        id: 'header',
        name: 'Header 16:9',
        hint: '1920x1080',
        use: 'cover',
        views: [
          { ...restaurantPage, name: 'In the app', ratio: 16 / 9, source: doorDash },
          { ...restaurantPage, name: 'On the web', ratio: 4, source: doorDash },
        ],
      },
      {
        id: 'thumbnail',
        name: 'Thumbnail',
        hint: '1:1 crop',
        use: 'item',
        views: [{ ...list, source: doorDash }, dishPage],
      },
    ],
    guidance: 'Strict 16:9, no overlays or faces',
    summary: 'Strict 16:9',
    allowedFormats: ['jpeg', 'png'],
    maxBytes: 2 * MB,
    requirements: [
      {
        id: 'doordash-item-portal',
        use: 'item',
        route: 'portal',
        source: doorDash,
        size: '1400×800 px recommended, landscape 16:9 only; the page says both 2 MB and 16 MB',
        minimum: { width: 1400, height: 800 },
        maximum: null,
        ratio: wide,
        formats: ['jpeg', 'png'],
        maxBytes: 2 * MB,
        advised: ['pixels', 'bytes'],
        accepted: { width: 1400, height: 800 },
      },
      {
        id: 'doordash-cover-portal',
        use: 'cover',
        route: 'portal',
        source: doorDash,
        size: '1400×800 px, shown 4:1 on the web and 16:9 in the app',
        minimum: { width: 1400, height: 800 },
        maximum: null,
        ratio: wide,
        formats: ['jpeg', 'png'],
        maxBytes: 2 * MB,
        advised: [],
        accepted: { width: 1400, height: 800 },
      },
      {
        id: 'doordash-logo-portal',
        use: 'logo',
        route: 'portal',
        source: doorDash,
        size: '230×230 px',
        minimum: { width: 230, height: 230 },
        maximum: null,
        ratio: { from: 1, to: 1 },
        formats: ['jpeg', 'png'],
        maxBytes: null,
        advised: [],
        accepted: { width: 230, height: 230 },
      },
    ],
    contentRules: [
      {
        text: 'Thumbnails are cropped to 1:1: the dish must sit inside the centre square',
        uses: ['item'],
        checks: { squareCrop: 'fail' },
      },
      { text: 'Hands only if unobtrusive', uses: ['item', 'cover'], checks: { people: 'advice' } },
    ],
    reviewDays: null,
    prompt: 'The whole dish sits inside the centre square of the frame, with no overlays and no faces.',
  },
  {
    id: 'grubhub',
    name: 'Grubhub',
    imageTypes: [
      {
        id: 'square',
        name: 'Square',
        hint: '1000x1000+',
        use: 'item',
        views: [
          { ...list, name: 'As a card', layout: 'card', source: grubhub },
          { ...list, source: null },
        ],
      },
      {
        id: 'header',
        name: 'Header',
        hint: '2400x1800',
        use: 'cover',
        views: [
          { ...restaurantPage, name: 'In the app', source: null },
          { ...restaurantPage, name: 'On the web', ratio: 4, source: grubhub },
        ],
      },
    ],
    guidance: 'Square only, at least 1000x1000, original photo',
    summary: 'Square',
    allowedFormats: ['jpeg', 'png'],
    maxBytes: null,
    requirements: [
      {
        id: 'grubhub-item-api',
        use: 'item',
        route: 'api',
        source: grubhub,
        size: 'At least 1600×1200 px, 4:3',
        minimum: { width: 1600, height: 1200 },
        maximum: null,
        ratio: { from: 4 / 3, to: 4 / 3 },
        formats: ['png', 'jpeg'],
        maxBytes: null,
        advised: [],
        accepted: { width: 1600, height: 1200 },
      },
      {
        id: 'grubhub-item-portal',
        use: 'item',
        route: 'portal',
        source: { name: 'Grubhub help centre', collection, readOn: '2026-08-27' },
        size: 'At least 200×200 px, 1:1; contradicts the developer portal, both are published',
        minimum: { width: 200, height: 200 },
        maximum: null,
        ratio: { from: 1, to: 1 },
        formats: ['png'],
        maxBytes: null,
        advised: [],
        accepted: { width: 1200, height: 1200 },
      },
      {
        id: 'grubhub-cover-api',
        use: 'cover',
        route: 'api',
        source: grubhub,
        size: '2400×1800 px, shown 4:1 on desktop',
        minimum: { width: 2400, height: 1800 },
        maximum: null,
        ratio: { from: 4 / 3, to: 4 / 3 },
        formats: ['png', 'jpeg'],
        maxBytes: null,
        advised: [],
        accepted: { width: 2400, height: 1800 },
      },
      {
        id: 'grubhub-search-api',
        use: 'search',
        route: 'api',
        source: grubhub,
        size: '2400×1200 px',
        minimum: { width: 2400, height: 1200 },
        maximum: null,
        ratio: { from: 2, to: 2 },
        formats: ['png', 'jpeg'],
        maxBytes: null,
        advised: [],
        accepted: { width: 2400, height: 1200 },
      },
    ],
    contentRules: [
      { text: 'No body parts', uses: ['item', 'cover'], checks: { people: 'fail' } },
      { text: 'No stock photos', uses: ['item', 'cover'], checks: {} },
      { text: 'The app shows square cards', uses: ['item'], checks: { squareCrop: 'advice' } },
    ],
    reviewDays: null,
    prompt: 'The dish sits centred, with no hands or other body parts, as in an original photo of it.',
  },
];

/** Returns the platform with this id, or undefined. */
export function platformById(id: string): Platform | undefined {
  return platforms.find((platform) => platform.id === id);
}

/** Returns a platform's image type with this id, or undefined. */
export function imageTypeById(platform: Platform, id: string): MenuImageType | undefined {
  return platform.imageTypes.find((imageType) => imageType.id === id);
}

/**
 * Size in pixels of the delivered menu picture, by the words in the image type's id or name (specification,
 * customer product, section 9).
 */
export function menuTargetSize(platform: string, imageType: string): Size {
  switch (platform) {
    case 'uber':
      return /cover|hero/i.test(imageType) ? { width: 2880, height: 2304 } : { width: 1200, height: 800 };
    case 'deliveroo':
      return /16:9|hero/i.test(imageType) ? { width: 1920, height: 1080 } : { width: 1200, height: 800 };
    case 'doordash':
      return /16:9|header/i.test(imageType) ? { width: 1920, height: 1080 } : { width: 1080, height: 1080 };
    case 'grubhub':
      return /header/i.test(imageType) ? { width: 2400, height: 1800 } : { width: 1200, height: 1200 };
    default:
      return { width: 1200, height: 1200 };
  }
}

/**
 * The second file to offer if the platform's published requirement would reject our default size (readings 18);
 * undefined if it would not, or if nothing is published. If a platform publishes two requirements for the same photo,
 * the first one listed counts.
 */
export function acceptedAlternative(
  platformId: PlatformId,
  imageTypeId: string,
): { readonly width: number; readonly height: number; readonly reason: string } | undefined {
  const platform = platformById(platformId);
  const imageType = platform && imageTypeById(platform, imageTypeId);
  const requirement = platform?.requirements.find((candidate) => candidate.use === imageType?.use);
  if (!platform || !imageType || !requirement) return undefined;
  if (satisfies(menuTargetSize(platformId, imageTypeId), requirement)) return undefined;
  const { source, size, accepted } = requirement;
  const read = source.readOn === null ? 'date not recorded' : `read on ${source.readOn}`;
  return { ...accepted, reason: `${platform.name} asks for: ${size} (${source.name}, ${read}).` };
}

/** Whether a file of this size meets the pixel limits and the ratio of a requirement. */
export function satisfies(
  size: Size,
  requirement: Pick<PhotoRequirement, 'minimum' | 'maximum' | 'ratio'>,
): boolean {
  const { minimum, maximum, ratio } = requirement;
  if (minimum && (size.width < minimum.width || size.height < minimum.height)) return false;
  if (maximum && (size.width > maximum.width || size.height > maximum.height)) return false;
  return !ratio || hasRatio(size, ratio);
}

/** Whether two sides have this ratio, within the rounding of whole pixels. */
export function hasRatio(
  { width, height }: Size,
  { from, to }: NonNullable<PhotoRequirement['ratio']>,
): boolean {
  const rounding = 0.5 - 1e-6;
  const isWide = (width + rounding) / height >= from || width / (height - rounding) >= from;
  return isWide && ((width - rounding) / height <= to || width / (height + rounding) <= to);
}
