import type { Metadata, Sharp } from 'sharp';

/**
 * A picture that is processed in sRGB. Without this, the library works in Display P3 on one with 16 bits a channel and
 * a profile, and keeps its numbers as if they were sRGB, which dulls its colours.
 */
export function inSrgb(picture: Sharp, { depth }: Pick<Metadata, 'depth'>): Sharp {
  return depth === 'ushort' ? picture.pipelineColourspace('srgb') : picture;
}
