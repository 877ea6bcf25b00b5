import { describe, expect, it } from 'vitest';
import { withImageBack, withoutImage } from '#web/gallery/use-delete-image.ts';

const image = (id: string) => ({ id }) as Parameters<typeof withoutImage>[0]['pages'][0]['items'][0];

const gallery = {
  pages: [
    { items: [image('a'), image('b')], cursor: 'next', total: 3 },
    { items: [image('c')], total: 3 },
  ],
  pageParams: ['', 'next'],
};

describe('the gallery without a deleted image', () => {
  it('loses it from its page and counts one less on each', () => {
    const left = withoutImage(gallery, 'c');
    expect(left.pages.map(({ items }) => items.map(({ id }) => id))).toEqual([['a', 'b'], []]);
    expect(left.pages.map(({ total }) => total)).toEqual([2, 2]);
    expect(gallery.pages[1]?.items).toHaveLength(1);
  });

  it('is the same when it does not hold the image', () => {
    expect(withoutImage(gallery, 'z')).toBe(gallery);
  });
});

describe('the gallery with an image that could not be deleted', () => {
  const idsOf = ({ pages }: typeof gallery | ReturnType<typeof withoutImage>) =>
    pages.map(({ items }) => items.map(({ id }) => id));

  it('has it where it was, and counts it again', () => {
    for (const id of ['a', 'b', 'c']) {
      const back = withImageBack(withoutImage(gallery, id), gallery, id);
      expect(idsOf(back)).toEqual([['a', 'b'], ['c']]);
      expect(back.pages.map(({ total }) => total)).toEqual([3, 3]);
    }
  });

  it('does not bring back what was deleted in between', () => {
    const left = withoutImage(withoutImage(gallery, 'b'), 'a');
    expect(idsOf(withImageBack(left, gallery, 'b'))).toEqual([['b'], ['c']]);
  });

  it('is the same when it was read again', () => {
    expect(withImageBack(gallery, gallery, 'a')).toBe(gallery);
  });
});
