import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FilteredPicture,
  foldText,
  type GalleryFilter,
  isUnfiltered,
  isWanted,
  matchesSearch,
} from '#shared/domain/gallery-filter.ts';

const point = fc.integer({ min: 0, max: 0x10ffff });

const name = fc.oneof(
  fc.string({ unit: 'grapheme-composite', maxLength: 40 }),
  fc.constantFrom(
    'Crème brûlée',
    'Jalapeño Köfte',
    'Straßenbrot',
    'Phở bò',
    'Smørrebrød',
    'ＰＩＺＺＡ',
    'Ćevapi',
  ),
);

describe('the search for a dish', () => {
  it.each([
    ['Crème Brûlée', 'creme brulee'],
    ['creme brulee', 'CRÈME'],
    ['Jalapeño burger', 'jalapeno'],
    ['Straßenbrot', 'STRASSE'],
    ['STRAẞENBROT', 'straße'],
    ['Smørrebrød', 'smorrebrod'],
    ['ＰＩＺＺＡ', 'pizza'],
    ['Phở bò', 'bo pho'],
    ['Classic Burger', 'burg clas'],
    ['ISPANAK', 'ıspanak'],
  ])('finds “%s” by “%s”', (dish, search) => {
    expect(matchesSearch(dish, search)).toBe(true);
  });

  it('does not find what lacks one of the words', () => {
    expect(matchesSearch('Classic Burger', 'burger bun')).toBe(false);
  });

  it('finds every name by itself, by each of its parts, and however it is written', () => {
    fc.assert(
      fc.property(name, fc.nat(40), fc.nat(40), (dish, start, length) => {
        expect(matchesSearch(dish, dish)).toBe(true);
        const part = [...foldText(dish)].slice(start, start + length).join('');
        expect(matchesSearch(dish, part)).toBe(true);
        expect(matchesSearch(dish.normalize('NFD'), dish.normalize('NFC'))).toBe(true);
        expect(matchesSearch(dish.toUpperCase(), dish.toLowerCase())).toBe(true);
      }),
    );
  });

  it('takes the order and the spaces of its words for nothing, and finds fewer with each word', () => {
    fc.assert(
      fc.property(
        name,
        fc.array(fc.constantFrom('a', 'bur', 'ö', 'pi', 'ss'), { maxLength: 4 }),
        (dish, words) => {
          const found = matchesSearch(dish, words.join(' '));
          expect(matchesSearch(dish, `  ${words.toReversed().join('   ')} `)).toBe(found);
          if (found) for (const word of words) expect(matchesSearch(dish, word)).toBe(true);
        },
      ),
    );
  });

  it('folds a folded text no further', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 20 }), (points) => {
        const text = String.fromCodePoint(...points);
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });
});

describe('the filter of a gallery', () => {
  const burger: FilteredPicture = {
    name: 'Classic Burger',
    createdAt: '2026-11-05T10:00:00.000Z',
    favourite: true,
    collections: ['summer'],
    studio: { formatId: 'square_feed', filter: { id: 'popcrush' }, scene: { id: 'cafe-window-bite' } },
    menu: null,
  };
  const curry: FilteredPicture = {
    name: 'Curry',
    createdAt: '2026-10-05T10:00:00.000Z',
    favourite: false,
    collections: [],
    studio: null,
    menu: { platform: 'uber', backgroundStyle: 'marble' },
  };

  it.each<[string, GalleryFilter]>([
    ['format', { format: 'square_feed' }],
    ['filter', { look: 'popcrush' }],
    ['scene', { look: 'cafe-window-bite' }],
    ['favourite', { favourite: true }],
    ['collection', { collection: 'summer' }],
    ['start', { from: '2026-11-05T10:00:00.000Z' }],
    ['name', { search: 'burger' }],
  ])('wants one picture and not the other by its %s', (_, filter) => {
    expect([burger, curry].map((picture) => isWanted(picture, filter))).toEqual([true, false]);
  });

  it.each<[string, GalleryFilter]>([
    ['platform', { platform: 'uber' }],
    ['background', { look: 'marble' }],
    ['end', { until: '2026-11-05T10:00:00.000Z' }],
  ])('wants a menu picture and not the other by its %s', (_, filter) => {
    expect([burger, curry].map((picture) => isWanted(picture, filter))).toEqual([false, true]);
  });

  it('wants what each of its parts wants', () => {
    const part = fc.record(
      {
        search: fc.constantFrom('', ' ', 'burger', 'c'),
        format: fc.constantFrom('square_feed', 'story_vertical'),
        look: fc.constantFrom('popcrush', 'marble', 'nothing'),
        platform: fc.constant('uber'),
        favourite: fc.constant(true),
        collection: fc.constantFrom('summer', 'winter'),
        from: fc.constantFrom(burger.createdAt, curry.createdAt),
        until: fc.constantFrom(burger.createdAt, '2027-01-01T00:00:00.000Z'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(part, fc.constantFrom(burger, curry), (filter, picture) => {
        const alone = Object.entries(filter).map(([key, value]) => isWanted(picture, { [key]: value }));
        expect(isWanted(picture, filter)).toBe(alone.every(Boolean));
        if (isUnfiltered(filter)) expect(isWanted(picture, filter)).toBe(true);
      }),
    );
  });

  it('leaves nothing out when it is empty or its search is blank', () => {
    expect(isUnfiltered({})).toBe(true);
    expect(isUnfiltered({ search: '  ', format: undefined })).toBe(true);
    expect(isUnfiltered({ search: 'a' })).toBe(false);
    expect(isUnfiltered({ favourite: true })).toBe(false);
  });
});
