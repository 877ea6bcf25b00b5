import { describe, expect, it } from 'vitest';
import { findCutOffPlate, reaches } from '#src/renderer/cut-off-plate.ts';
import { joinOval, type Oval } from '#src/renderer/oval.ts';
import { type Plane, plane, type Raster, raster } from '#src/renderer/pixels.ts';
import { createRandom } from '#src/renderer/random.ts';

const [WIDTH, HEIGHT] = [300, 240];

type Place = (x: number, y: number) => boolean;

function maskOf(isSet: Place): Plane {
  const mask = plane(WIDTH, HEIGHT);
  mask.values = mask.values.map((_, i) => (isSet(i % WIDTH, Math.floor(i / WIDTH)) ? 1 : 0));
  return mask;
}

/** A grainy picture of a dish on a plate on a table. */
function photoOf(isFood: Place, isPlate: Place, plate: readonly number[], table: readonly number[]): Raster {
  const random = createRandom(3, 'grain');
  const picture = raster(WIDTH, HEIGHT);
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    const colour = isFood(x, y) ? [0.5, 0.25, 0.1] : isPlate(x, y) ? plate : table;
    const grain = (random.next() - 0.5) * (isFood(x, y) ? 0.4 : 0.04);
    picture.rgb.set(
      colour.map((value) => value + grain),
      i * 3,
    );
  }
  return picture;
}

const china = [0.9, 0.9, 0.88];
const slate = [0.15, 0.16, 0.18];
const wood = [0.6, 0.42, 0.28];

/** Intersection over union of two masks. */
function overlap(one: Plane, other: Plane): number {
  let [both, either] = [0, 0];
  for (const [i, a] of one.values.entries()) {
    both += Math.min(a, other.values[i] as number);
    either += Math.max(a, other.values[i] as number);
  }
  return both / either;
}

describe('findCutOffPlate', () => {
  const inside = (oval: Required<Omit<Oval, 'turn'>>): Place => {
    const mask = joinOval(plane(WIDTH, HEIGHT), oval);
    return (x, y) => (mask.values[y * WIDTH + x] as number) > 0.5;
  };

  it.each([
    ['a pale plate, of which the right half is cut off', { x: 0.5, y: 0, rx: 0.8, ry: 0.45 }, china],
    ['a dark plate from above, cut off below', { x: 0.1, y: 0.55, rx: 0.8, ry: 0.78 }, slate],
    ['a plate of which only a corner of the table is left', { x: -0.3, y: -0.25, rx: 0.85, ry: 0.6 }, china],
  ] as const)('finds %s', (_name, oval, colour) => {
    const isPlate = inside(oval);
    const isFood = inside({ ...oval, rx: oval.rx * 0.55, ry: oval.ry * 0.55 });
    const found = findCutOffPlate(photoOf(isFood, isPlate, colour, wood), maskOf(isFood));
    expect(found && overlap(joinOval(plane(WIDTH, HEIGHT), found), maskOf(isPlate))).toBeGreaterThan(0.97);
  });

  it('finds none on a table, even at its straight edge', () => {
    const isFood = inside({ x: 0.2, y: 0.1, rx: 0.4, ry: 0.3 });
    const onTable = photoOf(isFood, () => false, china, wood);
    expect(findCutOffPlate(onTable, maskOf(isFood))).toBeUndefined();
    const atEdge = photoOf(isFood, (x, y) => y + 0.2 * x > 70, china, wood);
    expect(findCutOffPlate(atEdge, maskOf(isFood))).toBeUndefined();
  });

  it('finds no board of which only the front rim shows below a dish that stands free', () => {
    const isBoard = inside({ x: 0, y: 0.3, rx: 0.75, ry: 0.15 });
    const isBurger = inside({ x: 0, y: 0.08, rx: 0.3, ry: 0.26 });
    const isFront: Place = (x, y) => isBoard(x, y) && y > HEIGHT * 0.75;
    const photo = photoOf(isBurger, isFront, china, wood);
    expect(findCutOffPlate(photo, maskOf(isBurger))).toBeUndefined();
  });

  it('finds no plate that lies whole in the picture, nor one under other things than the food', () => {
    const whole = { x: 0, y: 0, rx: 0.45, ry: 0.4 };
    const isFood = inside({ ...whole, rx: 0.2, ry: 0.2 });
    expect(findCutOffPlate(photoOf(isFood, inside(whole), china, wood), maskOf(isFood))).toBeUndefined();
    const beside = inside({ x: 0.8, y: 0.4, rx: 0.5, ry: 0.4 });
    const isOther = inside({ x: -0.3, y: 0, rx: 0.15, ry: 0.15 });
    expect(findCutOffPlate(photoOf(isOther, beside, china, wood), maskOf(isOther))).toBeUndefined();
  });
});

describe('reaches', () => {
  const isPlate: Place = (_x, y) => y < HEIGHT * 0.9;
  const onTop = (isFood: Place) => reaches(maskOf(isFood), maskOf(isPlate), [0, -1]);

  it('is true where the frame cuts the food off, and false where a small thing behind it touches the frame', () => {
    const isCake: Place = (x, y) => y > 40 && y < 150 && x > 40 && x < 260;
    expect(onTop((x, y) => isCake(x, y) || (x > 60 && x < 95 && y < 60))).toBe(false);
    expect(onTop((x, y) => y < 150 && x > 40 && x < 260)).toBe(true);
    expect(onTop(isCake)).toBe(false);
  });

  it('is true where the food leaves the frame beside the plate', () => {
    const isFood: Place = (x, y) => x > 100 && x < 200 && y > 100;
    expect(reaches(maskOf(isFood), maskOf(isPlate), [0, 1])).toBe(true);
  });
});
