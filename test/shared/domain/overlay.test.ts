import { describe, expect, it } from 'vitest';
import {
  emptyOverlay,
  isOverlayEmpty,
  newOverlaySchema,
  overlayOfPromo,
  overlayPresets,
  overlaySchema,
  overlayText,
  promoOfOverlay,
  withPreset,
} from '#shared/domain/overlay.ts';
import { promoPositions } from '#shared/domain/promo-text.ts';

describe('an overlay', () => {
  it('begins with the specification’s texts and font where the customer asks for them', () => {
    // C3.17
    expect(withPreset(emptyOverlay(), overlayPresets[0] ?? expect.fail())).toMatchObject({
      headline: 'Delicious & Fresh',
      subheadline: 'Made with premium ingredients',
      font: 'inter',
      colors: { headline: '#ffffff', subheadline: '#ffffff', price: '#ffffff', background: '#d9381e' },
    });
  });

  it('is empty until then: nothing is drawn by itself', () => {
    expect(isOverlayEmpty(emptyOverlay())).toBe(true);
    expect(overlayText(emptyOverlay())).toBe('');
    expect(isOverlayEmpty({ ...emptyOverlay(), logo: true })).toBe(false);
    expect(isOverlayEmpty({ ...emptyOverlay(), price: '£5' })).toBe(false);
  });

  it('says its words in one line, without those that it lacks', () => {
    const overlay = { ...emptyOverlay(), headline: 'Two for one' };
    expect(overlayText(overlay)).toBe('Two for one');
    expect(overlayText({ ...overlay, price: '£5' })).toBe('Two for one · £5');
  });

  it.each(promoPositions)('of promotional text at the $id is that text again', ({ id }) => {
    const promoLook = { font: 'lobster', color: '#f2a93b', logo: true } as const;
    const promo = { promoText: 'Two for one', promoPosition: id, promoLook };
    expect(promoOfOverlay(overlayOfPromo(promo))).toEqual(promo);
  });

  it('of promotional text has the look of the account, unless it has its own', () => {
    const look = { font: 'oswald', colors: { words: '#fff7e6', accent: '#2f6b3c' } } as const;
    const promo = { promoText: 'Two for one', promoPosition: 'top' } as const;
    expect(overlayOfPromo({ ...promo, promoLook: null }, look)).toMatchObject({
      font: 'oswald',
      colors: { headline: '#fff7e6', background: '#2f6b3c' },
      logo: false,
    });
    const promoLook = { font: 'caveat', color: '#123456', logo: true } as const;
    expect(overlayOfPromo({ ...promo, promoLook }, look)).toMatchObject({
      font: 'caveat',
      colors: { headline: '#123456', background: '#2f6b3c' },
      logo: true,
    });
  });

  it.each([
    ['top', { x: 0.5, y: 0, size: 1 }, { x: 0, y: 1, size: 0.7 }],
    ['center', { x: 0.5, y: 0.5, size: 0.7 }, { x: 0, y: 1, size: 0.7 }],
    ['bottom', { x: 0.5, y: 1, size: 1 }, { x: 0, y: 0, size: 0.7 }],
  ] as const)('of promotional text has it at the %s, smaller on the dish, and the logo away from it', (...at) => {
    const [promoPosition, headline, logo] = at;
    expect(overlayOfPromo({ promoText: 'x', promoPosition }).places).toMatchObject({ headline, logo });
  });

  it('is sent with tidy texts', () => {
    const sent = newOverlaySchema.parse({
      ...emptyOverlay(),
      headline: '  Cafe\u0301\n au  lait ',
      price: 'free',
    });
    expect(sent).toMatchObject({ headline: 'Café au lait', price: 'free' });
  });

  it('is kept with places of four decimals', () => {
    const overlay = emptyOverlay();
    const headline = { x: 1 / 3, y: 1e-300, size: 2 / 3 };
    const sent = newOverlaySchema.parse({ ...overlay, places: { ...overlay.places, headline } });
    expect(sent.places.headline).toEqual({ x: 0.3333, y: 0, size: 0.6667 });
  });

  it.each([
    ['headline', 'x'.repeat(101), 'Headline too long'],
    ['subheadline', 'x'.repeat(101), 'Subheadline too long'],
    ['price', 'x'.repeat(21), 'Price too long'],
    ['headline', 'Hot 🔥', 'Promotional text cannot show 🔥'],
  ] as const)('is refused with %s “%.12s…”, in words', (part, text, message) => {
    const { error } = newOverlaySchema.safeParse({ ...emptyOverlay(), [part]: text });
    expect(error?.issues[0]?.message).toContain(message);
    // What was kept once is read for ever.
    expect(overlaySchema.safeParse({ ...emptyOverlay(), [part]: text }).success).toBe(true);
  });
});
