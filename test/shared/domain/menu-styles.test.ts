import { describe, expect, it } from 'vitest';
import { backgroundStyles, imageStyles, plateStyles } from '#shared/domain/menu-styles.ts';

const idsOf = (options: readonly { readonly id: string }[]) => options.map((option) => option.id);

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
