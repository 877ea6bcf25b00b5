import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlayTypeface } from '#lambdas/pictures/overlay-typeface.ts';
import { formats } from '#shared/domain/formats.ts';
import {
  emptyOverlay,
  maxOverlayLength,
  minOverlaySize,
  type Overlay,
  overlayFonts,
  overlayOfPromo,
  overlayPresets,
  overlayText,
  type TextPart,
  withPreset,
} from '#shared/domain/overlay.ts';
import {
  layOutOverlay,
  overlaySvg,
  partShare,
  placeAt,
  type Rectangle,
  safeArea,
} from '#shared/domain/overlay-layout.ts';
import { tidyPromoText, undrawableCharacters } from '#shared/domain/promo-characters.ts';
import { promoPositions } from '#shared/domain/promo-text.ts';
import type { Typeface } from '#shared/domain/typeface.ts';
import { propertyRuns } from '#test/support/property-runs.ts';

const sizes = formats.map(({ renderWidth, renderHeight }) => ({ width: renderWidth, height: renderHeight }));
const fonts = overlayFonts.map(({ id }) => id);

const typefaces = new Map<string, Typeface>();
for (const font of fonts) typefaces.set(font, await overlayTypeface(font, 'שלום'));

function typefaceFor({ font }: Overlay): Typeface {
  const typeface = typefaces.get(font);
  if (!typeface) throw new Error(`No typeface ${font}`);
  return typeface;
}

/** Any text that the API accepts, of every alphabet, with long words and stacked accents. */
function acceptedText(part: TextPart) {
  return fc
    .string({
      unit: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...'aeinrstW mi.,!5£€%–') },
        { weight: 1, arbitrary: fc.constantFrom(...'ỂÅǺẪÇĢ שלום مرحبا لا') },
        fc.integer({ min: 0x20, max: 0x2122 }).map((codePoint) => String.fromCodePoint(codePoint)),
      ),
      maxLength: maxOverlayLength[part],
    })
    .map(tidyPromoText)
    .filter((text) => text.length <= maxOverlayLength[part] && undrawableCharacters(text).length === 0);
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
const place = fc.record({
  x: share,
  y: share,
  size: fc.double({ min: minOverlaySize, max: 1, noNaN: true }),
});

const anyOverlay: fc.Arbitrary<Overlay> = fc.record({
  headline: acceptedText('headline'),
  subheadline: acceptedText('subheadline'),
  price: acceptedText('price'),
  font: fc.constantFrom(...fonts),
  colors: fc.constant(emptyOverlay().colors),
  places: fc.record({ headline: place, subheadline: place, price: place, logo: place }),
  logo: fc.boolean(),
});

const logo = fc.record({
  width: fc.integer({ min: 1, max: 1024 }),
  height: fc.integer({ min: 1, max: 1024 }),
});

function expectWithin(inner: Rectangle, outer: Rectangle): void {
  expect(inner.left).toBeGreaterThanOrEqual(outer.left - 0.01);
  expect(inner.top).toBeGreaterThanOrEqual(outer.top - 0.01);
  expect(inner.left + inner.width).toBeLessThanOrEqual(outer.left + outer.width + 0.01);
  expect(inner.top + inner.height).toBeLessThanOrEqual(outer.top + outer.height + 0.01);
}

function areApart(a: Rectangle, b: Rectangle): boolean {
  return (
    a.left + a.width <= b.left + 0.01 ||
    b.left + b.width <= a.left + 0.01 ||
    a.top + a.height <= b.top + 0.01 ||
    b.top + b.height <= a.top + 0.01
  );
}

/** The box around all points of a path. */
function boundsOf(path: string): Rectangle | undefined {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const [, command, list = ''] of path.matchAll(/([A-Z])([^A-Z]*)/g)) {
    const numbers = list.match(/-?\d*\.?\d+/g)?.map(Number) ?? [];
    if (command === 'H') xs.push(...numbers);
    else if (command === 'V') ys.push(...numbers);
    else for (const [index, value] of numbers.entries()) (index % 2 === 0 ? xs : ys).push(value);
  }
  if (xs.length === 0) return undefined;
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

describe('an overlay', () => {
  it('never leaves the safe area, and no part takes more than its share', () => {
    fc.assert(
      fc.property(anyOverlay, logo, fc.constantFrom(...sizes), (overlay, logoSize, size) => {
        const typeface = typefaceFor(overlay);
        const layout = layOutOverlay(overlay, { typeface, size, logo: logoSize });
        const safe = safeArea(size);
        const [headline, subheadline] = ['headline', 'subheadline'].map(
          (part) => layout.texts.find((text) => text.part === part)?.block,
        );
        if (headline && subheadline) expect(areApart(headline, subheadline)).toBe(true);
        for (const { part, block, lines, fontSize } of layout.texts) {
          expectWithin(block, safe);
          const scale = overlay.places[part].size;
          expect(block.width).toBeLessThanOrEqual(size.width * partShare[part].width * scale + 0.01);
          expect(block.height).toBeLessThanOrEqual(size.height * partShare[part].height * scale + 0.01);
          // All ink, with its accents and flourishes; paths are rounded to a tenth of a pixel.
          for (const { text, left, baseline } of lines) {
            const ink = boundsOf(typeface.draw(text, left, baseline, fontSize));
            if (ink)
              expectWithin(ink, {
                left: block.left - 0.2,
                top: block.top - 0.2,
                width: block.width + 0.4,
                height: block.height + 0.4,
              });
          }
          expect(lines.length).toBeLessThanOrEqual(part === 'price' ? 1 : 3);
        }
        expect(layout.logo !== undefined).toBe(overlay.logo);
        if (!layout.logo) return;
        expectWithin(layout.logo, safe);
        expect(layout.logo.width / layout.logo.height).toBeCloseTo(logoSize.width / logoSize.height);
        expect(layout.logo.height).toBeLessThanOrEqual(size.height * partShare.logo.height + 0.01);
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('draws every letter of its texts', () => {
    fc.assert(
      fc.property(acceptedText('headline'), fc.constantFrom(...fonts), (headline, font) => {
        const overlay = { ...emptyOverlay(), headline, font };
        const typeface = typefaceFor(overlay);
        const { texts } = layOutOverlay(overlay, { typeface, size: { width: 1080, height: 1080 } });
        const drawn = texts[0]?.lines.map(({ text }) => text).join('') ?? '';
        // Words that are broken get hyphens.
        const letters = (text: string) => [...text.normalize('NFKC').replaceAll(/[ -]/g, '')].length;
        // Brackets are mirrored and Arabic letters joined.
        expect(letters(drawn)).toBe(letters(headline));
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('keeps words whole that fit on a line in readable type, and breaks others with a hyphen', () => {
    const letter = fc.constantFrom(...'aeiorstn');
    const word = fc.string({ unit: letter, minLength: 1, maxLength: 20 });
    const longWord = fc.string({ unit: fc.constantFrom(...'mwW'), minLength: 80, maxLength: 100 });
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 6 }).filter((words) => words.join(' ').length <= 60),
        fc.option(longWord, { nil: undefined }),
        fc.constantFrom(...fonts),
        fc.constantFrom(...sizes),
        (words, long, font, size) => {
          const headline = long ?? words.join(' ');
          const overlay = { ...emptyOverlay(), headline, font };
          const { texts } = layOutOverlay(overlay, { typeface: typefaceFor(overlay), size });
          const lines = texts[0]?.lines.map(({ text }) => text) ?? [];
          if (long === undefined) expect(lines.join(' ')).toBe(headline);
          else {
            expect(lines.length).toBeGreaterThan(1);
            expect(lines.slice(0, -1).every((line) => /\w-$/.test(line))).toBe(true);
            expect(lines.join('').replaceAll('-', '')).toBe(headline);
          }
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });

  it('is moved by pixels to where they say, and no further than the safe area', () => {
    fc.assert(
      fc.property(share, share, fc.constantFrom(...sizes), (x, y, size) => {
        const overlay = { ...emptyOverlay(), headline: 'Two for one' };
        const at = { ...overlay, places: { ...overlay.places, headline: { x, y, size: 1 } } };
        const [text] = layOutOverlay(at, { typeface: typefaceFor(at), size }).texts;
        if (!text) throw new Error('Nothing is laid out');
        expect(placeAt(text.block, size).x).toBeCloseTo(x);
        expect(placeAt(text.block, size).y).toBeCloseTo(y);
        expect(placeAt({ ...text.block, left: -500, top: 9999 }, size)).toEqual({ x: 0, y: 1 });
      }),
      { numRuns: propertyRuns(50) },
    );
  });

  it('begins, is centred or ends where it stands beside an edge', () => {
    const size = { width: 1080, height: 1080 };
    const leftOf = (x: number) => {
      const overlay = { ...emptyOverlay(), headline: 'A long line of words and iii' };
      const at = { ...overlay, places: { ...overlay.places, headline: { x, y: 0, size: 1 } } };
      const [text] = layOutOverlay(at, { typeface: typefaceFor(at), size }).texts;
      return text?.lines.map(({ left }) => Math.round(left - (text.block.left ?? 0))) ?? [];
    };
    expect(new Set(leftOf(0)).size).toBe(1);
    expect(new Set(leftOf(1)).size).toBeGreaterThan(1);
  });

  it('shades words only where the picture needs it', () => {
    const size = { width: 1080, height: 1080 };
    const shadeOn = (level: number, headline: string) => {
      const overlay = { ...emptyOverlay(), headline: 'Two for one' };
      const colored = { ...overlay, colors: { ...overlay.colors, headline } };
      const under = { width: 2, height: 2, channels: 3, data: Array<number>(12).fill(level) } as const;
      return layOutOverlay(colored, { typeface: typefaceFor(colored), size, under }).texts[0]?.shade;
    };
    expect(shadeOn(20, '#ffffff')).toBeUndefined();
    expect(shadeOn(255, '#ffffff')).toMatchObject({ fill: '#000000' });
    expect(shadeOn(20, '#1f1a17')).toMatchObject({ fill: '#ffffff' });
    expect(shadeOn(255, '#1f1a17')).toBeUndefined();
  });

  it.each(promoPositions)('of promotional text is a headline: $id', ({ id }) => {
    for (const size of sizes) {
      const overlay = overlayOfPromo({ promoText: 'Two for one', promoPosition: id });
      const layout = layOutOverlay(overlay, { typeface: typefaceFor(overlay), size });
      const { block } = layout.texts[0] ?? {};
      const safe = safeArea(size);
      if (!block) throw new Error('Nothing is laid out');
      if (id === 'top') expect(block.top).toBeCloseTo(safe.top);
      if (id === 'bottom') expect(block.top + block.height).toBeCloseTo(safe.top + safe.height);
      expect(block.left + block.width / 2).toBeCloseTo(size.width / 2, -1);
      expect(layout.texts).toHaveLength(1);
      // In the centre it stands on the dish.
      if (id === 'center') expect(block.height).toBeLessThan(size.height * 0.14);
    }
  });

  it('is an SVG of the picture’s size', () => {
    for (const preset of overlayPresets)
      for (const size of sizes) {
        const overlay = withPreset(emptyOverlay(), preset);
        const typeface = typefaceFor(overlay);
        const svg = overlaySvg(layOutOverlay(overlay, { typeface, size }), typeface, size);
        expect(svg).toContain(`viewBox="0 0 ${size.width} ${size.height}"`);
        expect(svg).not.toMatch(/NaN|undefined|Infinity/);
        expect(undrawableCharacters(overlayText(overlay))).toEqual([]);
      }
  });

  it('of a preset has parts that do not cover each other', () => {
    for (const preset of overlayPresets)
      for (const size of sizes) {
        const overlay = withPreset({ ...emptyOverlay(), logo: true }, preset);
        const { texts, logo: box } = layOutOverlay(overlay, {
          typeface: typefaceFor(overlay),
          size,
        });
        const blocks = [...texts.map(({ block }) => block), ...(box ? [box] : [])];
        for (const [index, a] of blocks.entries())
          for (const b of blocks.slice(index + 1)) {
            expect(areApart(a, b), `${preset.id} ${size.width}×${size.height}`).toBe(true);
          }
      }
  });
});
