import { describe, expect, it } from 'vitest';
import { emptyOverlay, type Overlay, type OverlayFont, type TextPart } from '#shared/domain/overlay.ts';
import {
  layOutOverlay,
  overlaySvg,
  placeAt,
  safeArea,
  type TextLayout,
} from '#shared/domain/overlay-layout.ts';
import type { Typeface } from '#shared/domain/typeface.ts';

/**
 * A typeface whose characters are half as wide as high. Some capitals have ink beyond the usual: H and T above, J and Y
 * below, L to the left, R to the right.
 */
function monospace(measure = (text: string, fontSize: number) => (text.length * fontSize) / 2): Typeface {
  return {
    measure,
    arrange: (line) => line,
    ink: (line, fontSize) => ({
      left: line.includes('L') ? 0.2 * fontSize : 0,
      right: measure(line, fontSize) + (line.includes('R') ? 0.3 * fontSize : 0),
      above: (line.includes('T') ? 2 : line.includes('H') ? 1.2 : 0.7) * fontSize,
      below: (line.includes('Y') ? 1.4 : line.includes('J') ? 0.5 : 0.2) * fontSize,
    }),
    draw: (line, x, baseline) => `${line}@${x},${baseline};`,
  };
}

const square = { width: 1000, height: 1000 };
const white = '#ffffff';

interface Standing {
  readonly x?: number;
  readonly y?: number;
  readonly size?: number;
}

/** Lays out these words, in the middle of a square picture unless they stand elsewhere. */
function layOut(
  words: Partial<Record<TextPart, string>>,
  places: Partial<Record<TextPart, Standing>> = {},
  { size = square, typeface = monospace(), font = 'inter' as OverlayFont } = {},
): TextLayout[] {
  const at = (part: TextPart) => ({ x: 0.5, y: 0.5, size: 1, ...places[part] });
  const empty = emptyOverlay();
  const overlay: Overlay = {
    ...empty,
    ...words,
    font,
    places: {
      headline: at('headline'),
      subheadline: at('subheadline'),
      price: at('price'),
      logo: empty.places.logo,
    },
  };
  return [...layOutOverlay(overlay, { typeface, size }).texts];
}

function headlineOf(...[text, place, setting]: [string, Standing?, Parameters<typeof layOut>[2]?]) {
  const [headline = expect.unreachable()] = layOut({ headline: text }, { headline: place ?? {} }, setting);
  return { ...headline, words: headline.lines.map((line) => line.text) };
}

describe('the safe area', () => {
  it.each([
    ['a square', 1000, 1000, { left: 70, top: 70, width: 860, height: 860 }],
    ['a wide picture', 1920, 1080, { left: 76, top: 76, width: 1768, height: 928 }],
    ['a high picture', 1000, 1600, { left: 70, top: 70, width: 860, height: 1460 }],
    ['a picture of a phone’s shape', 1000, 1601, { left: 70, top: 208, width: 860, height: 1105 }],
    ['a story', 1080, 1920, { left: 76, top: 250, width: 928, height: 1324 }],
  ])('of %s keeps off what apps lay over it', (_name, width, height, expected) => {
    expect(safeArea({ width, height })).toEqual(expected);
  });
});

describe('the size of type', () => {
  it.each([
    ['a square', square, 85],
    ['a wide picture', { width: 1000, height: 500 }, 50],
  ])('goes by the shorter side of %s', (_name, size, expected) => {
    expect(headlineOf('two for one', {}, { size }).fontSize).toBeCloseTo(expected);
  });

  it.each([
    ['inter', 1, 85],
    ['lobster', 1, 91.8],
    ['caveat', 1, 110.5],
    ['inter', 0.5, 42.5],
  ] as const)('goes by the font and the wanted size: %s, %f', (font, size, expected) => {
    expect(headlineOf('two', { size }, { font }).fontSize).toBeCloseTo(expected);
  });
});

describe('the lines of a text', () => {
  it.each([
    ['one as long as fits', 'two for one on all', ['two for one on all']],
    ['two of about equal length where it is longer', 'two for one on alls', ['two for one', 'on alls']],
  ])('are %s', (_name, text, expected) => {
    const { words, fontSize } = headlineOf(text);
    expect(words).toEqual(expected);
    expect(fontSize).toBeCloseTo(85);
  });

  it('are in smaller type where a word is too long for a line', () => {
    const { words, fontSize } = headlineOf(`so ${'o'.repeat(19)}`);
    expect(words).toEqual(['so', 'o'.repeat(19)]);
    expect(fontSize).toBeCloseTo(85 * 0.94);
    expect(headlineOf(`${'o'.repeat(16)} oo`).words).toEqual(['o'.repeat(16), 'oo']);
  });

  it('break a word that would be too small, with a hyphen between letters', () => {
    expect(headlineOf('o'.repeat(37)).words).toHaveLength(1);
    const part = 'o'.repeat(20);
    expect(headlineOf('o'.repeat(60)).words).toEqual([`${part}-`, `${part}-`, part]);
    expect(headlineOf('7'.repeat(60)).words).toEqual(Array.from({ length: 3 }, () => '7'.repeat(20)));
    expect(headlineOf('א'.repeat(60)).words.join('')).toBe('א'.repeat(60));
  });

  it('may be as wide as the share of the text', () => {
    const size = { width: 1000, height: 500 };
    const fitting = headlineOf(`${'o'.repeat(15)} ${'o'.repeat(16)}`, {}, { size });
    expect(fitting.words).toHaveLength(1);
    expect(fitting.fontSize).toBeCloseTo(50);
    expect(headlineOf('o'.repeat(33), {}, { size }).fontSize).toBeLessThan(50);
  });

  it('leave room at the side for ink that reaches beyond them', () => {
    const size = { width: 1000, height: 500 };
    expect(headlineOf('o'.repeat(32), {}, { size }).fontSize).toBeCloseTo(50);
    for (const text of [`L${'o'.repeat(31)}`, `${'o'.repeat(31)}R`])
      expect(headlineOf(text, {}, { size }).fontSize).toBeCloseTo(47);
  });

  it('are in smaller type where one character is wider than the share', () => {
    const typeface = monospace((text, fontSize) => text.length * fontSize * 10);
    const { words, fontSize } = headlineOf('m', {}, { typeface });
    expect(words).toEqual(['m']);
    expect(fontSize * 10).toBeLessThanOrEqual(800);
  });

  it('of a long word may each be as wide as the share', () => {
    const threeLines = 85 * 0.94 ** 7;
    const typeface = monospace((text, fontSize) => (text.length * fontSize * 39.99) / threeLines);
    const { words, fontSize } = headlineOf('o'.repeat(58), {}, { typeface });
    expect(words).toEqual([`${'o'.repeat(19)}-`, `${'o'.repeat(19)}-`, 'o'.repeat(20)]);
    expect(fontSize).toBeCloseTo(threeLines);
  });

  it('are three in smaller type where two do not hold a text', () => {
    const { words, fontSize, block } = headlineOf('7'.repeat(60));
    expect(words).toEqual(Array.from({ length: 3 }, () => '7'.repeat(20)));
    expect(fontSize).toBeCloseTo(85 * 0.94 ** 7);
    expect(block.height).toBeCloseTo(3 * 1.16 * fontSize);
  });

  it.each([
    [0, 0],
    [0.24, 0],
    [0.25, 85],
    [0.75, 85],
    [0.76, 170],
    [1, 170],
  ])('begin, are centred or end at place %f: the shorter one is %i pixels further in', (x, expected) => {
    const { lines, block } = headlineOf('two for one on alls', { x });
    const [long, short] = lines.map(({ left }) => left - block.left);
    expect(long).toBeCloseTo(0);
    expect(short).toBeCloseTo(expected);
  });

  it('stand under each other', () => {
    const { lines, block } = headlineOf('two for one on alls', { y: 0 });
    expect(block.top).toBeCloseTo(70);
    expect(block.height).toBeCloseTo(197.2);
    expect(lines[0]?.baseline).toBeCloseTo(146.5);
    expect(lines[1]?.baseline).toBeCloseTo(245.1);
  });
});

describe('the block around two lines', () => {
  const blockOf = (first: string, second: string) => {
    const text = `${first.padEnd(22, 'o')} ${second.padEnd(20, 'o')}`;
    const [subheadline = expect.unreachable()] = layOut({ subheadline: text });
    const { block, lines, fontSize } = subheadline;
    expect(lines).toHaveLength(2);
    expect(fontSize).toBeCloseTo(45);
    return { block, from: lines.map(({ left, baseline }) => [left - block.left, baseline - block.top]) };
  };

  it.each([
    ['is as high as the lines', '', '', 495, 104.4, 40.5],
    ['has room above for the ink of the first', 'H', '', 495, 117.9, 54],
    ['has none above for what the second draws between them', '', 'T', 495, 104.4, 40.5],
    ['has room below for the ink of the second', '', 'J', 495, 115.2, 40.5],
    ['has none below for what the first draws between them', 'Y', '', 495, 104.4, 40.5],
    ['has room on the right for the ink of the longer', 'R', '', 508.5, 104.4, 40.5],
    ['has room on the right for the ink of the shorter', '', 'R', 508.5, 104.4, 40.5],
    ['has room on the left for the ink of either', '', 'L', 504, 104.4, 40.5],
  ])('%s', (_name, first, second, width, height, above) => {
    const { block, from } = blockOf(first, second);
    expect(block.width).toBeCloseTo(width);
    expect(block.height).toBeCloseTo(height);
    expect(from[0]?.[1]).toBeCloseTo(above);
    expect(from[0]?.[0]).toBeCloseTo(second === 'L' ? 9 : 0);
  });
});

describe('a price', () => {
  it('stands on a badge with room around it', () => {
    const [price = expect.unreachable()] = layOut({ price: '£9.50' }, { price: { x: 1, y: 1 } });
    expect(price.badge).toBe(emptyOverlay().colors.background);
    expect(price.shade).toBeUndefined();
    expect(price.fontSize).toBeCloseTo(70);
    expect(price.block.left).toBeCloseTo(685);
    expect(price.block.top).toBeCloseTo(820.8);
    expect(price.block.width).toBeCloseTo(245);
    expect(price.block.height).toBeCloseTo(109.2);
    expect(price.lines[0]?.left).toBeCloseTo(720);
    expect(price.lines[0]?.baseline).toBeCloseTo(897.8);
  });

  it.each([
    [10, 70],
    [11, 65.8],
  ])('of %i characters stays on one line, with type of %f', (length, expected) => {
    const [price] = layOut({ price: '9'.repeat(length) });
    expect(price?.lines).toHaveLength(1);
    expect(price?.fontSize).toBeCloseTo(expected);
  });

  it('only has a badge', () => {
    expect(layOut({ headline: 'two', subheadline: 'for' }).map(({ badge }) => badge)).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('headline and subheadline', () => {
  const words = { headline: 'two for one', subheadline: 'on Monday' };

  it.each<[string, Standing, Standing, number, number]>([
    ['at the same height: the subheadline moves down', { y: 0.5 }, { y: 0.5 }, 450.7, 559.5],
    [
      'with the subheadline a little higher: the headline moves down',
      { y: 0.5 },
      { y: 0.49 },
      528.222,
      465.822,
    ],
    ['at the bottom: the headline moves up', { y: 1 }, { y: 1 }, 769, 877.8],
    ['far apart: none moves', { y: 0.5 }, { y: 0 }, 450.7, 70],
    ['far apart the other way: none moves', { y: 0 }, { y: 0.5 }, 70, 473.9],
    ['beside each other: none moves', { x: 0 }, { x: 1 }, 450.7, 473.9],
    ['beside each other the other way: none moves', { x: 1 }, { x: 0 }, 450.7, 473.9],
  ])('make room for each other %s', (_name, headlineAt, subheadlineAt, headlineTop, subheadlineTop) => {
    const texts = layOut({ ...words, price: '£5' }, { headline: headlineAt, subheadline: subheadlineAt });
    expect(texts.map(({ part }) => part)).toEqual(['headline', 'subheadline', 'price']);
    const [headline, subheadline] = texts;
    expect(headline?.block.top).toBeCloseTo(headlineTop);
    expect(headline?.lines[0]?.baseline).toBeCloseTo(headlineTop + 0.9 * 85);
    expect(subheadline?.block.top).toBeCloseTo(subheadlineTop);
    expect(subheadline?.lines[0]?.baseline).toBeCloseTo(subheadlineTop + 0.9 * 45);
  });
});

describe('the place of a block', () => {
  it.each([
    ['within the safe area', { left: 113, top: 285, width: 430, height: 430 }, { x: 0.1, y: 0.5 }],
    ['as large as the safe area', { left: 0, top: 200, width: 860, height: 860 }, { x: 0.5, y: 0.5 }],
    ['larger than it', { left: 0, top: 0, width: 900, height: 2000 }, { x: 0.5, y: 0.5 }],
  ])('%s is known by its pixels', (_name, block, expected) => {
    const { x, y } = placeAt(block, square);
    expect(x).toBeCloseTo(expected.x);
    expect(y).toBeCloseTo(expected.y);
  });
});

describe('a shade', () => {
  const corners = [
    ['left above', 0, 0],
    ['right above', 1, 0],
    ['left below', 0, 1],
    ['right below', 1, 1],
  ] as const;

  it.each(corners)('is laid under words where the picture is light just there: %s', (_name, x, y) => {
    const shadeFor = (light: number) => {
      const empty = emptyOverlay();
      const overlay: Overlay = {
        ...empty,
        headline: 'two',
        colors: { ...empty.colors, headline: white },
        places: { ...empty.places, headline: { x, y, size: 1 } },
      };
      const data = corners.flatMap((_corner, index) => Array<number>(3).fill(index === light ? 255 : 0));
      const under = { width: 2, height: 2, channels: 3, data } as const;
      return layOutOverlay(overlay, { typeface: monospace(), size: square, under }).texts[0]?.shade;
    };
    const shaded = corners.map((_corner, index) => shadeFor(index) !== undefined);
    expect(shaded).toEqual(corners.map(([, left, top]) => left === x && top === y));
  });
});

describe('the layer of an overlay', () => {
  const text: TextLayout = {
    part: 'headline',
    lines: [
      { text: 'two for', left: 100, baseline: 250 },
      { text: 'one', left: 140, baseline: 310 },
    ],
    fontSize: 50,
    color: white,
    block: { left: 100.04, top: 200.06, width: 300, height: 60 },
  };
  const type = '<path d="two for@100,250;one@140,310;" fill="#ffffff"/>';
  const drawn = (...texts: TextLayout[]) =>
    overlaySvg({ texts, logo: undefined }, monospace(), square).replace(/^<svg [^>]*>(.*)<\/svg>$/, '$1');

  it('has only type where it needs no more', () => {
    expect(drawn(text)).toBe(type);
    expect(drawn(text, text)).toBe(type + type);
    expect(drawn()).toBe('');
  });

  it.each([
    ['a low badge', 50, 30],
    ['a high one', 20, 20],
  ])('has round corners on %s, to a tenth of a pixel', (_name, fontSize, radius) => {
    expect(drawn({ ...text, fontSize, badge: '#445566' })).toBe(
      `<rect x="100" y="200.1" width="300" height="60" rx="${radius}" fill="#445566"/>${type}`,
    );
  });

  it('has a soft shade that reaches beyond the type and is nowhere cut off', () => {
    const svg = drawn({ ...text, shade: { fill: '#000000', opacity: 0.4 } });
    const boxes = [...svg.matchAll(/ x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"/g)].map((found) =>
      found.slice(1).map(Number),
    );
    // 0.8 of the type's size around it, and three times the blur of 0.46 around that.
    expect(boxes).toEqual([
      [-9, 91.1, 518, 278],
      [60, 160.1, 380, 140],
    ]);
    expect(svg).toContain('stdDeviation="23"');
    expect(svg).toContain('rx="30" fill="#000000" fill-opacity="0.4" filter="url(#headline)"');
    expect(svg.endsWith(type)).toBe(true);
  });
});
