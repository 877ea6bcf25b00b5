import sharp from 'sharp';
import { makePlatformFile } from '#lambdas/delivery/platform-files.ts';
import { measureFile } from '#lambdas/pictures/file-facts.ts';
import { decode, edit } from '#lambdas/pictures/picture.ts';
import { checkFile } from '#shared/domain/check-file.ts';
import { dishPlace, type Mask } from '#shared/domain/dish-place.ts';
import { measuredSide } from '#shared/domain/measure-photo.ts';
import { allRules } from '#shared/domain/platform-rules.ts';
import { menuTargetSize } from '#shared/domain/platforms.ts';
import { bulkyDish } from '#test/bench/bulky-dish.ts';
import { inTurns, medianOf, timed } from '../in-turns.ts';
import { atMost, type Row } from '../table.ts';

const rounds = 11;

/** Usual platforms of a menu. None of their aspect ratios needs a continued picture. */
const targets = [
  { platform: 'uber', imageType: 'menu' },
  { platform: 'deliveroo', imageType: 'menu' },
  { platform: 'doordash', imageType: 'thumbnail' },
  { platform: 'justeat', imageType: 'square' },
];

/**
 * Compares the platform check of a photo with the decoding that it needs, and the files of a pack with the same crops
 * by sharp alone. Signing has separate rows.
 */
export async function measurePack(wanted: (name: string) => boolean): Promise<Row[]> {
  if (!(['platform check', 'pack'] as const).some(wanted)) return [];
  const rules = allRules();
  const photo = (await bulkyDish(4000, 3000, 4)).bytes;
  const drawn = (await bulkyDish(2160, 2160, 3)).bytes;
  const mask = await disc(540);
  const source: Parameters<typeof makePlatformFile>[0] = {
    picture: await decode(drawn),
    mask,
    dish: dishPlace(mask)?.box ?? null,
    rules,
    // Only pictures that a model continues need more of their generation.
    generation: { photo: {} } as never,
    variation: { adapter: 'stability-composite', fidelity: null } as never,
  };
  const noModel = () => Promise.reject(new Error('No model is needed for this file'));
  const work = {
    check: () =>
      timed(async () => {
        const facts = await measureFile(photo, mask);
        for (const rule of rules) checkFile(facts, rule);
      }),
    decoding: () =>
      timed(() =>
        sharp(photo)
          .autoOrient()
          .resize({ width: measuredSide, height: measuredSide, fit: 'inside' })
          .ensureAlpha()
          .raw()
          .toBuffer(),
      ),
    pack: () =>
      timed(async () => {
        for (const target of targets) await makePlatformFile(source, target, noModel, noModel);
      }),
    cuts: () =>
      timed(async () => {
        for (const { platform, imageType } of targets)
          await edit(source.picture)
            .resize({ ...menuTargetSize(platform, imageType), fit: 'cover' })
            .jpeg({ quality: 92, optimiseCoding: false, chromaSubsampling: '4:4:4' })
            .toBuffer();
      }),
  };
  const measured = await inTurns(rounds, work, 2);
  const row = (name: string, ours: keyof typeof work, theirs: keyof typeof work, note: string) => ({
    group: 'photos' as const,
    name,
    value: medianOf(measured, (round) => round[ours] / round[theirs]),
    unit: '×',
    note: `${medianOf(measured, (round) => round[ours]).toFixed(0)} ms over ${medianOf(measured, (round) => round[theirs]).toFixed(0)}; ${note}`,
  });
  return [
    atMost(2.5, row('platform check', 'check', 'decoding', `12 megapixels, all ${rules.length} rules`)),
    atMost(5, row('pack', 'pack', 'cuts', `${targets.length} files with their checks`)),
  ];
}

/** A mask of a dish that is small enough for a crop of every aspect ratio. */
function disc(side: number): Promise<Mask> {
  const circle = `<svg width="${side}" height="${side}"><rect width="100%" height="100%"/><circle cx="50%" cy="50%" r="${side * 0.25}" fill="#fff"/></svg>`;
  return sharp(Buffer.from(circle))
    .flatten()
    .toColourspace('b-w')
    .raw()
    .toBuffer()
    .then((data) => ({ data, width: side, height: side }));
}
