import { describe, expect, it } from 'vitest';
import { filterById, filters, surroundingsPrompt } from '#shared/domain/filters.ts';

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

  it('describe the place around a dish that stays as it is, and change nothing else of their text', () => {
    const changed = filters.filter((filter) => surroundingsPrompt(filter) !== filter.stylePrompt);
    // The text of these begins with what is around the dish.
    const about = ['glitch', 'flamerush', 'liquidgold', 'shockwave', 'prismpulse'];
    expect(filters.filter((filter) => !changed.includes(filter)).map(({ id }) => id)).toEqual(about);
    for (const filter of changed) {
      const text = surroundingsPrompt(filter);
      expect(text).toMatch(/^[\w -]+ look: the place around the dish /);
      expect(text.replace('the place around the dish', 'the dish')).toBe(filter.stylePrompt);
    }
  });

  it('are found by id', () => {
    expect(filterById('liquidgold')?.name).toBe('LiquidGold');
    expect(filterById('none')).toBeUndefined();
  });
});
