import { describe, expect, it } from 'vitest';
import { emptyOverlay, maxOverlayLength } from '#shared/domain/overlay.ts';
import { drawableOverlay, isSameOverlay, tidyOverlay } from '#web/generations/tidy-overlay.ts';

const overlay = { ...emptyOverlay(), headline: 'Soup', price: '$5' };

describe('the words of an overlay', () => {
  it('are sent without needless spaces', () => {
    expect(tidyOverlay({ ...overlay, subheadline: ' of  the day ' }).subheadline).toBe('of the day');
  });

  it('are drawn up to their limit, without characters that no font has', () => {
    const { headline, price } = drawableOverlay({ ...overlay, headline: '湯 Soup', price: '5'.repeat(99) });
    expect([headline, price.length]).toEqual(['Soup', maxOverlayLength.price]);
  });
});

describe('two overlays are the same', () => {
  it('whatever the order of their parts and the spaces around their words', () => {
    const { headline, ...rest } = overlay;
    expect(isSameOverlay(overlay, { ...rest, headline: `${headline} ` })).toBe(true);
  });

  it('unless a word, a place or a colour differs', () => {
    const { places, colors } = overlay;
    expect(isSameOverlay(overlay, { ...overlay, headline: 'Pie' })).toBe(false);
    const moved = { ...places, price: { ...places.price, x: 0 } };
    expect(isSameOverlay(overlay, { ...overlay, places: moved })).toBe(false);
    expect(isSameOverlay(overlay, { ...overlay, colors: { ...colors, price: '#000000' } })).toBe(false);
  });
});
