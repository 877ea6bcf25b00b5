import * as z from 'zod/mini';
import { mediaKeys, originalKeys } from '#lambdas/generations/file-keys.ts';
import type { StoredFile, StoredGeneration, StoredVariation } from '#lambdas/generations/generation.ts';
import { provenanceOf } from '#lambdas/generations/making-of.ts';
import type { CallModel } from '#lambdas/models/adapter.ts';
import { continuePicture } from '#lambdas/models/outpaint.ts';
import { measureFile } from '#lambdas/pictures/file-facts.ts';
import { decode, edit, type Picture, toPicture } from '#lambdas/pictures/picture.ts';
import { continued } from '#lambdas/pictures/provenance.ts';
import { fullFile } from '#lambdas/pictures/renditions.ts';
import { sharp } from '#lambdas/pictures/sharp.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { metadataOf, readFile } from '#lambdas/runtime/file-storage.ts';
import { type CheckResult, checkFile } from '#shared/domain/check-file.ts';
import {
  type Box,
  dishPlace,
  type Edge,
  type Mask,
  specks,
  touchedEdges,
} from '#shared/domain/dish-place.ts';
import type { Size } from '#shared/domain/formats.ts';
import {
  type FileShape,
  type Frame,
  platformFileShape,
  reachesBeyond,
} from '#shared/domain/platform-frame.ts';
import { type PlatformRule, rulesFor } from '#shared/domain/platform-rules.ts';
import { platformById, platforms } from '#shared/domain/platforms.ts';
import type { Target } from '#shared/domain/whole-menu.ts';
import { keepFile } from './keep-file.ts';

/** The exact file for one platform and image type. */
export interface PlatformFile extends Size {
  readonly target: Target;
  readonly body: Buffer;
  /** `cut` from the picture, or from the picture as a model `continued` it beyond its edges. */
  readonly how: 'cut' | 'continued';
  /** The results against the platform's rules, the rule that takes precedence first. */
  readonly checks: readonly CheckResult[];
}

/** The picture has been deleted. */
export class PictureGoneError extends Error {
  override readonly name = 'PictureGoneError';
}

interface Chosen {
  readonly generation: StoredGeneration;
  readonly variation: StoredVariation;
}

/** A picture, the mask of its dish, and the results made from it so far. */
interface Source extends Chosen {
  readonly picture: Picture;
  readonly mask: Mask | undefined;
  readonly dish: Box | null;
  /** The rules of every platform that are in force. */
  readonly rules: readonly PlatformRule[];
}

/**
 * Opens a chosen picture at its full size.
 * @throws PictureGoneError
 */
export async function openPicture(chosen: Chosen, rules: readonly PlatformRule[]): Promise<Source> {
  const { generation, variation } = chosen;
  const file = largestOf(chosen);
  const content = await readFile(readVariable('ORIGINALS_BUCKET'), file.key);
  if (!content) throw new PictureGoneError(`Variation ${variation.index} has no file`);
  const mask = variation.hasDishMask
    ? await readMask(mediaKeys(generation, variation.index).dishMask)
    : undefined;
  const dish = mask && dishPlace(mask, specks);
  return { ...chosen, picture: await decode(content.body), mask, dish: dish?.box ?? null, rules };
}

/**
 * Makes the file for a target: the part of the picture that contains the whole dish. If the target's shape would cut
 * the dish, a model continues the picture beyond its edges first. That is done once for all targets, and stored.
 * @param pay Called before a continued picture is stored, which then counts as paid. After an error it is not stored.
 * @throws RefusedError, ThrottledError, OutOfTimeError, ModelFailedError if the picture has to be continued
 */
export async function makePlatformFile(
  source: Source,
  target: Target,
  call: CallModel,
  pay: () => Promise<void>,
): Promise<PlatformFile> {
  const [rule] = rulesOf(source, target);
  const { size, frame } = shapeOf(source, target);
  const isContinued = reachesBeyond(frame, source.picture);
  const canvas = isContinued
    ? await widePicture(source, frame, call, pay)
    : { ...source.picture, left: 0, top: 0 };
  const within = { ...frame, left: frame.left - canvas.left, top: frame.top - canvas.top };
  const part = await toPicture(
    edit(canvas)
      .extract(wholePixels(within, canvas))
      .resize({ ...size, fit: 'fill' }),
  );
  const maxBytes = rule?.maxBytes ?? platformById(target.platform)?.maxBytes ?? undefined;
  const before = provenanceOf(source.generation, source.variation);
  const body = await fullFile(part, size, isContinued ? continued(before) : before, maxBytes);
  return {
    target,
    ...size,
    body,
    how: isContinued ? 'continued' : 'cut',
    checks: rule ? await checkPart(body, rule, source, frame) : [],
  };
}

/** The rules of a target, the one that takes precedence first. */
function rulesOf({ rules }: Source, { platform, imageType }: Target): PlatformRule[] {
  const known = platformById(platform);
  const published = known ? rulesFor(known.id, imageType) : [];
  return published.map((rule) => rules.find(({ id }) => id === rule.id) ?? rule);
}

/**
 * What is stored of the picture beyond its edges: `enough` for the files of these targets, which may need nothing of it;
 * `less` than they show, so that a model has to continue the picture again; or `none`.
 */
export async function storedContinuation(
  source: Source,
  targets: readonly Target[],
): Promise<'enough' | 'less' | 'none'> {
  const frames = targets.map((target) => frameOf(source, target));
  const beyond = frames.filter((frame) => reachesBeyond(frame, source.picture));
  if (beyond.length === 0) return 'enough';
  const metadata = await metadataOf(readVariable('ORIGINALS_BUCKET'), wideKey(source));
  if (!metadata) return 'none';
  const extent = extentOf(metadata);
  return extent && beyond.every((frame) => shows(extent, frame)) ? 'enough' : 'less';
}

const extentSchema = z.object({ left: z.int(), top: z.int(), width: z.int(), height: z.int() });

/** The part of the plane that a stored continued picture fills, in the picture's pixels; undefined if it is not noted. */
function extentOf({ extent }: Readonly<Record<string, string>>): Frame | undefined {
  return extent === undefined ? undefined : extentSchema.parse(JSON.parse(extent));
}

function shows(extent: Frame, { left, top, ...size }: Frame): boolean {
  return !reachesBeyond({ left: left - extent.left, top: top - extent.top, ...size }, extent);
}

function shapeOf(source: Source, target: Target): FileShape {
  return platformFileShape(source.picture, source.dish, target, rulesOf(source, target));
}

function frameOf(source: Source, target: Target): Frame {
  return shapeOf(source, target).frame;
}

/**
 * The picture as the model continues it for all platforms, and the position of its corner in the picture's pixels. The
 * stored one is used if it shows the frame: the rules may have changed since.
 */
async function widePicture(
  source: Source,
  frame: Frame,
  call: CallModel,
  pay: () => Promise<void>,
): Promise<Picture & Pick<Frame, 'left' | 'top'>> {
  const { picture, generation, variation } = source;
  const bucket = readVariable('ORIGINALS_BUCKET');
  const key = wideKey(source);
  const known = await readFile(bucket, key);
  const extent = known && extentOf(known.metadata);
  if (extent && shows(extent, frame)) {
    return { ...(await decode(known.body)), left: extent.left, top: extent.top };
  }
  const frames = platforms.flatMap(({ id, imageTypes }) =>
    imageTypes.map(({ id: imageType }) => frameOf(source, { platform: id, imageType })),
  );
  const left = Math.min(0, ...frames.map((frame) => frame.left));
  const top = Math.min(0, ...frames.map((frame) => frame.top));
  const right = Math.max(picture.width, ...frames.map((frame) => frame.left + frame.width));
  const bottom = Math.max(picture.height, ...frames.map((frame) => frame.top + frame.height));
  const begins = { left: -Math.round(-left), top: -Math.round(-top) };
  const wide = await continuePicture(picture, { left, top, width: right - left, height: bottom - top }, call);
  const body = await fullFile(wide, wide, continued(provenanceOf(generation, variation)));
  await pay();
  const { width, height } = wide;
  await keepFile(generation, key, body, { extent: JSON.stringify({ ...begins, width, height }) });
  return { ...wide, ...begins };
}

function wideKey({ generation, variation }: Chosen): string {
  return originalKeys(generation, variation.index).wide;
}

/** The largest file that shows the picture in its own shape, without words. */
function largestOf({ generation, variation }: Chosen): StoredFile {
  if (variation.base) return variation.base;
  const { delivered, large } = variation.clean;
  const isSameShape =
    large && Math.abs(large.width / large.height - generation.width / generation.height) < 0.01;
  return isSameShape ? large : delivered;
}

async function readMask(key: string): Promise<Mask | undefined> {
  const file = await readFile(readVariable('MEDIA_BUCKET'), key);
  if (!file) return undefined;
  const { data, info } = await sharp(file.body)
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function checkPart(
  body: Buffer,
  rule: PlatformRule,
  { picture, mask }: Source,
  frame: Frame,
): Promise<CheckResult[]> {
  if (!mask) return checkFile(await measureFile(body), rule);
  const facts = await measureFile(body, maskOfPart(mask, picture, frame));
  if (!facts.dish) return checkFile(facts, rule);
  // A dish that the photo's edge cuts off stays cut off if its surroundings were continued.
  const isBeyond: Record<Edge, boolean> = {
    left: frame.left < 0,
    right: frame.left + frame.width > picture.width,
    top: frame.top < 0,
    bottom: frame.top + frame.height > picture.height,
  };
  const cutOff = touchedEdges(mask).filter((edge) => isBeyond[edge]);
  const touches = [...new Set([...facts.dish.touches, ...cutOff])];
  return checkFile({ ...facts, dish: { ...facts.dish, touches } }, rule);
}

/** The mask of a frame, at the mask's scale. Pixels beyond the picture do not belong to the dish. */
function maskOfPart(mask: Mask, picture: Size, frame: Frame): Mask {
  const scale = { x: mask.width / picture.width, y: mask.height / picture.height };
  const left = Math.round(frame.left * scale.x);
  const top = Math.round(frame.top * scale.y);
  const width = Math.max(1, Math.round(frame.width * scale.x));
  const height = Math.max(1, Math.round(frame.height * scale.y));
  const data = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1) {
    const from = y + top;
    if (from < 0 || from >= mask.height) continue;
    const start = Math.max(0, left);
    const end = Math.min(mask.width, left + width);
    if (end > start)
      data.set(
        mask.data.subarray(from * mask.width + start, from * mask.width + end),
        y * width + start - left,
      );
  }
  return { data, width, height };
}

function wholePixels({ left, top, width, height }: Frame, within: Size) {
  const w = Math.min(within.width, Math.max(1, Math.round(width)));
  const h = Math.min(within.height, Math.max(1, Math.round(height)));
  return {
    left: Math.min(within.width - w, Math.max(0, Math.round(left))),
    top: Math.min(within.height - h, Math.max(0, Math.round(top))),
    width: w,
    height: h,
  };
}
