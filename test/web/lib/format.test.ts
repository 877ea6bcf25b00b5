import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  count,
  initialOf,
  isAutomaticName,
  megabytes,
  nameFromFile,
  penceOf,
  priceOf,
  truncate,
} from '#web/lib/format.ts';

describe('format', () => {
  it('shows pence as pounds with two decimals', () => {
    expect([0, 450, 1250, 199900].map(priceOf)).toEqual(['£0.00', '£4.50', '£12.50', '£1,999.00']);
  });

  it('shows pence to a tenth, without a zero', () => {
    expect([39.98, 34.99, 29.46].map(penceOf)).toEqual(['40p', '35p', '29.5p']);
  });

  it('truncates after 30 characters and leaves 30 alone', () => {
    const thirty = 'a'.repeat(30);
    expect(truncate(thirty)).toBe(thirty);
    expect(truncate(`${thirty}b`)).toBe(`${thirty}…`);
    expect(truncate('🍔'.repeat(31))).toBe(`${'🍔'.repeat(30)}…`);
  });

  it('shows a calendar day as it is, also west of Greenwich', () => {
    // A process of its own: whoever asked for a date before fixes the time zone of this one.
    const shown = execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { dateOf, dateOfDay } from '#web/lib/format.ts';
        console.log(JSON.stringify([dateOf('2026-11-21T01:00:00.000Z'), dateOfDay('2026-11-21')]));`,
      ],
      { env: { ...process.env, TZ: 'America/New_York' }, encoding: 'utf8' },
    );
    expect(JSON.parse(shown)).toEqual(['20 Nov 2026', '21 Nov 2026']);
  });

  it('counts with the right noun', () => {
    expect([0, 1, 2000].map((n) => count(n, 'credit'))).toEqual(['0 credits', '1 credit', '2,000 credits']);
  });

  it('names megabytes as people do', () => {
    expect(megabytes(12 * 1024 * 1024)).toBe('12 MB');
  });

  it('makes a dish’s name of a file’s name', () => {
    expect(nameFromFile('my_best-burger (2).jpg')).toBe('My best burger');
    expect(nameFromFile('.jpg')).toBe('My dish');
    expect(nameFromFile(`${'x'.repeat(300)}.png`)).toHaveLength(100);
  });
});

describe('a name that comes from a file', () => {
  it.each([
    'Item 4',
    'IMG 2034',
    'IMG 20261122 184501',
    'DSC 0815',
    'PXL 20261122',
    'Photo',
    'Image 3',
    '1000012345',
    'WhatsApp Image 2026 11 22 at 18.45.01',
    'Screenshot 2026 11 22 at 6.45.01 PM',
    'My dish',
    'P1010123',
    'DSCF0042',
    'IMG2041',
    'Q164',
  ])('says nothing about the dish: %s', (name) => expect(isAutomaticName(name)).toBe(true));

  it.each([
    'House burger',
    'Pizza 4',
    'Pizza44',
    'Menu2026 lunch',
    'Sticky wings 2',
    'Item of the day',
    'Feta',
    'Cafe',
    'Image of soup',
    '',
  ])('may be the dish’s own: %s', (name) => expect(isAutomaticName(name)).toBe(false));
});

it.each([
  ['Ada Cook', 'A'],
  [' élodie', 'É'],
  ['🍕 Mario', '🍕'],
  ['👩‍🍳 Ada', '👩‍🍳'],
  ['', ''],
])('the initial of "%s" is "%s"', (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});
