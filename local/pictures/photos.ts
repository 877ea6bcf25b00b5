/**
 * Runs a folder of photographs through the product's own pipeline, with the renderer of the Bedrock stand-in as its
 * models, and judges cut-outs and pictures:
 *
 *     npm run photos -- <folder> [--out <folder>] [--looks <ids or groups>] [--only <part of a name>] [--size 1080x1080]
 *
 * Looks are ids of the catalogues or whole groups (enhancements, angles, filters, scenes, people, backgrounds, plates,
 * styles, all, none), separated by commas. For each photo it prints kept, doubtful, broken or refused with the reasons, and writes
 * sheets to look at: the photo, what is cut out, and every look. Photos with drawn masks (photo-masks.json) also get the
 * shares of food kept and of background left.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRenderPool } from 'bedrock-stand-in/renderer';
import sharp from 'sharp';
import { alphaOf, type CallModel } from '#lambdas/models/adapter.ts';
import { UnreadablePhotoError } from '#lambdas/photos/normalise-photo.ts';
import { edit, type Picture } from '#lambdas/pictures/picture.ts';
import { parseDimensions, type Size } from '#shared/domain/formats.ts';
import { lookTexts } from './look-texts.ts';
import { dishChange, largestFlatArea, type Mask, measureCutOut, scanLines } from './measure-picture.ts';
import { compareWithDrawn, type DrawnMask, readDrawnMasks } from './photo-masks.ts';
import {
  callRenderer,
  cutOutDish,
  drawProductLook,
  type ProductLook,
  preparePhoto,
  productLooks,
} from './product-pipeline.ts';
import { drawSheet, type Tile } from './sheet.ts';

const defaultLooks =
  'blur_background,studio_light,overhead,luxeglow,synthwave,hyperbloom,pixelpop,liquidgold,' +
  'rustic-oak-table,beach-shack,neon-diner-counter,cafe-window-bite,friends-sharing-table,wooden,marble,dark,bright,' +
  'white-round,black-modern';

/** Photos in each sheet. */
const photosPerSheet = 2;

/** Edit modes that keep the dish's own pixels. */
const keeping: readonly ProductLook['editMode'][] = ['surroundings', 'menu'];

/** What a picture may have more than the same look has on our own sample: share of the picture, levels of 255. */
const mostFlatMore = 0.04;
const mostLinesMore = 1.2;
/** Root mean square in levels of 255 that JPEG and the soft edge of the cut-out explain. */
const mostDishChange = 6;

interface Measured {
  readonly flat: number;
  readonly lines: number;
}

interface Judged {
  readonly name: string;
  readonly broken: readonly string[];
  readonly doubtful: readonly string[];
  readonly notes: readonly string[];
  readonly tiles: readonly Tile[];
}

async function judge(
  name: string,
  file: Buffer,
  context: {
    readonly looks: readonly ProductLook[];
    readonly size: Size;
    readonly call: CallModel;
    readonly references: ReadonlyMap<ProductLook, Measured>;
    readonly drawn: DrawnMask | undefined;
  },
): Promise<Judged> {
  const { looks, size, call, references, drawn } = context;
  const photo = await preparePhoto(file, size);
  const started = performance.now();
  const cutOut = await cutOutDish(photo, call);
  const seconds = (performance.now() - started) / 1000;
  const mask: Mask = { ...size, data: await alphaOf(cutOut, size) };
  const { share, parts, holes, edges } = measureCutOut(mask);
  const doubtful: string[] = [];
  if (share < 0.06) doubtful.push('very small');
  if (share > 0.8) doubtful.push('very large');
  if (parts !== 1) doubtful.push(`${parts} parts`);
  if (holes > 0) doubtful.push(`${holes} holes`);
  if (edges.length > 0) doubtful.push(`touches ${edges.join(', ')}`);
  const notes = [`covers ${percent(share)}`, `cut out in ${seconds.toFixed(1)} s`];
  if (drawn) {
    // Drawn on the whole photo, so the whole photo is cut out here.
    const { food, background } = await compareWithDrawn(file, drawn, call);
    notes.push(`food kept ${percent(food)}`, `background left ${percent(background)}`);
  }
  const tiles: Tile[] = [
    { label: name, picture: await edit(photo).png().toBuffer() },
    { label: 'cut-out', picture: await onMagenta(cutOut) },
  ];
  const broken: string[] = [];
  for (const look of looks) {
    try {
      const picture = await drawProductLook(photo, look, call);
      tiles.push({ label: look.id, picture: await edit(picture).jpeg({ quality: 90 }).toBuffer() });
      const reference = references.get(look) ?? { flat: 0, lines: 0 };
      const flat = largestFlatArea(picture);
      if (flat > reference.flat + mostFlatMore) broken.push(`${look.id}: ${percent(flat)} of one colour`);
      const lines = scanLines(picture, mask);
      if (lines > reference.lines + mostLinesMore)
        broken.push(`${look.id}: lines of ${lines.toFixed(1)} levels`);
      const change = keeping.includes(look.editMode) ? dishChange(photo, picture, mask) : 0;
      if (change > mostDishChange) broken.push(`${look.id}: dish changed by ${change.toFixed(1)} levels`);
    } catch (error) {
      broken.push(`${look.id}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { name, broken, doubtful, notes, tiles };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function onMagenta(cutOut: Buffer): Promise<Buffer> {
  return sharp(cutOut).flatten({ background: '#f0f' }).jpeg().toBuffer();
}

/** The same looks on a sample of ours, which comes out well: its flat areas and lines are those of the looks. */
async function measureReferences(looks: readonly ProductLook[], size: Size, call: CallModel) {
  const sample = await readFile(new URL('../../web/public/samples/wings.jpg', import.meta.url));
  const photo = await preparePhoto(sample, size);
  const mask: Mask = { ...size, data: await alphaOf(await cutOutDish(photo, call), size) };
  const references = new Map<ProductLook, Measured>();
  for (const look of looks) {
    const picture: Picture = await drawProductLook(photo, look, call);
    references.set(look, { flat: largestFlatArea(picture), lines: scanLines(picture, mask) });
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
    .filter((name) => /\.(jpe?g|png|webp)$/i.test(name) && name.includes(values.only))
    .toSorted();
  await mkdir(values.out, { recursive: true });
  const pool = createRenderPool(1, lookTexts);
  const call = callRenderer(pool);
  const references = await measureReferences(looks, size, call);
  const masks = await readDrawnMasks();
  const judged: Omit<Judged, 'tiles'>[] = [];
  const waiting: (readonly Tile[])[] = [];
  for (const name of names) {
    const file = await readFile(join(folder, name));
    const drawn = masks.get(name);
    try {
      const { tiles, ...one } = await judge(name, file, { looks, size, call, references, drawn });
      judged.push(one);
      const verdict = one.broken.length > 0 ? 'broken  ' : one.doubtful.length > 0 ? 'doubtful' : 'kept    ';
      console.log(`${verdict}  ${name}: ${[...one.notes, ...one.doubtful, ...one.broken].join('; ')}`);
      waiting.push(tiles);
    } catch (error) {
      if (!(error instanceof UnreadablePhotoError)) throw error;
      console.log(`refused   ${name}: ${error.message}`);
    }
    if (waiting.length === photosPerSheet || (name === names.at(-1) && waiting.length > 0)) {
      const file = join(values.out, `photos-${Math.ceil(judged.length / photosPerSheet)}.jpg`);
      await writeFile(file, await drawSheet(waiting.splice(0)));
      console.log(file);
    }
  }
  await pool.close();
  const count = (wanted: (one: Omit<Judged, 'tiles'>) => boolean) => judged.filter(wanted).length;
  const broken = count((one) => one.broken.length > 0);
  const doubtful = count((one) => one.broken.length === 0 && one.doubtful.length > 0);
  console.log(`${judged.length - broken - doubtful} kept, ${doubtful} doubtful, ${broken} broken`);
}

await main();
