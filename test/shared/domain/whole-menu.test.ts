import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { menuTargetSize, platforms } from '#shared/domain/platforms.ts';
import {
  drawnTarget,
  expectedMinutes,
  isSameTarget,
  keptShare,
  maxDishes,
  type Target,
} from '#shared/domain/whole-menu.ts';

const targets = platforms.flatMap(({ id, imageTypes }) =>
  imageTypes.map(({ id: imageType }) => ({ platform: id, imageType })),
);
const side = fc.integer({ min: 300, max: 9000 });
const photo = fc.record({ width: side, height: side });

describe('the target that a dish is drawn for', () => {
  it('is the largest of those whose shape is like the photo', () => {
    const phone = { width: 4032, height: 3024 };
    expect(drawnTarget(phone, targets)).toEqual({ platform: 'uber', imageType: 'cover' });
    const square = [
      { platform: 'justeat', imageType: 'square' },
      { platform: 'deliveroo', imageType: 'hero' },
    ];
    expect(drawnTarget({ width: 1000, height: 1000 }, square)).toEqual(square[0]);
    expect(drawnTarget({ width: 1920, height: 1080 }, square)).toEqual(square[1]);
  });

  it('is the largest of one shape, wherever it stands in the list', () => {
    const [small, large, larger] = [
      { platform: 'uber', imageType: 'menu' },
      { platform: 'deliveroo', imageType: 'hero' },
      { platform: 'grubhub', imageType: 'header' },
    ] as const;
    const photo = { width: 1600, height: 1000 };
    for (const chosen of [
      [small, large],
      [large, small],
    ])
      expect(drawnTarget(photo, chosen)).toEqual(large);
    // Its shape keeps less of this photo by more than a tenth.
    expect(drawnTarget(photo, [small, larger, large])).toEqual(large);
  });

  it('is the first of equal ones', () => {
    const [justEat, grubhub] = [
      { platform: 'justeat', imageType: 'square' },
      { platform: 'grubhub', imageType: 'square' },
    ] as const;
    const photo = { width: 1000, height: 1000 };
    expect(drawnTarget(photo, [justEat, grubhub])).toEqual(justEat);
    expect(drawnTarget(photo, [grubhub, justEat])).toEqual(grubhub);
  });

  it('is missing for a menu without targets', () => {
    expect(() => drawnTarget({ width: 1000, height: 1000 }, [])).toThrow('A menu has at least one target');
  });

  it('is one of the chosen ones and loses no more of the photo than a tenth beyond the best', () => {
    fc.assert(
      fc.property(photo, fc.subarray(targets, { minLength: 1 }), (size, chosen) => {
        const target = drawnTarget(size, chosen);
        expect(chosen).toContain(target);
        const kept = ({ platform, imageType }: Target) =>
          keptShare(size, menuTargetSize(platform, imageType));
        expect(kept(target)).toBeGreaterThanOrEqual(Math.max(...chosen.map(kept)) - 0.1);
      }),
    );
  });
});

it('expects a menu to take minutes, not hours, and more dishes never less', () => {
  expect(expectedMinutes(0)).toBe(0);
  expect(expectedMinutes(1)).toBe(1);
  expect(expectedMinutes(maxDishes)).toBe(3);
  for (let dishes = 1; dishes <= maxDishes; dishes += 1)
    expect(expectedMinutes(dishes)).toBeGreaterThanOrEqual(expectedMinutes(dishes - 1));
});

it.each([
  [1, 1],
  [16, 1],
  [17, 2],
  [36, 2],
  [37, 3],
])('expects %i dishes, four at a time, to take %i minutes', (dishes, minutes) => {
  expect(expectedMinutes(dishes)).toBe(minutes);
});

it.each([
  ['platform and image type', 'uber', 'cover', true],
  ['platform only', 'uber', 'menu', false],
  ['image type only', 'grubhub', 'cover', false],
  ['nothing', 'grubhub', 'square', false],
])('knows whether a target is the same: %s', (_what, platform, imageType, expected) => {
  expect(isSameTarget({ platform: 'uber', imageType: 'cover' }, { platform, imageType })).toBe(expected);
});
