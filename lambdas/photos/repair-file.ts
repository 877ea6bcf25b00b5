import { measureFile } from '#lambdas/pictures/file-facts.ts';
import { type Picture, toPicture } from '#lambdas/pictures/picture.ts';
import type { Provenance } from '#lambdas/pictures/provenance.ts';
import { fullFile, pngFile } from '#lambdas/pictures/renditions.ts';
import { withWatermark } from '#lambdas/pictures/watermark.ts';
import { brighteningCurve } from '#shared/domain/brightening.ts';
import { checkFile, type FileFix, repairsOf } from '#shared/domain/check-file.ts';
import type { Box } from '#shared/domain/dish-place.ts';
import type { FileFacts } from '#shared/domain/file-facts.ts';
import type { Size } from '#shared/domain/formats.ts';
import type { PlatformRule } from '#shared/domain/platform-rules.ts';
import { cropFor, repairedSize } from '#shared/domain/repair-file.ts';
import { decodePhoto } from './normalise-photo.ts';

/** A file repaired for a rule. */
interface RepairedFile extends Pick<FileFacts, 'dish'> {
  readonly body: Buffer;
  /** Media type. */
  readonly type: string;
  readonly fixes: FileFix[];
  /** The part of the photo that was kept; null for all of it. */
  readonly crop: Box | null;
  readonly measures: Omit<FileFacts, 'dish' | 'seen'>;
}

interface Marks {
  readonly isWatermarked: boolean;
  /** How a picture was made; undefined for the customer's own photo. */
  readonly provenance: Provenance | undefined;
}

/**
 * Repairs in a customer's photo what can be repaired without an image model: crops it where the dish stays whole,
 * brightens it if it is dark, and encodes it in the size, format and bytes that the rule asks for, with the marks that
 * a picture made here needs.
 * @throws UnreadablePhotoError
 */
export async function repairFile(
  file: Buffer,
  facts: FileFacts,
  rule: PlatformRule,
  { isWatermarked, provenance }: Marks,
): Promise<RepairedFile> {
  const fixes = repairsOf(checkFile(facts, rule));
  const crop = (fixes.includes('crop') && cropFor(facts, rule)) || null;
  const { picture, part } = await decodePhoto(file, async (photo, upright) => {
    const part = crop ? pixelsOf(crop, upright) : { left: 0, top: 0, ...upright };
    const { width, height } = repairedSize(part, rule);
    return { picture: await toPicture(photo.extract(part).resize({ width, height, fit: 'fill' })), part };
  });
  const lit = fixes.includes('light') ? brightened(picture, facts.highlights) : picture;
  const shown = isWatermarked ? await withWatermark(lit) : lit;
  const isJpeg = rule.formats.includes('jpeg');
  const body = isJpeg
    ? await fullFile(shown, shown, provenance, rule.maxBytes ?? undefined)
    : await pngFile(shown, provenance);
  const { seen: _seen, dish: _dish, ...measures } = await measureFile(body);
  return {
    body,
    type: isJpeg ? 'image/jpeg' : 'image/png',
    fixes,
    crop,
    measures,
    dish: facts.dish && { ...facts.dish, box: boxIn(facts.dish.box, part, facts) },
  };
}

function pixelsOf(box: Box, { width, height }: Size) {
  const left = Math.min(width - 1, Math.round(box.left * width));
  const top = Math.min(height - 1, Math.round(box.top * height));
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(box.width * width))),
    height: Math.max(1, Math.min(height - top, Math.round(box.height * height))),
  };
}

/** The dish's bounding box relative to a part of the photo that contains it. */
function boxIn(dish: Box, part: Size & { readonly left: number; readonly top: number }, whole: Size): Box {
  return {
    left: Math.max(0, (dish.left * whole.width - part.left) / part.width),
    top: Math.max(0, (dish.top * whole.height - part.top) / part.height),
    width: Math.min(1, (dish.width * whole.width) / part.width),
    height: Math.min(1, (dish.height * whole.height) / part.height),
  };
}

function brightened(picture: Picture, highlights: number): Picture {
  const curve = brighteningCurve(highlights);
  return { ...picture, data: Buffer.from(picture.data.map((value) => curve[value] ?? 255)) };
}
