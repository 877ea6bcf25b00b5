import { describe, expect, it } from 'vitest';
import { dishReadingSchema, storedReadingSchema } from '#shared/domain/dish-reading.ts';

const reading = {
  isFood: true,
  cutOff: false,
  severalDishes: false,
  cluttered: false,
  people: false,
  writing: false,
  viewpoint: 'top',
  name: 'Curry',
  altText: '',
  description: '',
};

describe('a reading', () => {
  it('that was stored before collages were looked for shows none', () => {
    expect(storedReadingSchema.parse(reading)).toEqual({ ...reading, collage: false });
    expect(storedReadingSchema.parse({ ...reading, collage: true }).collage).toBe(true);
  });

  it('of today says whether the photo is a collage', () => {
    expect(dishReadingSchema.safeParse(reading).success).toBe(false);
  });
});
