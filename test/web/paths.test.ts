import { describe, expect, it } from 'vitest';
import { newMenu, paths, studioViewOf, wholeMenuOf } from '#web/paths.ts';

describe('the studio’s views', () => {
  it('are named in the address, and anything unknown is the creative studio', () => {
    expect(paths.studio('gallery')).toBe('/studio?view=gallery');
    expect(studioViewOf(new URLSearchParams(paths.studioGeneration('01J').split('?')[1]))).toBe('creative');
    expect(studioViewOf(new URLSearchParams('view=menu-enhancer'))).toBe('menu-enhancer');
    // C2.25
    expect(studioViewOf(new URLSearchParams('view=kitchen'))).toBe('creative');
    expect(studioViewOf(new URLSearchParams())).toBe('creative');
  });

  it('name the menu that the Menu Enhancer Pack shows', () => {
    const menuOf = (address: string) => wholeMenuOf(new URLSearchParams(address.split('?')[1]));
    expect(menuOf(paths.wholeMenu())).toBe(newMenu);
    expect(menuOf(paths.wholeMenu('01J'))).toBe('01J');
    expect(menuOf(paths.studio('menu-enhancer'))).toBeNull();
    expect(menuOf('/studio?view=gallery&menu=01J')).toBeNull();
  });
});
