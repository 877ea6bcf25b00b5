import { describe, expect, it } from 'vitest';
import {
  closeUpOf,
  completePlate,
  completePlates,
  fillBays,
  goesOn,
  isBehindFood,
  isCloseUp,
  isCloth,
  isWallOfBowl,
  keepSure,
  leavesCorners,
  newParts,
} from '#src/renderer/dish-mask/see-dish.ts';
import { toLab } from '#src/renderer/pixels.ts';
import { china, cloth, maskOf, pictureOf, SIDE, stew, within } from './drawn-dish.ts';
import { mean } from './mean.ts';

describe('keepSure', () => {
  /** A glass, a berry that touches it, and a second glass behind the berry, of which the network is not sure. */
  const seen = maskOf((x, y) => (Math.abs(x - 40) < 30 && Math.abs(y) < 80) || Math.hypot(x, y - 66) < 18);
  const isBehind = (x: number, y: number) =>
    (Math.abs(x + 34) < 24 && y > -20 && y < 42) || (Math.abs(x + 14) < 5 && y >= 42 && y < 62);
  for (const [i, value] of maskOf(isBehind).values.entries())
    seen.values[i] = Math.max(seen.values[i] ?? 0, 0.3 * value);

  it('leaves out a second glass that touches a berry of the first, and keeps the berry', () => {
    const kept = keepSure(seen);
    expect(mean(kept, 0.22, 0.42, 0.44, 0.7)).toBe(0);
    expect(mean(kept, 0.46, 0.8, 0.54, 0.86)).toBe(1);
    expect(mean(kept, 0.6, 0.2, 0.8, 0.8)).toBe(1);
  });
});

describe('keepSure, of what hangs above a dish', () => {
  const isDish = (x: number, y: number) => Math.hypot(x, y - 40) < 45;
  const isSign = (x: number, y: number) => Math.hypot(x, y + 70) < 38;

  it('leaves out a sign that reaches the top, and keeps a second dish beside or below the first', () => {
    const signed = keepSure(maskOf((x, y) => isDish(x, y) || isSign(x, y)));
    expect(mean(signed, 0.4, 0, 0.6, 0.3)).toBe(0);
    expect(mean(signed, 0.4, 0.55, 0.6, 0.85)).toBe(1);
    const withSide = keepSure(maskOf((x, y) => isDish(x, -y) || isSign(x, -y)));
    expect(mean(withSide, 0.4, 0.7, 0.6, 1)).toBe(1);
    const pot = keepSure(
      maskOf((x, y) => Math.hypot(x + 50, y + 60) < 48 || Math.hypot(x - 40, y - 30) < 55),
    );
    expect(mean(pot, 0.1, 0.05, 0.4, 0.3)).toBe(1);
  });
});

describe('isCloseUp', () => {
  // As detailed and colourful at the border as in the middle.
  const busy = pictureOf((x, y) =>
    (Math.floor(x / 4) + Math.floor(y / 4)) % 2 === 0 ? [0.7, 0.3, 0.1] : [0.4, 0.1, 0],
  );
  const seenAs = (radius: number, sure: number) => {
    const food = maskOf(within(radius));
    return [food, { ...food, values: food.values.map((value) => value * sure) }] as const;
  };

  it('is not where the network is sure of one thing among others', () => {
    expect(isCloseUp(busy, ...seenAs(50, 0.97))).toBe(false);
  });

  it('is where it is in doubt of what it saw, or saw most of the frame', () => {
    expect(isCloseUp(busy, ...seenAs(50, 0.6))).toBe(true);
    const most = maskOf((x, y) => Math.abs(x) < 80 && y < 60);
    expect(isCloseUp(busy, most, most)).toBe(true);
  });
});

describe('closeUpOf', () => {
  /** As busy as a flowered cloth, or as a stew. */
  const busy = (x: number, y: number) =>
    (Math.floor(x / 7) + Math.floor(y / 9)) % 2 === 0 ? [0.8, 0.2, 0.2] : china;
  const pan = pictureOf((x, y) =>
    within(70)(x, y) ? stew : within(85)(x, y) ? [0.08, 0.08, 0.08] : busy(x, y),
  );

  it('is a pan with a clear rim all around, without the flowered cloth under it', () => {
    const { dish } = closeUpOf(pan, pan, maskOf(within(84)));
    expect(mean(dish, 0.2, 0.2, 0.8, 0.8)).toBeGreaterThan(0.99);
    expect(mean(dish, 0, 0, 0.12, 0.12)).toBeLessThan(0.02);
    expect(mean(dish, 0.88, 0.88, 1, 1)).toBeLessThan(0.02);
  });

  it.each([
    ['food fills it', pictureOf(busy), maskOf(within(84))],
    ['the pan was not seen as a whole', pan, maskOf(within(60))],
    ['food was seen beyond the rim', pan, maskOf((x, y) => within(84)(x, y) || (x > 0 && Math.abs(y) < 45))],
  ])('is the whole frame where %s', (_, picture, food) => {
    expect(mean(closeUpOf(picture, picture, food).dish, 0, 0, 1, 1)).toBe(1);
  });
});

describe('fillBays', () => {
  it('gives a bowl back the piece of its rim that was overlooked', () => {
    const bitten = maskOf((x, y) => within(70)(x, y) && !within(14)(x + 52, y + 36));
    const bite = [0.24, 0.33, 0.28, 0.37] as const;
    expect(mean(bitten, ...bite)).toBeLessThan(0.2);
    expect(mean(fillBays(bitten), ...bite)).toBeGreaterThan(0.8);
  });

  it('leaves what is not round as it is', () => {
    const corner = maskOf((x, y) => Math.abs(x) < 70 && Math.abs(y) < 70 && !(x > 0 && y > 0));
    expect(fillBays(corner)).toBe(corner);
  });
});

describe('completePlate', () => {
  const isPlate = (x: number, y: number) => Math.hypot(x / 68, (y - 5) / 60) < 1;
  const isFood = within(36);
  const food = maskOf(isFood);
  const right = [0.68, 0.45, 0.75, 0.6] as const;
  const photoOn = (plate: readonly number[]) =>
    pictureOf((x, y) => (isFood(x, y) ? stew : isPlate(x, y) ? plate : cloth));

  it.each([
    ['a part', maskOf((x, y) => isFood(x, y) || (isPlate(x, y) && x < -5))],
    ['none', undefined],
  ])('finds the rim of a pale plate of which the network saw %s', (_name, seen) => {
    const plate = completePlate(photoOn(china), food, seen);
    expect(plate && mean(plate, ...right)).toBeGreaterThan(0.95);
    expect(plate && mean(plate, 0.02, 0.02, 0.15, 0.2)).toBe(0);
  });

  it('leaves a plate that was seen whole, and takes no dark or colourful oval for one', () => {
    const whole = maskOf(within(50));
    expect(completePlate(photoOn(china), food, whole)).toBe(whole);
    for (const colour of [
      [0.1, 0.1, 0.1],
      [0.9, 0.3, 0.1],
    ])
      expect(completePlate(photoOn(colour), food, undefined)).toBeUndefined();
  });

  it('takes the rim of a dark bowl that its food fills', () => {
    const filling = (x: number, y: number) => Math.hypot(x / 62, (y - 5) / 54) < 1;
    const bowl = pictureOf((x, y) => (filling(x, y) ? stew : isPlate(x, y) ? [0.1, 0.1, 0.1] : cloth));
    const found = completePlate(
      bowl,
      maskOf((x, y) => filling(x, y) && y > -25),
      undefined,
    );
    expect(found && mean(found, 0.4, 0.24, 0.6, 0.3)).toBeGreaterThan(0.95);
    expect(found && mean(found, 0.02, 0.02, 0.15, 0.2)).toBe(0);
  });

  it('finds a plate that the frame cuts off, and takes no round table for one', () => {
    const isCutOff = (x: number, y: number) => Math.hypot((x - 60) / 130, y / 110) < 1;
    const isWide = (x: number, y: number) => isFood(x - 50, y);
    const cutOff = (isDish: typeof isFood) =>
      completePlate(
        pictureOf((x, y) => (isDish(x, y) ? stew : isCutOff(x, y) ? [0.2, 0.3, 0.5] : cloth)),
        maskOf(isDish),
        undefined,
      );
    const plate = cutOff((x, y) => Math.hypot((x - 60) / 90, y / 80) < 1);
    expect(plate && mean(plate, 0.16, 0.45, 0.22, 0.55)).toBeGreaterThan(0.95);
    expect(plate && mean(plate, 0, 0, 0.1, 0.1)).toBe(0);
    expect(cutOff(isWide)).toBeUndefined();
  });
});

describe('completePlates', () => {
  it('finds the plate of each of several dishes that lie apart', () => {
    const plates = [
      (x: number, y: number) => within(48)(x + 50, y + 46),
      (x: number, y: number) => within(46)(x - 50, y - 48),
    ];
    const isToast = (x: number, y: number) => Math.abs(x) < 26 && Math.abs(y) < 26;
    const isFood = (x: number, y: number) => isToast(x + 50, y + 46) || isToast(x - 50, y - 48);
    const picture = pictureOf((x, y) =>
      isFood(x, y) ? stew : plates.some((isPlate) => isPlate(x, y)) ? china : cloth,
    );
    const found = completePlates(picture, maskOf(isFood), undefined);
    expect(found && mean(found, 0.06, 0.22, 0.12, 0.3)).toBeGreaterThan(0.95);
    expect(found && mean(found, 0.56, 0.7, 0.62, 0.78)).toBeGreaterThan(0.95);
    expect(found && mean(found, 0.6, 0.1, 0.9, 0.4)).toBe(0);
  });
});

describe('newParts', () => {
  const food = maskOf((x, y) => y > 20 && within(90)(x, y));
  /** Fruit on a stick to the left, and a warm cloth without detail to the right. */
  const isFruit = (x: number, y: number) => x < -20 && y < 0 && within(90)(x, y);
  const isWarm = (x: number, y: number) => x > 20 && y < 0 && within(90)(x, y);
  const picture = pictureOf((x, y) => {
    if (isWarm(x, y)) return [0.9, 0.6, 0.3];
    const isLight = Math.floor(x / 4) % 2 === 0;
    if (food.values[Math.round(y + 99.5) * SIDE + Math.round(x + 99.5)] === 1 || isFruit(x, y))
      return isLight ? [0.9, 0.7, 0.1] : [0.5, 0.2, 0.1];
    return china;
  });
  const seen = maskOf((x, y) => isFruit(x, y) || isWarm(x, y));

  it('adds what is as sharp as the food, and no cloth that is out of focus', () => {
    const added = newParts(picture, food, seen, { above: 0.5, leastDetail: 0.4 });
    expect(mean(added, 0.2, 0.3, 0.35, 0.45)).toBe(1);
    expect(mean(added, 0.65, 0.3, 0.8, 0.45)).toBe(0);
  });

  it('adds only what was seen surely enough, and nothing that is pale', () => {
    const unsure = { ...seen, values: seen.values.map((value) => value * 0.9) };
    const sharp = { above: 0.93, leastDetail: 0 };
    expect(mean(newParts(picture, food, unsure, sharp), 0, 0, 1, 1)).toBe(0);
    const pale = pictureOf(() => china);
    expect(mean(newParts(pale, food, seen, sharp), 0, 0, 1, 1)).toBe(0);
  });
});

describe('goesOn', () => {
  const food = maskOf((x, y) => y < 0 && within(60)(x, y));
  const part = [...maskOf((x, y) => y > 20 && x < 10).values.entries()].flatMap(([i, set]) =>
    set ? [i] : [],
  );

  it('tells a piece of a table from one of a dish', () => {
    const table = pictureOf((x, y) => (y < 0 && within(60)(x, y) ? stew : cloth));
    expect(goesOn(toLab(table), food, part)).toBe(true);
    const second = pictureOf((x, y) => (y > 20 && x < 10 ? stew : cloth));
    expect(goesOn(toLab(second), food, part)).toBe(false);
  });
});

describe('isCloth', () => {
  const food = maskOf(within(25));

  it('is a table with things that were left out, not a plate of any shape', () => {
    expect(isCloth(maskOf(within(70)), food)).toBe(false);
    expect(
      isCloth(
        maskOf((x, y) => Math.abs(x) < 80 && Math.abs(y) < 40),
        food,
      ),
    ).toBe(false);
    const cloth = maskOf((x, y) => y > -30 && Math.abs(x) < 90 && !within(30)(x - 60, y + 10));
    expect(isCloth(cloth, food)).toBe(true);
    expect(isCloth(cloth, maskOf(within(60)))).toBe(false);
  });
});

describe('isBehindFood', () => {
  const food = maskOf((x, y) => Math.abs(x) < 60 && Math.abs(y - 30) < 20);

  it('is smoke that rises behind the food, not a board in front of it nor a round plate', () => {
    expect(
      isBehindFood(
        maskOf((x, y) => Math.abs(x) < 80 && y < 60),
        food,
      ),
    ).toBe(true);
    expect(
      isBehindFood(
        maskOf((x, y) => Math.abs(x) < 90 && y > 0 && y < 90),
        food,
      ),
    ).toBe(false);
    expect(isBehindFood(maskOf(within(95)), food)).toBe(false);
  });
});

describe('isWallOfBowl', () => {
  const bowl = pictureOf((x, y) => (within(67)(x, y) ? stew : within(80)(x, y) ? china : cloth));
  const plate = maskOf(within(80));

  it('is so where the food was seen with a part of its bowl', () => {
    expect(
      isWallOfBowl(
        bowl,
        maskOf((x, y) => within(x > 0 ? 73 : 67)(x, y)),
        plate,
      ),
    ).toBe(true);
  });

  it('is not so for food that ends where its colour does, and for little food on a large plate', () => {
    expect(isWallOfBowl(bowl, maskOf(within(67)), plate)).toBe(false);
    expect(isWallOfBowl(bowl, maskOf(within(30)), plate)).toBe(false);
  });
});

describe('leavesCorners', () => {
  it('is so for a pan that each side of the frame cuts off', () => {
    expect(leavesCorners(maskOf(within(115)))).toBe(true);
  });

  it.each([
    ['a whole frame', () => true],
    ['a table with a wall behind it', (_x: number, y: number) => y > -60],
    ['a table whose edge cuts off one corner', (x: number, y: number) => x + y > -120],
    ['a plate that lies whole in the frame', within(80)],
  ])('is not so for %s', (_what, isSet) => {
    expect(leavesCorners(maskOf(isSet))).toBe(false);
  });
});
