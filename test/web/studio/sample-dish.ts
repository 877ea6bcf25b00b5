import type { Dish } from '#web/studio/wizard.ts';

/** A dish of the samples. */
export const burger: Dish = {
  id: 'burger',
  source: { type: 'sample', itemId: 'burger' },
  name: 'Classic Burger',
  description: '',
  category: 'Burgers',
  priceMinor: 1250,
  imageUrl: '/samples/burger.jpg',
  createdAt: '2026-11-21T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:00.000Z',
};
