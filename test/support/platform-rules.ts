import type { Size } from '#shared/domain/formats.ts';
import { allRules, type Box, type FileFacts, type PlatformRule } from '#shared/domain/platform-rules.ts';

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
