/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export type FormatId = 'story_vertical' | 'square_feed' | 'gdn_300x250' | 'tiktok_vertical';

type Channel = 'meta' | 'tiktok' | 'google';

/** An ad format that a user can choose; the specification calls it a template. */
export interface Format {
  readonly id: FormatId;
  readonly name: string;
  /** `WIDTHxHEIGHT` of the delivered file, in pixels. */
  readonly dimensions: string;
  readonly width: number;
  readonly height: number;
  readonly aspectRatio: string;
  readonly description: string;
  readonly platforms: readonly string[];
  readonly channels: readonly Channel[];
  /**
   * Pixels of the file that we make. It is the delivered file unless that is too small to draw well; then it is
   * also offered as the large file.
   */
  readonly renderWidth: number;
  readonly renderHeight: number;
}

/** The four ad formats (specification, customer product, section 3). */
export const formats: readonly Format[] = [
  {
    id: 'story_vertical',
    name: 'Story Vertical',
    dimensions: '1080x1920',
    width: 1080,
    height: 1920,
    aspectRatio: '9:16',
    description: 'Full-screen stories and reels',
    platforms: ['Instagram', 'Facebook'],
    channels: ['meta', 'tiktok'],
    renderWidth: 1080,
    renderHeight: 1920,
  },
  {
    id: 'square_feed',
    name: 'Square Feed',
    dimensions: '1080x1080',
    width: 1080,
    height: 1080,
    aspectRatio: '1:1',
    description: 'Posts in the feed, on any network',
    platforms: ['Instagram', 'Facebook'],
    channels: ['meta'],
    renderWidth: 1080,
    renderHeight: 1080,
  },
  {
    id: 'gdn_300x250',
    name: 'Google Display',
    dimensions: '300x250',
    width: 300,
    height: 250,
    aspectRatio: '6:5',
    description: 'Banner ads across the web',
    platforms: ['Google Display'],
    channels: ['google'],
    renderWidth: 1200,
    renderHeight: 1000,
  },
  {
    id: 'tiktok_vertical',
    name: 'TikTok Vertical',
    dimensions: '1080x1920',
    width: 1080,
    height: 1920,
    aspectRatio: '9:16',
    description: 'Full-screen covers and posts',
    platforms: ['TikTok'],
    channels: ['tiktok'],
    renderWidth: 1080,
    renderHeight: 1920,
  },
];

/** Returns the format with this id, or undefined. */
export function formatById(id: string): Format | undefined {
  return formats.find((format) => format.id === id);
}

export type PromptFormatId =
  | 'instagram_story'
  | 'instagram_feed'
  | 'facebook_story'
  | 'facebook_feed'
  | 'tiktok_vertical'
  | 'google_display'
  | 'website_hero'
  | 'marketplace_listing'
  | 'menu_item'
  | 'email_header';

/** A format in a prompt. The studio's formats map to some of these; prompt tests use all. */
export interface PromptFormat {
  readonly id: PromptFormatId;
  /** Other ids under which the specification lists the same format. */
  readonly aliases: readonly string[];
  readonly width: number;
  readonly height: number;
  /** How a prompt names it. */
  readonly description: string;
}

/**
 * All formats that a prompt may name. Ids: specification, customer product, section 5 (structured request);
 * sizes and aliases: back office, section 9. `email_header` belongs to prompt tests only.
 */
export const promptFormats: readonly PromptFormat[] = [
  {
    id: 'instagram_story',
    aliases: [],
    width: 1080,
    height: 1920,
    description: 'a full-screen vertical Instagram story',
  },
  {
    id: 'instagram_feed',
    aliases: ['instagram_post'],
    width: 1080,
    height: 1080,
    description: 'a square Instagram post',
  },
  {
    id: 'facebook_story',
    aliases: [],
    width: 1080,
    height: 1920,
    description: 'a full-screen vertical Facebook story',
  },
  { id: 'facebook_feed', aliases: [], width: 1080, height: 1080, description: 'a square Facebook post' },
  {
    id: 'tiktok_vertical',
    aliases: ['tiktok'],
    width: 1080,
    height: 1920,
    description: 'a full-screen vertical TikTok post',
  },
  { id: 'google_display', aliases: [], width: 1200, height: 1000, description: 'a display ad' },
  { id: 'website_hero', aliases: [], width: 1920, height: 1080, description: 'a wide website hero picture' },
  {
    id: 'marketplace_listing',
    aliases: [],
    width: 1080,
    height: 1080,
    description: 'a square marketplace listing',
  },
  { id: 'menu_item', aliases: [], width: 1080, height: 1080, description: 'a square menu photo' },
  { id: 'email_header', aliases: [], width: 1200, height: 600, description: 'a wide e-mail header' },
];

/** Returns the prompt format with this id or alias, or undefined. */
export function promptFormatById(idOrAlias: string): PromptFormat | undefined {
  return promptFormats.find((format) => format.id === idOrAlias || format.aliases.includes(idOrAlias));
}

const promptFormatIds = {
  story_vertical: 'instagram_story',
  square_feed: 'instagram_feed',
  gdn_300x250: 'google_display',
  tiktok_vertical: 'tiktok_vertical',
} as const satisfies Record<FormatId, PromptFormatId>;

/** The prompt format of an ad format (specification, customer product, section 9). */
export function promptFormatOf(formatId: FormatId): (typeof promptFormatIds)[FormatId] {
  return promptFormatIds[formatId];
}

/** Reads `WIDTHxHEIGHT` in pixels; undefined if it is not digits, `x`, digits, or if a side is zero. */
export function parseDimensions(dimensions: string): Size | undefined {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(dimensions)?.map(Number) ?? [];
  return isSide(width) && isSide(height) ? { width, height } : undefined;
}

function isSide(pixels: number | undefined): pixels is number {
  return Number.isSafeInteger(pixels) && pixels !== 0;
}
