import { createRenderPool } from 'bedrock-stand-in/renderer';
import sharp, { type Sharp } from 'sharp';
import { callRenderer, productLook } from '#bin/pictures/product-pipeline.ts';
import { lookTexts } from '#shared/domain/look-texts.ts';
import { bulkyDish } from '#test/bench/bulky-dish.ts';
import { dishPhoto } from '#test/support/photos.ts';
import { inTurns, medianOf, timed } from '../in-turns.ts';
import { makeFilesWithPlainSharp } from '../plain-sharp.ts';
import { atMost, type Row } from '../table.ts';

const rounds = 9;
const warmUps = 2;
/** Side in pixels of the models' input. */
const side = 1024;
/** Greatest multiple of the time that plain sharp needs for the files of a generation (12 megapixels). */
const maxCutter = 22;
const maxRenderer = 5;

/**
 * Compares the stand-in's background removal and its renderer, each alone, with plain sharp that makes the files of a
 * generation.
 */
export async function measureStandIn(wanted: (name: string) => boolean): Promise<Row[]> {
  if (!(['cutter', 'renderer'] as const).some(wanted)) return [];
  const photo = (await bulkyDish(4000, 3000, 4)).bytes;
  const drawn = await sharp(dishPhoto('burger').bytes).resize(side, side).png().toBuffer();
  const unseen = await unseenPhotos(warmUps + rounds);
  const mask = await aroundDisc();
  const { prompt } = productLook('rustic-oak-table');
  const image = (await modelInput(sharp(dishPhoto('burger').bytes))).toString('base64');
  const pool = createRenderPool(1, lookTexts);
  const call = callRenderer(pool);
  try {
    const measured = await inTurns(
      rounds,
      {
        cutter: () => {
          const next = unseen.pop()?.toString('base64');
          return timed(() => call('removeBackground', { image: next, output_format: 'png' }));
        },
        renderer: () =>
          timed(() => call('inpaint', { image, mask, prompt, grow_mask: 3, seed: 1, output_format: 'png' })),
        plain: () => timed(() => makeFilesWithPlainSharp(photo, drawn, { isWatermarked: false })),
      },
      warmUps,
    );
    const row = (name: 'cutter' | 'renderer', what: string) => ({
      group: 'photos' as const,
      name,
      value: medianOf(measured, (round) => round[name] / round.plain),
      unit: '×',
      note: `${medianOf(measured, (round) => round[name]).toFixed(0)} ms over ${medianOf(measured, ({ plain }) => plain).toFixed(0)}; ${what}`,
    });
    return [
      atMost(maxCutter, row('cutter', 'a photo of a megapixel that it never saw')),
      atMost(maxRenderer, row('renderer', 'a scene of a megapixel around a known dish')),
    ];
  } finally {
    await pool.close();
  }
}

const modelInput = (picture: Sharp) =>
  picture.resize(side, side, { fit: 'cover' }).jpeg({ quality: 90 }).toBuffer();

/**
 * Photos of different dishes, each with different light and rotation, because the stand-in recognises a photo and its
 * crops.
 */
function unseenPhotos(count: number): Promise<Buffer[]> {
  const dishes = ['burger', 'fries', 'pizza', 'salad', 'smoothie', 'wings'] as const;
  return Promise.all(
    Array.from({ length: count }, (_, k) => {
      const { bytes } = dishPhoto(dishes[k % dishes.length]);
      const isAgain = k >= dishes.length;
      return modelInput(
        sharp(bytes)
          .flop(isAgain)
          .linear(isAgain ? 0.8 : 1, 0),
      );
    }),
  );
}

/** Base64 of a mask that is white around a dish of usual size. */
async function aroundDisc(): Promise<string> {
  const svg = `<svg width="${side}" height="${side}"><rect width="100%" height="100%" fill="#fff"/><circle cx="50%" cy="50%" r="38%"/></svg>`;
  return (await sharp(Buffer.from(svg)).toColourspace('b-w').png().toBuffer()).toString('base64');
}
