import { describe, expect, it } from 'vitest';
import { customDish } from '#web/studio/custom-dish.ts';
import { initialState, wizard } from '#web/studio/wizard.ts';

const uploadId = '01J00000000000000000000009';
const dish = customDish(uploadId, {
  source: { type: 'upload', uploadId },
  name: 'Sticky wings 2',
  imageUrl: 'data:image/jpeg;base64,',
  createdAt: '2026-11-21T12:00:00.000Z',
});

describe('the menu item of a photo of one’s own', () => {
  it('has every field of a menu item', () => {
    // C3.11
    expect(dish).toEqual({
      id: `custom_${uploadId}`,
      source: { type: 'upload', uploadId },
      name: 'Sticky wings 2',
      description: 'Custom uploaded image',
      imageUrl: 'data:image/jpeg;base64,',
      priceMinor: 0,
      category: 'Custom',
      createdAt: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:00:00.000Z',
    });
  });

  it('is another one from when it was renamed', () => {
    const renamed = wizard(
      { ...initialState, dish },
      { type: 'dishRenamed', name: 'Wings of fire', at: '2026-11-21T12:01:00.000Z' },
    );
    expect(renamed.dish).toEqual({ ...dish, name: 'Wings of fire', updatedAt: '2026-11-21T12:01:00.000Z' });
  });
});
