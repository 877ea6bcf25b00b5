import { describe, expect, it } from 'vitest';
import { type FontFile, hasCharacter, typefaceOf } from '#shared/domain/typeface.ts';

/**
 * A font file with these characters: each is 600 of 1000 units wide, with ink from 100 units before its place to 650
 * after, 700 above and 200 below the baseline. What it draws names the file.
 */
function fileWith(characters: string, name = 'M'): FontFile {
  return {
    unitsPerEm: 1000,
    charToGlyphIndex: (character) => characters.indexOf(character) + 1,
    charToGlyph: () => ({
      advanceWidth: 600,
      getMetrics: () => ({ xMin: -100, xMax: 650, yMin: -200, yMax: 700 }),
      getPath: (x, y) => ({
        commands: [{ type: name, x, y }, { type: 'Q', x1: x, y1: y, x: 0.26, y: 0.04 }, { type: 'Z' }],
      }),
    }),
  };
}

const turnedRound = (line: string) => [...line].reverse().join('');

describe('a typeface', () => {
  it('knows which characters a file has', () => {
    expect(hasCharacter(fileWith('ab'), 'a')).toBe(true);
    expect(hasCharacter(fileWith('ab'), 'c')).toBe(false);
  });

  it('is as wide as its characters', () => {
    const typeface = typefaceOf([fileWith('ab')]);
    expect(typeface.measure('', 20)).toBe(0);
    expect(typeface.measure('ab', 20)).toBeCloseTo(24);
    expect(typeface.measure('aba', 20)).toBeCloseTo(36);
  });

  it('reaches around a line as far as its ink', () => {
    const ink = typefaceOf([fileWith('ab')]).ink('ab', 20);
    expect(ink.left).toBeCloseTo(2);
    expect(ink.right).toBeCloseTo(25);
    expect(ink.above).toBeCloseTo(14);
    expect(ink.below).toBeCloseTo(4);
  });

  it('draws each character where the one before ends, to a tenth of a pixel', () => {
    expect(typefaceOf([fileWith('ab')]).draw('ab', 1.04, 50, 20)).toBe(
      'M1 50Q1 50 0.3 0ZM13 50Q13 50 0.3 0Z',
    );
  });

  it('draws each character from the first file that has it, and an unknown one from the first file', () => {
    const typeface = typefaceOf([fileWith('a', 'A'), fileWith('ab', 'B')]);
    const filesOf = (line: string) => typeface.draw(line, 0, 0, 10).match(/[AB]/g)?.join('');
    expect(filesOf('ab?')).toBe('ABA');
  });

  it('makes the baht sign of a B and a bar that reaches beyond it, where no font has it', () => {
    const file = fileWith('aB', 'M');
    expect(hasCharacter(file, '฿')).toBe(true);
    expect(hasCharacter(fileWith('a'), '฿')).toBe(false);
    const typeface = typefaceOf([fileWith('a', 'A'), file]);
    expect(typeface.measure('฿', 20)).toBe(typeface.measure('B', 20));
    expect(typeface.ink('฿', 20).above).toBeGreaterThan(typeface.ink('B', 20).above);
    expect(typeface.ink('฿', 20).below).toBeGreaterThan(typeface.ink('B', 20).below);
    const letter = typeface.draw('B', 1, 50, 20);
    expect(typeface.draw('฿', 1, 50, 20)).toMatch(new RegExp(`^${letter}M[\\d. ]+(L[\\d. ]+){3}Z$`));
  });

  it('needs a file', () => {
    expect(() => typefaceOf([]).measure('a', 10)).toThrow('The typeface has no files');
  });

  it.each([
    ['ab', 'ltr', 'ab'],
    ['ab', 'rtl', 'ba'],
    ['שלום', 'rtl', 'םולש'],
    ['a שלום', 'ltr', 'םולש a'],
  ] as const)('arranges %s in direction %s as %s', (line, direction, expected) => {
    expect(typefaceOf([fileWith('ab')], turnedRound).arrange(line, direction)).toBe(expected);
  });

  it('measures right-to-left text in the forms that are drawn', () => {
    // Joined letters are fewer than written ones.
    const joined = typefaceOf([fileWith('ab')], () => 'x');
    expect(joined.measure('שלום', 10)).toBeCloseTo(6);
    expect(joined.measure('abab', 10)).toBeCloseTo(24);
  });

  it('leaves a line as it is without a rule to reorder it', () => {
    expect(typefaceOf([fileWith('ab')]).arrange('שלום', 'rtl')).toBe('שלום');
  });
});
