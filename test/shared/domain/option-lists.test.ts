import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { avatarEthnicities, avatarGenders } from '#shared/domain/avatars.ts';
import { backgroundStyles, imageStyles, plateStyles } from '#shared/domain/menu-styles.ts';
import {
  defaultPromoPosition,
  maxPromoTextLength,
  promoPositionOf,
  promoPositions,
} from '#shared/domain/promo-text.ts';
import { sampleMenuItems } from '#shared/domain/samples.ts';

const idsOf = (options: readonly { readonly id: string }[]) => options.map((option) => option.id);

describe('avatar options', () => {
  it('are those of the specification', () => {
    // C3.29
    expect(idsOf(avatarGenders)).toEqual(['random', 'male', 'female', 'non-binary']);
    // C3.30
    expect(idsOf(avatarEthnicities)).toEqual([
      'random',
      'caucasian',
      'african',
      'asian',
      'hispanic',
      'middle-eastern',
      'south-asian',
      'mixed',
    ]);
  });

  it('describe everyone but random', () => {
    for (const option of [...avatarGenders, ...avatarEthnicities]) {
      expect(option.prompt === '').toBe(option.id === 'random');
    }
  });
});

describe('menu styles', () => {
  it('are those of the specification', () => {
    // C3.38
    expect(idsOf(backgroundStyles)).toEqual(['neutral', 'wooden', 'marble', 'dark', 'bright', 'restaurant']);
    // C3.39
    expect(idsOf(plateStyles)).toEqual([
      'current',
      'white-round',
      'white-square',
      'black-modern',
      'rustic',
      'elegant',
    ]);
    // C3.40
    expect(idsOf(imageStyles)).toEqual(['natural', 'vibrant', 'professional', 'lifestyle', 'premium']);
  });
});

describe('promotional text', () => {
  it('stands at the top, the bottom or the centre, at the top by default', () => {
    expect(promoPositions).toEqual([
      { id: 'top', name: 'Top' },
      { id: 'bottom', name: 'Bottom' },
      { id: 'center', name: 'Center' },
    ]);
    // C3.22
    expect(defaultPromoPosition).toBe('top');
    expect(maxPromoTextLength).toBe(100);
  });

  it('takes a position in any letter case', () => {
    expect(promoPositionOf('Center')).toBe('center');
    expect(promoPositionOf(' BOTTOM ')).toBe('bottom');
    expect(promoPositionOf('left')).toBeUndefined();
  });
});

describe('sample menu items', () => {
  it('are six dishes in six categories', () => {
    // C3.12
    expect(sampleMenuItems.map(({ id, category }) => [id, category])).toEqual([
      ['burger', 'Burgers'],
      ['fries', 'Sides'],
      ['pizza', 'Pizza'],
      ['smoothie', 'Beverages'],
      ['salad', 'Salads'],
      ['wings', 'Appetizers'],
    ]);
  });

  // C3.11
  it.each(sampleMenuItems)('$id has a price in pence and a picture that the site serves', (item) => {
    expect(item.name).not.toBe('');
    expect(item.description).not.toBe('');
    for (const time of [item.createdAt, item.updatedAt]) expect(new Date(time).toISOString()).toBe(time);
    expect(Number.isInteger(item.priceMinor) && item.priceMinor > 0).toBe(true);
    expect(item.imageUrl).toBe(`/samples/${item.id}.jpg`);
    expect(existsSync(`web/public${item.imageUrl}`)).toBe(true);
  });
});
