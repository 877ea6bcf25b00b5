import { describe, expect, it } from 'vitest';
import { brighteningCurve } from '#shared/domain/brightening.ts';

describe('brightening', () => {
  it.each([
    ['0', 0, 7],
    ['64', 64, 7],
    ['90', 90, 5],
    ['150', 150, 3],
    ['225', 225, 2],
    ['240', 240, 2],
  ])('raises a dark tone the more, the darker the highlights are: %s', (_name, highlights, raised) => {
    expect(brighteningCurve(highlights)[2]).toBe(raised);
  });

  it.each([
    0, 1, 60, 150, 224,
  ])('keeps the order of tones and raises none beyond white: highlights of %i', (highlights) => {
    const curve = brighteningCurve(highlights);
    expect([curve.length, curve[0], curve[255]]).toEqual([256, 0, 255]);
    for (let value = 1; value < 255; value += 1) {
      expect(curve[value]).toBeGreaterThanOrEqual(value);
      expect(curve[value]).toBeGreaterThanOrEqual(curve[value - 1] ?? 0);
    }
    expect(curve[253]).toBeLessThan(255);
  });

  it('raises a middle tone clearly, but not to white', () => {
    // Of 112, half of the highlights: twice as bright in the shadows, two thirds of white in the middle.
    expect(brighteningCurve(112.5)[128]).toBe(170);
  });

  it('changes nothing in a light photo', () => {
    expect([...brighteningCurve(225)]).toEqual(Array.from({ length: 256 }, (_, value) => value));
  });
});
