import { describe, expect, it } from 'vitest';
import {
  acceptedAlternative,
  hasRatio,
  imageTypeById,
  menuTargetSize,
  type PhotoRequirement,
  type PlatformId,
  platformById,
  platforms,
  satisfies,
} from '#shared/domain/platforms.ts';

describe('platforms', () => {
  it('are five with the image types of the specification', () => {
    // C3.33, C3.34, C3.35, C3.36, C3.37
    expect(
      platforms.map(({ id, imageTypes }) => [id, imageTypes.map(({ name, hint }) => [name, hint])]),
    ).toEqual([
      [
        'uber',
        [
          ['Cover/Hero', '2880x2304'],
          ['Menu Picture', '1200x800+'],
        ],
      ],
      [
        'deliveroo',
        [
          ['Hero 16:9', '1920x1080+'],
          ['Menu Picture', 'About 3:2 landscape'],
        ],
      ],
      [
        'justeat',
        [
          ['Square', '1000-1500 px'],
          ['Thumbnail', '1:1'],
        ],
      ],
      [
        'doordash',
        [
          ['Header 16:9', '1920x1080'],
          ['Thumbnail', '1:1 crop'],
        ],
      ],
      [
        'grubhub',
        [
          ['Square', '1000x1000+'],
          ['Header', '2400x1800'],
        ],
      ],
    ]);
  });

  it.each([
    ['uber', 'JPEG preferred or PNG, no text, logos or people'],
    ['deliveroo', 'About 3:2 landscape, JPEG only'],
    ['justeat', 'Square or 4:3, JPEG, PNG or WebP'],
    ['doordash', 'Strict 16:9, no overlays or faces'],
    ['grubhub', 'Square only, at least 1000x1000, original photo'],
  ])('%s has its guidance', (id, guidance) => {
    // C9.28, C9.29, C9.30, C9.31, C9.32
    expect(platformById(id)?.guidance).toBe(guidance);
  });

  it.each([
    ['uber', ['jpeg', 'png'], 10_000_000],
    ['deliveroo', ['jpeg'], null],
    ['justeat', ['jpeg', 'png', 'webp'], null],
    ['doordash', ['jpeg', 'png'], 2_000_000],
    ['grubhub', ['jpeg', 'png'], null],
  ])('%s takes %j up to %s bytes', (id, allowedFormats, maxBytes) => {
    expect(platformById(id)).toMatchObject({ allowedFormats, maxBytes });
  });
});

describe('menu picture sizes', () => {
  it.each([
    ['uber', 'cover', 2880, 2304],
    ['uber', 'Hero', 2880, 2304],
    ['uber', 'menu', 1200, 800],
    ['deliveroo', 'hero', 1920, 1080],
    ['deliveroo', 'Header 16:9', 1920, 1080],
    ['deliveroo', 'menu', 1200, 800],
    ['justeat', 'square', 1200, 1200],
    ['justeat', 'thumbnail', 1200, 1200],
    ['doordash', 'header', 1920, 1080],
    ['doordash', '16:9', 1920, 1080],
    ['doordash', 'thumbnail', 1080, 1080],
    ['grubhub', 'header', 2400, 1800],
    ['grubhub', 'square', 1200, 1200],
    ['somewhere else', 'header', 1200, 1200],
  ])('%s %s is %i×%i', (platform, imageType, width, height) => {
    // C9.21, C9.22, C9.23, C9.24, C9.25, C9.26
    expect(menuTargetSize(platform, imageType)).toEqual({ width, height });
  });

  it('are the same for the id and the name of every image type', () => {
    for (const { id, imageTypes } of platforms) {
      for (const type of imageTypes)
        expect(menuTargetSize(id, type.name)).toEqual(menuTargetSize(id, type.id));
    }
  });
});

describe('published requirements', () => {
  it.each([
    ['uber', ['2026-08-30', '2026-11-22', '2026-08-30']],
    ['deliveroo', [null, null]],
    ['justeat', []],
    ['doordash', ['2026-08-27', '2026-08-27', '2026-08-27']],
    ['grubhub', ['2026-08-27', '2026-08-27', '2026-08-27', '2026-08-27']],
  ])('of %s carry their source and date', (id, dates) => {
    const requirements = platformById(id)?.requirements ?? [];
    expect(requirements.map((requirement) => requirement.source.readOn)).toEqual(dates);
    for (const requirement of requirements) expect(requirement.source.name).not.toBe('');
  });

  it('are met by the file that they say is accepted', () => {
    for (const { requirements } of platforms) {
      for (const requirement of requirements) {
        expect(satisfies(requirement.accepted, requirement)).toBe(true);
      }
    }
  });

  it('have an id each', () => {
    const ids = platforms.flatMap(({ requirements }) => requirements.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  const requirement: PhotoRequirement = {
    id: 'a-test',
    use: 'item',
    route: 'portal',
    source: { name: 'A test', collection: null, readOn: null },
    size: '',
    minimum: { width: 100, height: 50 },
    maximum: { width: 400, height: 200 },
    ratio: { from: 1.5, to: 2 },
    formats: ['jpeg'],
    maxBytes: null,
    advised: [],
    accepted: { width: 200, height: 100 },
  };

  it.each([
    [100, 50, true],
    [400, 200, true],
    [99, 50, false],
    [100, 49, false],
    [401, 200, false],
    [400, 201, false],
    [150, 100, true],
    [149, 100, false],
    [201, 100, false],
  ])('judge %i×%i: %s', (width, height, met) => {
    expect(satisfies({ width, height }, requirement)).toBe(met);
  });

  it('limit each side on its own, without a ratio', () => {
    const limits = {
      ...requirement,
      minimum: { width: 100, height: 200 },
      maximum: { width: 1000, height: 2000 },
      ratio: null,
    };
    const isMet = (width: number, height: number) => satisfies({ width, height }, limits);
    expect([isMet(100, 200), isMet(1000, 2000), isMet(500, 500)]).toEqual([true, true, true]);
    expect([isMet(99, 500), isMet(500, 199), isMet(1001, 500), isMet(500, 2001)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('bind nothing where they say nothing', () => {
    const free = { ...requirement, minimum: null, maximum: null, ratio: null };
    expect(satisfies({ width: 1, height: 1000 }, free)).toBe(true);
  });
});

describe('a ratio', () => {
  it.each([
    [1920, 1080, true],
    [1921, 1081, true],
    [1919, 1079, true],
    [1920, 1081, false],
    [1920, 1079, false],
    [1923, 1081, false],
    [1917, 1079, false],
  ])('of 16:9, or 9:16 upright, in %i×%i pixels is met as nearly as pixels can: %s', (long, short, met) => {
    expect(hasRatio({ width: long, height: short }, { from: 16 / 9, to: 16 / 9 })).toBe(met);
    expect(hasRatio({ width: short, height: long }, { from: 9 / 16, to: 9 / 16 })).toBe(met);
  });
});

describe('the second file', () => {
  it.each([
    ['doordash', 'thumbnail', 1400, 800],
    ['grubhub', 'square', 1600, 1200],
    ['deliveroo', 'menu', 1920, 1080],
  ] as const)('for %s %s is %i×%i', (platform, imageType, width, height) => {
    expect(acceptedAlternative(platform, imageType)).toMatchObject({ width, height });
  });

  it.each([
    ['uber', 'cover'],
    ['uber', 'menu'],
    ['deliveroo', 'hero'],
    ['justeat', 'square'],
    ['justeat', 'thumbnail'],
    ['doordash', 'header'],
    ['grubhub', 'header'],
    ['grubhub', 'no such type'],
  ] as const)('is not needed for %s %s', (platform, imageType) => {
    expect(acceptedAlternative(platform, imageType)).toBeUndefined();
  });

  it('says who asks for it and since when that is known', () => {
    expect(acceptedAlternative('grubhub', 'square')?.reason).toBe(
      'Grubhub asks for: At least 1600×1200 px, 4:3 (Grubhub developer portal, read on 2026-08-27).',
    );
    expect(acceptedAlternative('deliveroo', 'menu')?.reason).toContain('date not recorded');
  });
});

describe('image types', () => {
  it('are found in their own platform', () => {
    const find = (platformId: PlatformId, id: string) => {
      const platform = platformById(platformId);
      return platform && imageTypeById(platform, id)?.use;
    };
    expect(find('uber', 'cover')).toBe('cover');
    expect(find('uber', 'header')).toBeUndefined();
    expect(find('grubhub', 'square')).toBe('item');
  });
});

describe('ratios', () => {
  it('are met as exactly as whole pixels can', () => {
    const fourToThree = { from: 4 / 3, to: 4 / 3 };
    expect(hasRatio({ width: 1000, height: 750 }, fourToThree)).toBe(true);
    expect(hasRatio({ width: 1001, height: 751 }, fourToThree)).toBe(true);
    expect(hasRatio({ width: 1002, height: 750 }, fourToThree)).toBe(false);
  });
});
