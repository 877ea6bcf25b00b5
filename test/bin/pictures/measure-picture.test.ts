import { describe, expect, it } from 'vitest';
import { scanLines } from '#bin/pictures/measure-picture.ts';

const side = 120;

/** A grey picture of 120 × 120 pixels with these levels above grey. */
function pictureOf(level: (x: number, y: number) => number) {
  const data = Buffer.alloc(side * side * 3);
  for (let i = 0; i < side * side; i += 1)
    data.fill(128 + level(i % side, Math.floor(i / side)), i * 3, i * 3 + 3);
  return { data, width: side, height: side };
}

/** The dish covers a disc in the middle. */
const dish = {
  data: Uint8Array.from({ length: side * side }, (_, i) =>
    Math.hypot((i % side) - side / 2, i / side - side / 2) < side / 4 ? 255 : 0,
  ),
  width: side,
  height: side,
};

describe('scanLines', () => {
  it('finds lines from side to side, also under a texture', () => {
    const line = (_x: number, y: number) => (y % 4 < 2 ? 6 : 0);
    const texture = (x: number, y: number) => (x * 7 + y * 5) % 11;
    expect(scanLines(pictureOf(line), dish)).toBeGreaterThan(1.5);
    const both = pictureOf((x, y) => line(x, y) + texture(x, y));
    expect(scanLines(both, dish)).toBeGreaterThan(1.5);
  });

  it('takes no edge of a plate for lines', () => {
    const edge = (_x: number, y: number) => (y > 100 && y < 108 ? 90 : 0);
    expect(scanLines(pictureOf(edge), dish)).toBeLessThan(0.2);
  });

  it('takes no food that lies on one side for lines', () => {
    const noodles = (x: number, y: number) => (x < side / 2 && (y + Math.floor(x / 30)) % 6 < 3 ? 40 : 0);
    expect(scanLines(pictureOf(noodles), dish)).toBeLessThan(0.2);
  });
});
