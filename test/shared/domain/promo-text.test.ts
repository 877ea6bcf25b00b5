import { describe, expect, it } from 'vitest';
import {
  defaultPromoPosition,
  maxPromoTextLength,
  promoPositionOf,
  promoPositions,
} from '#shared/domain/promo-text.ts';

describe('promotional text', () => {
  it('stands at the top, the bottom or the centre, at the top by default', () => {
    expect(promoPositions).toEqual([
      { id: 'top', name: 'Top' },
      { id: 'bottom', name: 'Bottom' },
      { id: 'center', name: 'Center' },
    ]);
    // C3.22
    expect(defaultPromoPosition).toBe('top');
    expect(maxPromoTextLength).toBe(100);
  });

  it('takes a position in any letter case', () => {
    expect(promoPositionOf('Center')).toBe('center');
    expect(promoPositionOf(' BOTTOM ')).toBe('bottom');
    expect(promoPositionOf('left')).toBeUndefined();
  });
});
