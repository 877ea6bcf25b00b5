import { describe, expect, it } from 'vitest';
import {
  formatById,
  formats,
  parseDimensions,
  promptFormatById,
  promptFormatOf,
  promptFormats,
} from '#shared/domain/formats.ts';

describe('ad formats', () => {
  it.each([
    ['story_vertical', 'Story Vertical', '1080x1920', '9:16', ['meta', 'tiktok']],
    ['square_feed', 'Square Feed', '1080x1080', '1:1', ['meta']],
    ['gdn_300x250', 'Google Display', '300x250', '6:5', ['google']],
    ['tiktok_vertical', 'TikTok Vertical', '1080x1920', '9:16', ['tiktok']],
  ])('%s is as specified', (id, name, dimensions, aspectRatio, channels) => {
    // C3.4, C3.6, C3.8, C3.9, C3.10, C3.44
    expect(formatById(id)).toMatchObject({ id, name, dimensions, aspectRatio, channels });
  });

  // C3.5
  it('are four and no other id is found', () => {
    expect(formats).toHaveLength(4);
    expect(formatById('instagram_story')).toBeUndefined();
  });

  it('post stories to Instagram and Facebook', () => {
    // C3.7
    expect(formatById('story_vertical')?.platforms).toEqual(['Instagram', 'Facebook']);
  });

  // C3.4, C3.44
  it.each(formats)('$id says what it is for and where it is shown', ({ description, platforms }) => {
    expect(description).toMatch(/^[A-Z].{10,}/);
    expect(platforms.length).toBeGreaterThan(0);
  });

  it.each(formats)('$id has one size in all its fields', (format) => {
    const [across = 0, down = 0] = format.aspectRatio.split(':').map(Number);
    expect(format.dimensions).toBe(`${format.width}x${format.height}`);
    expect(format.width / format.height).toBe(across / down);
    expect(format.renderWidth / format.renderHeight).toBe(across / down);
  });

  it('are made as large as delivered, except the small display ad', () => {
    const enlarged = formats.filter((format) => format.renderWidth !== format.width);
    expect(enlarged.map(({ id, renderWidth, renderHeight }) => [id, renderWidth, renderHeight])).toEqual([
      ['gdn_300x250', 1200, 1000],
    ]);
  });
});

describe('prompt formats', () => {
  it.each([
    ['instagram_story', 1080, 1920],
    ['instagram_feed', 1080, 1080],
    ['instagram_post', 1080, 1080],
    ['facebook_story', 1080, 1920],
    ['facebook_feed', 1080, 1080],
    ['tiktok', 1080, 1920],
    ['tiktok_vertical', 1080, 1920],
    ['google_display', 1200, 1000],
    ['website_hero', 1920, 1080],
    ['marketplace_listing', 1080, 1080],
    ['menu_item', 1080, 1080],
    ['email_header', 1200, 600],
  ])('%s is %i×%i', (id, width, height) => {
    // B9.23, B9.24, B9.25, B9.26, B9.27, B9.28
    expect(promptFormatById(id)).toMatchObject({ width, height });
  });

  it('know instagram_post and tiktok as aliases', () => {
    expect(promptFormatById('instagram_post')?.id).toBe('instagram_feed');
    expect(promptFormatById('tiktok')?.id).toBe('tiktok_vertical');
    expect(promptFormats).toHaveLength(10);
    expect(promptFormatById('poster')).toBeUndefined();
  });

  it.each([
    ['story_vertical', 'instagram_story'],
    ['square_feed', 'instagram_feed'],
    ['gdn_300x250', 'google_display'],
    ['tiktok_vertical', 'tiktok_vertical'],
  ] as const)('%s is prompted as %s', (format, promptFormat) => {
    // C9.20
    expect(promptFormatOf(format)).toBe(promptFormat);
  });
});

describe('dimensions', () => {
  it('are read as WIDTHxHEIGHT', () => {
    // C5.54
    expect(parseDimensions('1080x1920')).toEqual({ width: 1080, height: 1920 });
  });

  it.each([
    '',
    '1080',
    'x',
    '1080x',
    '1080X1080',
    '1080×1080',
    ' 1x1',
    '1x1\n',
    '1.5x2',
    '-1x1',
    '0x10',
    '10x0',
  ])('are not %j', (text) => {
    // C5.54
    expect(parseDimensions(text)).toBeUndefined();
  });

  it('are not longer than a number holds exactly', () => {
    expect(parseDimensions(`${'9'.repeat(400)}x1`)).toBeUndefined();
  });
});
