import { describe, expect, it } from 'vitest';
import type { Oval } from '#src/renderer/oval.ts';
import { raster } from '#src/renderer/pixels.ts';
import { clearWidePlate, drawPlate, isSeenFromAbove, placePlate, takesPlate } from '#src/renderer/plates.ts';
import { roundStage, stageOf, stageWith } from './stages.ts';

describe('the view', () => {
  it.each([
    [30, 30, true],
    [30, 27, true],
    [30, 12, false],
  ])('of a round dish of %d × %d pixels is from above: %s', (rx, ry, above) => {
    expect(isSeenFromAbove(roundStage(rx, ry))).toBe(above);
  });

  it('is from the side where the lower edge is straight, as of a burger or a box', () => {
    expect(isSeenFromAbove(stageWith(50, 50))).toBe(false);
  });

  it('is from the side where the dish stands, and unknown where the frame cuts it off', () => {
    expect(isSeenFromAbove(roundStage(20, 30))).toBe(false);
    expect(isSeenFromAbove(roundStage(45, 55))).toBe(false);
  });

  it('is from above for a round plate that a hand holds up from the picture’s edge', () => {
    const hand = (x: number, y: number) => Math.abs(x) < 8 && y > 0;
    const plate = (x: number, y: number) => Math.hypot(x, y + 4) < 42;
    expect(isSeenFromAbove(stageOf((x, y) => plate(x, y) || hand(x, y)))).toBe(true);
  });

  it('is unknown for a glass with berries on both sides', () => {
    const glass = (x: number, y: number) => Math.abs(x) < 12 && y > -40 && y < 40;
    const berries = (x: number, y: number) => Math.hypot(Math.abs(x) - 32, y - 22) < 9;
    expect(isSeenFromAbove(stageOf((x, y) => glass(x, y) || berries(x, y)))).toBe(false);
  });
});

describe('a plate that covers the picture', () => {
  const plate = { x: 0, y: 0, rx: 0.49, ry: 0.49 };
  const isPlate = (x: number, y: number) => Math.hypot(x, y) < 48;
  const served = (isFood: (x: number, y: number) => boolean) => ({
    ...stageOf(isPlate),
    served: { food: stageOf(isFood).dish, plate },
  });

  it('is removed for a filter, but not from under a ring of sauce', () => {
    const steak = served((x, y) => Math.hypot(x, y) < 30);
    expect(clearWidePlate(steak).dish).toBe(steak.served.food);
    const ring = served((x, y) => Math.hypot(x, y) < 10 || Math.abs(Math.hypot(x, y) - 35) < 4);
    expect(clearWidePlate(ring)).toBe(ring);
  });
});

describe('a new plate', () => {
  it('lies around a dish that was photographed from above', () => {
    const { x, y, rx, ry } = placePlate(roundStage(30, 28));
    expect(Math.hypot(x, y)).toBeLessThan(0.02);
    expect(rx).toBeGreaterThan(0.33);
    expect(ry).toBeGreaterThan(0.3);
  });

  it('lies around a bowl that three edges of the picture cut off, not at its lower edge', () => {
    const { x, y, rx, ry } = placePlate(stageOf((x, y) => Math.hypot(x + 35, y) < 58));
    expect(Math.abs(y)).toBeLessThan(0.02);
    expect(ry).toBeGreaterThan(0.5);
    expect(x + rx).toBeGreaterThan(0.25);
  });

  it('takes the place of the old one, seen from the same side, and hides it', () => {
    const old = { x: 0.1, y: -0.05, rx: 0.4, ry: 0.38, turn: 0.2 };
    const place = placePlate(stageWith(40, 60), old);
    expect(place).toMatchObject({ x: old.x, y: old.y, turn: old.turn });
    expect(place.rx).toBeGreaterThan(old.rx);
    expect(place.ry / place.rx).toBeCloseTo(old.ry / old.rx, 1);
  });

  /** Brightness of a plate, drawn on black, 36 pixels from its middle along an axis that is turned by `along`. */
  function drawn(place: Oval) {
    const table = raster(100, 100);
    drawPlate(stageWith(40, 20), table, 'white-round', place);
    return (along: number) => {
      const [x, y] = [50 + 36 * Math.cos(along), 50 + 36 * Math.sin(along)].map(Math.floor) as [
        number,
        number,
      ];
      return table.rgb[(y * 100 + x) * 3] as number;
    };
  }

  it('is drawn turned as its place is', () => {
    const along = drawn({ x: 0, y: 0, rx: 0.4, ry: 0.1, turn: 0.35 });
    expect(along(0.35)).toBeGreaterThan(0.6);
    expect(along(0.35 + Math.PI)).toBeGreaterThan(0.6);
    expect(along(-0.35)).toBe(0);
    expect(along(-0.35 + Math.PI)).toBe(0);
  });

  it('lies level in the place of a tray that lies across the picture', () => {
    const along = drawn({ x: 0, y: 0, rx: 0.42, ry: 0.29, turn: 0.6 });
    for (const angle of [0.6, -0.6, 0.6 + Math.PI, Math.PI - 0.6]) expect(along(angle)).toBeGreaterThan(0.6);
  });

  it('lies level where it is seen from above', () => {
    const along = drawn({ x: 0, y: 0, rx: 0.4, ry: 0.32, turn: 0.7 });
    for (const angle of [0.7, -0.7, 0.7 + Math.PI, Math.PI - 0.7]) expect(along(angle)).toBeGreaterThan(0.6);
  });

  it('lies around a dish that the picture cuts off above and below', () => {
    const stage = stageOf((x, y) => Math.hypot(x + 30, y) < 70);
    const { x, y, rx, ry } = placePlate(stage);
    expect(Math.abs(y)).toBeLessThan(0.05);
    expect(ry).toBeGreaterThan(0.5);
    expect(x + rx).toBeGreaterThan(stage.box.right + 0.05);
  });

  it('lies around a flat dish and under the foot of a tall one', () => {
    const flat = placePlate(stageWith(60, 30));
    expect(Math.abs(flat.y)).toBeLessThan(0.1);
    expect(flat.rx).toBeGreaterThan(0.3);
    const tall = placePlate(stageWith(40, 60));
    expect(tall.y).toBeGreaterThan(0.15);
    expect(tall.ry).toBeLessThan(tall.rx / 2);
  });
});

/** Whether a place lies in an ellipse with these radii. */
const isIn = (x: number, y: number, rx: number, ry: number) => (x / rx) ** 2 + (y / ry) ** 2 < 1;

describe('a dish whose plate was not found', () => {
  it.each([
    ['a burger', stageWith(30, 24), true],
    ['a bowl that is kept with its soup', roundStage(30, 24), false],
    ['a slice that both sides cut off', stageOf((_, y) => y > -15 && y < 20), false],
    [
      'two plates, one behind the other',
      stageOf((x, y) => isIn(x, y + 30, 28, 12) || isIn(x, y - 12, 40, 20)),
      false,
    ],
    ['two burgers beside each other', stageOf((x, y) => isIn(Math.abs(x) - 22, y, 16, 20)), true],
    [
      'a burger with a sprig behind it',
      stageOf((x, y) => isIn(x, y + 36, 4, 4) || (Math.abs(x) < 22 && Math.abs(y) < 18)),
      true,
    ],
    ['a table full of dishes', stageOf((x, y) => x > -40 && y > -45), false],
  ])('gets another plate only if that can be seen under it: %s', (_name, stage, takes) => {
    expect(takesPlate(stage)).toBe(takes);
  });

  it('does not matter where a plate was found', () => {
    const stage = roundStage(30, 24);
    expect(
      takesPlate({ ...stage, served: { food: stage.dish, plate: { x: 0, y: 0, rx: 0.3, ry: 0.24 } } }),
    ).toBe(true);
  });
});

describe('drawPlate', () => {
  it.each([
    'white-round',
    'black-modern',
    'rustic',
    'white-square',
  ] as const)('tells what it covers, without the shadow: %s', (style) => {
    const { width, height } = { width: 100, height: 100 };
    const table = raster(width, height);
    const before = table.rgb.fill(0.5).slice();
    const { mask, place } = drawPlate(roundStage(26, 26), table, style, { x: 0, y: 0, rx: 0.3, ry: 0.3 });
    expect(place).toMatchObject({ x: 0, y: 0, rx: 0.3, ry: 0.3 });
    const covered = mask.values.reduce((sum, value) => sum + value, 0) / (width * height);
    const area = style === 'white-square' ? 0.6 ** 2 * 0.89 : Math.PI * 0.3 ** 2;
    expect(covered / area).toBeGreaterThan(0.95);
    expect(covered / area).toBeLessThan(1.1);
    // Beside the plate only the shadow has changed the table.
    for (const [i, value] of mask.values.entries())
      if (value === 0) expect(table.rgb[i * 3]).toBeLessThanOrEqual(before[i * 3] ?? 0);
  });
});
