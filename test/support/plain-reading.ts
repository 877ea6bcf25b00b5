import type { DishReading } from '#shared/domain/dish-reading.ts';

/** The reading of a good photo of one dish, without a name. */
export const plainReading: DishReading = {
  isFood: true,
  cutOff: false,
  severalDishes: false,
  collage: false,
  cluttered: false,
  people: false,
  writing: false,
  viewpoint: 'angle',
  name: '',
  altText: '',
  description: '',
};
