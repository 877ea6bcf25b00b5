import sharp from 'sharp';
import { makeCutOut } from '#lambdas/photos/make-cut-out.ts';
import { measuredSide, measurePhoto } from '#shared/domain/measure-photo.ts';
import { bulkyDish } from '#test/bench/bulky-dish.ts';
import { inTurns, medianOf, timed } from '../in-turns.ts';
import { atMost, type Row } from '../table.ts';
import { measurePack } from './measure-pack.ts';
import { measureStandIn } from './measure-stand-in.ts';

const rounds = 11;

/**
 * Compares what is done with a photo before anything is spent with the same decoding, resizing and encoding by sharp.
 */
export async function measurePhotos(wanted: (name: string) => boolean): Promise<Row[]> {
  return [
    ...(await measureCutOut(wanted)),
    ...(await measurePack(wanted)),
    ...(await measureStandIn(wanted)),
  ];
}

async function measureCutOut(wanted: (name: string) => boolean): Promise<Row[]> {
  if (!(['cut-out', 'coach'] as const).some(wanted)) return [];
  const { bytes } = await bulkyDish(4000, 3000, 4);
  const { width, height } = await makeCutOut(bytes, async () => disc(1024, 768));
  const cutter = await disc(width, height);
  const small = () =>
    sharp(bytes)
      .autoOrient()
      .resize({ width: measuredSide, height: measuredSide, fit: 'inside' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
  const work = {
    cutOut: () => timed(() => makeCutOut(bytes, async () => cutter)),
    plain: () =>
      timed(async () => {
        const photo = await sharp(bytes).autoOrient().resize(width, height).raw().toBuffer();
        await sharp(photo, { raw: { width, height, channels: 3 } })
          .jpeg({ quality: 90 })
          .toBuffer();
        const mask = await sharp(cutter).extractChannel('alpha').raw().toBuffer();
        await sharp(mask, { raw: { width, height, channels: 1 } })
          .png()
          .toBuffer();
      }),
    coach: () =>
      timed(async () => {
        const { data, info } = await small();
        measurePhoto({ data, width: info.width, height: info.height });
      }),
    copy: () => timed(small),
  };
  const measured = await inTurns(rounds, work, 2);
  const row = (name: string, ours: keyof typeof work, theirs: keyof typeof work, note: string) => ({
    group: 'photos' as const,
    name,
    value: medianOf(measured, (round) => round[ours] / round[theirs]),
    unit: '×',
    note: `${medianOf(measured, (round) => round[ours]).toFixed(0)} ms over ${medianOf(measured, (round) => round[theirs]).toFixed(0)}; 12 megapixels, ${note}`,
  });
  return [
    atMost(3.5, row('cut-out', 'cutOut', 'plain', 'with findings, without the model')),
    atMost(2.5, row('coach', 'coach', 'copy', 'light and sharpness over the copy that is measured')),
  ];
}

/** The answer of background removal: a dish of usual size. */
function disc(width: number, height: number): Promise<Buffer> {
  const svg = `<svg width="${width}" height="${height}"><circle cx="50%" cy="50%" r="${height * 0.38}" fill="#a33"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
