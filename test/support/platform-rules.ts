import fc from 'fast-check';
import { type CheckName, checkFile } from '#shared/domain/check-file.ts';
import type { Box } from '#shared/domain/dish-place.ts';
import type { FileFacts } from '#shared/domain/file-facts.ts';
import type { Size } from '#shared/domain/formats.ts';
import { allRules, type PlatformRule, rulesFor } from '#shared/domain/platform-rules.ts';
import { type PlatformId, platforms } from '#shared/domain/platforms.ts';

export const source = { name: 'Help centre', collection: null, readOn: '2026-11-20' };

/** A rule that asks for nothing but JPEG. */
export const openRule: PlatformRule = {
  id: 'open',
  platform: 'uber',
  use: 'item',
  route: 'portal',
  source,
  size: 'Any size',
  minimum: null,
  maximum: null,
  ratio: null,
  formats: ['jpeg'],
  maxBytes: null,
  advised: [],
  accepted: { width: 1600, height: 1200 },
  content: {},
};

/** One whole dish in the middle. */
export const goodPhoto: FileFacts = {
  width: 1600,
  height: 1200,
  format: 'jpeg',
  bytes: 900_000,
  dish: { box: { left: 0.3, top: 0.25, width: 0.4, height: 0.5 }, touches: [] },
  sharpness: 3,
  highlights: 210,
  blackAndWhite: false,
  seen: { people: false, writing: false, severalDishes: false, collage: false, cutOff: false },
};

/** `1600x1200` as a size. */
export function sized(text: string): Size {
  const [width = 0, height = 0] = text.split('x').map(Number);
  return { width, height };
}

/** Left, top, width and height as a box. */
export function boxOf([left, top, width, height]: readonly [number, number, number, number]): Box {
  return { left, top, width, height };
}

/** A range of one ratio. */
export function exactly(ratio: number): { from: number; to: number } {
  return { from: ratio, to: ratio };
}

/** The rule with this id, as it was published. */
export function published(id: string): PlatformRule {
  const found = allRules().find((rule) => rule.id === id);
  if (!found) throw new Error(`There is no rule ${id}`);
  return found;
}

/** The rules of every image type. */
export const everyRule = platforms.flatMap(({ id, imageTypes }) =>
  imageTypes.flatMap((imageType) => rulesFor(id, imageType.id)),
);

/** A rule of an image type, by default the first. */
export function ruleOf(platform: PlatformId, imageType: string, id?: string): PlatformRule {
  const found = rulesFor(platform, imageType).find((candidate) => id === undefined || candidate.id === id);
  if (!found) throw new Error(`There is no rule ${platform} ${imageType}`);
  return found;
}

/** One line of the check of a file. */
export function lineOf(facts: FileFacts, of: PlatformRule, check: CheckName) {
  return checkFile(facts, of).find((result) => result.check === check);
}

const boxes: fc.Arbitrary<Box> = fc
  .tuple(...Array.from({ length: 4 }, () => fc.double({ min: 0.02, max: 0.98, noNaN: true })))
  .map(([a = 0, b = 0, c = 0, d = 0]) => ({
    left: Math.min(a, b),
    top: Math.min(c, d),
    width: Math.max(0.01, Math.abs(a - b)),
    height: Math.max(0.01, Math.abs(c - d)),
  }))
  .filter(({ left, top, width, height }) => left + width <= 1 && top + height <= 1);

/** Facts of any file. */
export const anyFacts: fc.Arbitrary<FileFacts> = fc.record({
  width: fc.integer({ min: 64, max: 8000 }),
  height: fc.integer({ min: 64, max: 8000 }),
  format: fc.constantFrom('jpeg', 'png', 'webp'),
  bytes: fc.integer({ min: 1000, max: 10_000_000 }),
  dish: fc.option(
    fc.record({ box: boxes, touches: fc.subarray(['left', 'right', 'top', 'bottom'] as const) }),
  ),
  sharpness: fc.double({ min: 0, max: 6, noNaN: true }),
  highlights: fc.integer({ min: 0, max: 255 }),
  blackAndWhite: fc.boolean(),
  seen: fc.option(
    fc.record({
      people: fc.boolean(),
      writing: fc.boolean(),
      severalDishes: fc.boolean(),
      collage: fc.boolean(),
      cutOff: fc.boolean(),
    }),
  ),
});

/** Any published rule. */
export const anyRule = fc.constantFrom(...everyRule);
