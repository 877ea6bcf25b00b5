import { describe, expect, it } from 'vitest';
import { withoutImage } from '#web/gallery/use-delete-image.ts';

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
