import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actualScale, fitted, inBounds, zoomedTo } from '#web/gallery/zoom.ts';

const frame = fc.record({
  width: fc.integer({ min: 100, max: 2000 }),
  height: fc.integer({ min: 100, max: 2000 }),
});
const number = fc.double({ min: -5000, max: 5000, noNaN: true });
const zoom = fc.record({ scale: fc.double({ min: 0.1, max: 20, noNaN: true }), x: number, y: number });
const max = fc.double({ min: 1, max: 12, noNaN: true });

describe('the zoom of a picture', () => {
  it('always covers its frame', () => {
    fc.assert(
      fc.property(zoom, frame, max, (wanted, size, most) => {
        const { scale, x, y } = inBounds(wanted, size, most);
        expect(scale).toBeGreaterThanOrEqual(1);
        expect(scale).toBeLessThanOrEqual(most);
        expect((size.width * scale) / 2 - Math.abs(x)).toBeGreaterThanOrEqual(size.width / 2 - 1e-6);
        expect((size.height * scale) / 2 - Math.abs(y)).toBeGreaterThanOrEqual(size.height / 2 - 1e-6);
      }),
    );
  });

  it('keeps the zoomed point in place', () => {
    fc.assert(
      fc.property(
        frame,
        fc.double({ min: 0.1, max: 0.9, noNaN: true }),
        fc.double({ min: 0.1, max: 0.9, noNaN: true }),
        fc.double({ min: 1.5, max: 8, noNaN: true }),
        (size, across, down, scale) => {
          const place = { x: (across - 0.5) * size.width, y: (down - 0.5) * size.height };
          const zoomed = zoomedTo(fitted, scale, place, size, 10);
          // From the centre of the picture, at its own scale.
          expect((place.x - zoomed.x) / zoomed.scale).toBeCloseTo(place.x, 4);
          expect((place.y - zoomed.y) / zoomed.scale).toBeCloseTo(place.y, 4);
        },
      ),
    );
  });

  it('is centred again at scale 1', () => {
    fc.assert(
      fc.property(zoom, frame, max, (from, size, most) => {
        const { scale, x, y } = zoomedTo(inBounds(from, size, most), 1, { x: 0, y: 0 }, size, most);
        expect([scale, Math.abs(x), Math.abs(y)]).toEqual([1, 0, 0]);
      }),
    );
  });

  it('shows pixel for pixel on any screen, and never smaller than its frame', () => {
    expect(actualScale(1080, { width: 270, height: 270 }, 2)).toBe(2);
    expect(actualScale(300, { width: 600, height: 500 }, 1)).toBe(1);
    expect(actualScale(1080, { width: 0, height: 0 }, 1)).toBe(1);
  });
});
