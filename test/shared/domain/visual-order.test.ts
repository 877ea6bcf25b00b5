import { describe, expect, it } from 'vitest';
import { reorder } from '#lambdas/pictures/fonts-right-to-left.ts';
import { directionOf, hasRightToLeft, joinArabic } from '#shared/domain/visual-order.ts';

/** Names of the forms of a word, by their code points. */
const codes = (text: string) =>
  [...text].map((character) => character.codePointAt(0)?.toString(16)).join(' ');

describe('Arabic letters', () => {
  it('are joined with their neighbours', () => {
    // Beh: alone, at the beginning, in the middle, at the end.
    expect(codes(joinArabic('ب'))).toBe('fe8f');
    expect(codes(joinArabic('ببب'))).toBe('fe91 fe92 fe90');
    // Dal joins the letter before it, and never the one after.
    expect(codes(joinArabic('بدب'))).toBe('fe91 feaa fe8f');
    // A word ends at a space.
    expect(codes(joinArabic('ب ب'))).toBe('fe8f 20 fe8f');
    expect(codes(joinArabic('بـب'))).toBe('fe91 640 fe90');
    // Hamza joins none.
    expect(codes(joinArabic('بءب'))).toBe('fe8f fe80 fe8f');
  });

  it('lam and alef are one character', () => {
    expect(codes(joinArabic('لا'))).toBe('fefb');
    expect(codes(joinArabic('بلاب'))).toBe('fe91 fefc fe8f');
  });

  it('of Persian and Urdu are joined too', () => {
    expect(codes(joinArabic('پچگ'))).toBe('fb58 fb7d fb93');
    expect(codes(joinArabic('یک'))).toBe('fbfe fb8f');
  });

  it('leave other scripts alone', () => {
    expect(joinArabic('Two for 1 – שלום')).toBe('Two for 1 – שלום');
  });
});

describe('the order in which a line is drawn', () => {
  it('is from right to left for Hebrew, with numbers and Latin words as they are', () => {
    expect(reorder('שלום', 'rtl')).toBe('םולש');
    expect(reorder('מחיר 25 Pizza', 'rtl')).toBe('Pizza 25 ריחמ');
    expect(reorder('Pizza שלום now', 'ltr')).toBe('Pizza םולש now');
  });

  it('turns brackets round', () => {
    expect(reorder('(שלום)', 'rtl')).toBe('(םולש)');
  });

  it('stays for other scripts, but for the mark at the end of a line from right to left', () => {
    expect(reorder('Two for one!', 'ltr')).toBe('Two for one!');
    expect(reorder('Two for one!', 'rtl')).toBe('!Two for one');
  });
});

it('the direction of a text is that of its first letter', () => {
  expect(directionOf('25 שלום Pizza')).toBe('rtl');
  expect(directionOf('Pizza שלום')).toBe('ltr');
  expect(directionOf('25 %')).toBe('ltr');
  expect(hasRightToLeft('مرحبا')).toBe(true);
  expect(hasRightToLeft('Φρέσκο')).toBe(false);
});
