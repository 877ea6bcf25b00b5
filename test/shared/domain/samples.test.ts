import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sampleMenuItems } from '#shared/domain/samples.ts';

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
