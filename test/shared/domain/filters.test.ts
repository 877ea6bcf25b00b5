import { describe, expect, it } from 'vitest';
import { filterById, filters } from '#shared/domain/filters.ts';

describe('filters', () => {
  it('are the sixteen of the specification, in its order', () => {
    // C3.28, B3.15
    expect(filters.map((filter) => filter.id)).toEqual([
      'synthwave',
      'anime',
      'neo-cyber',
      'glitch',
      'popcrush',
      'luxeglow',
      'auradream',
      'streetsplash',
      'flamerush',
      'frostbite',
      'galaxydrip',
      'liquidgold',
      'shockwave',
      'pixelpop',
      'hyperbloom',
      'prismpulse',
    ]);
  });

  it('have a name and a blurb that fit a tile', () => {
    // B3.15
    expect(new Set(filters.map((filter) => filter.name)).size).toBe(16);
    for (const filter of filters) {
      expect(filter.name.length).toBeLessThanOrEqual(14);
      expect(filter.blurb.length).toBeLessThanOrEqual(34);
    }
  });

  it('put the food into every style prompt', () => {
    // B3.16
    for (const filter of filters) expect(filter.stylePrompt).toMatch(/\bdish\b/);
  });

  it('are found by id', () => {
    expect(filterById('liquidgold')?.name).toBe('LiquidGold');
    expect(filterById('none')).toBeUndefined();
  });
});
