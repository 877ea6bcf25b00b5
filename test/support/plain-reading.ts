import type { DishReading } from '#shared/domain/dish-reading.ts';

/** Of a photo of one dish with nothing to object to, and without a name. */
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
