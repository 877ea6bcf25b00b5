import { describe, expect, it } from 'vitest';
import { paths, studioViewOf } from '#web/paths.ts';

describe('the studio’s views', () => {
  it('are named in the address, and anything unknown is the creative studio', () => {
    expect(paths.studio('gallery')).toBe('/studio?view=gallery');
    expect(studioViewOf(new URLSearchParams(paths.studioGeneration('01J').split('?')[1]))).toBe('creative');
    expect(studioViewOf(new URLSearchParams('view=menu-enhancer'))).toBe('menu-enhancer');
    // C2.25
    expect(studioViewOf(new URLSearchParams('view=kitchen'))).toBe('creative');
    expect(studioViewOf(new URLSearchParams())).toBe('creative');
  });
});
