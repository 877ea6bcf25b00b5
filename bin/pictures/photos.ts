/**
 * Runs a folder of photographs through the product's own pipeline, with the renderer of the Bedrock stand-in as its
 * models, and judges cut-outs and pictures:
 *
 *     npm run photos -- <folder> [--out <folder>] [--looks <ids or groups>] [--only <part of a name>] [--size 1080x1080]
 *
 * Looks are ids of the catalogues or whole groups (enhancements, angles, filters, scenes, people, backgrounds, plates,
 * styles, all, none), separated by commas. For each photo it prints kept, doubtful, broken or refused with the reasons,
 * and writes sheets to look at: the photo, what is cut out, and every look. Refused is what the product refuses too: a
 * file type that it does not take, a damaged file, a photo in which no dish is found. As in the product the whole photo
 * is cut out, and the cut-out is cropped with it. Photos with drawn masks (photo-masks.json) also get the shares of food
 * kept and of background left.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRenderPool } from 'bedrock-stand-in/renderer';
import sharp from 'sharp';
import type { CallModel } from '#lambdas/models/adapter.ts';
import { NoDishError } from '#lambdas/models/model-error.ts';
import { UnreadablePhotoError } from '#lambdas/photos/normalise-photo.ts';
import { edit, type Picture } from '#lambdas/pictures/picture.ts';
import type { Mask } from '#shared/domain/dish-place.ts';
import { parseDimensions, type Size } from '#shared/domain/formats.ts';
import { lookTexts } from '#shared/domain/look-texts.ts';
import { type FlatArea, largestFlatArea, scanLines } from './measure-picture.ts';
import { compareWithDrawn, type DrawnMask, readDrawnMasks } from './photo-masks.ts';
import {
  callRenderer,
  drawProductLook,
  type PreparedPhoto,
  type ProductLook,
  preparePhoto,
  productLooks,
} from './product-pipeline.ts';
import { drawSheet, type Tile } from './sheet.ts';

const defaultLooks =
  'blur_background,studio_light,overhead,luxeglow,synthwave,hyperbloom,pixelpop,liquidgold,' +
  'rustic-oak-table,beach-shack,neon-diner-counter,cafe-window-bite,friends-sharing-table,wooden,marble,dark,bright,' +
  'white-round,black-modern';

/** File types that a folder of photographs may hold; the product takes JPEG, PNG and WebP and refuses the others. */
const photoFile = /\.(jpe?g|png|webp|avif|heic|heif|gif|tiff?|bmp|jxl)$/i;

/** Photos in each sheet. */
const photosPerSheet = 2;

/** Edit modes that keep the photo's surroundings, and so their flat areas. */
const keepsPlace: readonly ProductLook['editMode'][] = ['relight', 'angle', 'retouch'];

/** Least share of a picture that a flat area covers to count as part of the look. */
const leastFlat = 0.01;
/**
 * How much more a picture may have than the same look on our own sample: flat area as a share of the picture, lines in
 * levels of 255.
 */
const mostFlatMore = 0.04;
/** Larger than `mostFlatMore`, because a new plate is plain and may be larger than on our own sample. */
const mostPlateMore = 0.16;
const mostLinesMore = 1.2;

/** Greatest difference, in levels of 255, between pictures in the same flat colour of a look. */
const sameColour = 8;

/** A look drawn on our own sample, for comparison. */
interface Reference {
  readonly picture: Picture;
  readonly mask: Mask;
  readonly flat: FlatArea;
}

/**
 * Strength of the lines that belong to the look itself, such as rows of dots: measured outside of the sample's dish and
 * this dish.
 */
function linesBeside(dish: Mask, { picture, mask }: Reference): number {
  const either = Buffer.from(mask.data.map((value, pixel) => Math.max(value, dish.data[pixel] ?? 0)));
  return scanLines(picture, { ...mask, data: either });
}

/** Whether a flat area has neither the size nor the colour of a flat area of the look on our samples. */
function isForeign({ share, colour }: FlatArea, known: readonly FlatArea[], more: number): boolean {
  return known.every(
    (other) =>
      share > other.share + more &&
      (other.share < leastFlat ||
        colour.some((level, channel) => Math.abs(level - (other.colour[channel] ?? 0)) > sameColour)),
  );
}

interface Judged {
  readonly verdict: 'kept' | 'doubtful' | 'broken' | 'refused';
  readonly reasons: readonly string[];
  /** Absent if the photo could not be prepared. */
  readonly tiles?: readonly Tile[];
}

interface Context {
  readonly looks: readonly ProductLook[];
  readonly size: Size;
  readonly call: CallModel;
  readonly references: ReadonlyMap<ProductLook, readonly Reference[]>;
  readonly drawn: DrawnMask | undefined;
}

/** One photo that cannot be prepared does not end the run of its folder. */
async function judge(name: string, file: Buffer, context: Context): Promise<Judged> {
  const started = performance.now();
  let photo: PreparedPhoto;
  try {
    photo = await preparePhoto(file, context.size, context.call);
  } catch (error) {
    const isRefused = error instanceof UnreadablePhotoError || error instanceof NoDishError;
    return { verdict: isRefused ? 'refused' : 'broken', reasons: [messageOf(error)] };
  }
  return await judgePrepared(name, photo, (performance.now() - started) / 1000, context);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function judgePrepared(
  name: string,
  photo: PreparedPhoto,
  seconds: number,
  { looks, call, references, drawn }: Context,
): Promise<Judged> {
  const { picture: own, mask, cutOut } = photo;
  const { covered, parts, holes, edges, reasons } = cutOut.findings;
  const doubts = {
    parts: `${parts} parts`,
    holes: `${holes} holes`,
    edge: `touches ${edges.join(', ')}`,
    small: 'very small',
    large: 'very large',
  };
  const doubtful = reasons.map((reason) => doubts[reason]);
  const notes = [`covers ${percent(covered)}`, `prepared in ${seconds.toFixed(1)} s`];
  if (drawn) {
    const { food, background } = await compareWithDrawn(cutOut, drawn);
    notes.push(`food kept ${percent(food)}`, `background left ${percent(background)}`);
  }
  const tiles: Tile[] = [
    { label: name, picture: await edit(own).png().toBuffer() },
    { label: 'cut-out', picture: await onMagenta(own, mask) },
  ];
  const broken: string[] = [];
  for (const look of looks) {
    try {
      const { picture, fidelity } = await drawProductLook(photo, look, call);
      tiles.push({ label: look.id, picture: await edit(picture).jpeg({ quality: 90 }).toBuffer() });
      const drawnBefore = references.get(look) ?? [];
      const flat = largestFlatArea(picture, { photo: own, mask });
      const kept = keepsPlace.includes(look.editMode) ? [largestFlatArea(own, { photo: own, mask })] : [];
      const more = look.group === 'plates' ? mostPlateMore : mostFlatMore;
      if (isForeign(flat, [...drawnBefore.map((each) => each.flat), ...kept], more))
        broken.push(`${look.id}: ${percent(flat.share)} of one colour`);
      const lines = scanLines(picture, mask);
      if (lines > Math.max(...drawnBefore.map((each) => linesBeside(mask, each))) + mostLinesMore)
        broken.push(`${look.id}: lines of ${lines.toFixed(1)} levels`);
      if (fidelity?.verdict === 'restyled')
        broken.push(`${look.id}: dish changed, ${JSON.stringify(fidelity)}`);
    } catch (error) {
      broken.push(`${look.id}: ${messageOf(error)}`);
    }
  }
  return {
    verdict: broken.length > 0 ? 'broken' : doubtful.length > 0 ? 'doubtful' : 'kept',
    reasons: [...notes, ...doubtful, ...broken],
    tiles,
  };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

async function onMagenta(picture: Picture, { data, width, height }: Mask): Promise<Buffer> {
  const cutOut = edit(picture).joinChannel(Buffer.from(data), { raw: { width, height, channels: 1 } });
  return sharp(await cutOut.png().toBuffer())
    .flatten({ background: '#f0f' })
    .jpeg()
    .toBuffer();
}

/**
 * Draws the same looks on one of our samples, which they suit, in its own size and as a small dish. Its flat areas and
 * lines are those of the looks.
 */
async function measureReferences(looks: readonly ProductLook[], size: Size, call: CallModel) {
  const sample = await readFile(new URL('../../web/public/samples/wings.jpg', import.meta.url));
  const { width = 0, height = 0 } = await sharp(sample).metadata();
  const [x, y] = [Math.round(width / 2), Math.round(height / 2)];
  const small = sharp(sample).extend({ left: x, right: x, top: y, bottom: y, extendWith: 'copy' });
  const references = new Map<ProductLook, readonly Reference[]>();
  for (const file of [sample, await small.jpeg().toBuffer()]) {
    const photo = await preparePhoto(file, size, call);
    for (const look of looks) {
      const { picture } = await drawProductLook(photo, look, call);
      const reference = { picture, mask: photo.mask, flat: largestFlatArea(picture) };
      references.set(look, [...(references.get(look) ?? []), reference]);
    }
  }
  return references;
}

function chooseLooks(list: string): readonly ProductLook[] {
  const names = list === 'none' ? [] : list.split(',');
  const chosen = productLooks.filter(
    ({ id, group }) => names.includes(id) || names.includes(group) || names.includes('all'),
  );
  const unknown = names.find(
    (name) => name !== 'all' && !productLooks.some(({ id, group }) => id === name || group === name),
  );
  if (unknown) throw new Error(`No look and no group of looks is called ${unknown}`);
  return chosen;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string', default: '.build/photos' },
      looks: { type: 'string', default: defaultLooks },
      only: { type: 'string', default: '' },
      size: { type: 'string', default: '1080x1080' },
    },
  });
  const [folder] = positionals;
  const size = parseDimensions(values.size);
  if (!folder || !size) throw new Error('npm run photos -- <folder> [--out <folder>] [--looks <ids>]');
  const looks = chooseLooks(values.looks);
  const names = (await readdir(folder))
    .filter((name) => photoFile.test(name) && name.includes(values.only))
    .toSorted();
  if (names.length === 0) throw new Error(`No photographs in ${folder}`);
  await mkdir(values.out, { recursive: true });
  const pool = createRenderPool(1, lookTexts);
  const call = callRenderer(pool);
  const references = await measureReferences(looks, size, call);
  const masks = await readDrawnMasks();
  const counts = { kept: 0, doubtful: 0, broken: 0, refused: 0 };
  let sheets = 0;
  const waiting: (readonly Tile[])[] = [];
  for (const name of names) {
    const file = await readFile(join(folder, name));
    const drawn = masks.get(name);
    const { verdict, reasons, tiles } = await judge(name, file, { looks, size, call, references, drawn });
    counts[verdict] += 1;
    console.log(`${verdict.padEnd(8)}  ${name}: ${reasons.join('; ')}`);
    if (tiles) waiting.push(tiles);
    if (waiting.length === photosPerSheet || (name === names.at(-1) && waiting.length > 0)) {
      sheets += 1;
      const sheet = join(values.out, `photos-${sheets}.jpg`);
      await writeFile(sheet, await drawSheet(waiting.splice(0)));
      console.log(sheet);
    }
  }
  await pool.close();
  console.log(
    Object.entries(counts)
      .map(([verdict, count]) => `${count} ${verdict}`)
      .join(', '),
  );
}

await main();
