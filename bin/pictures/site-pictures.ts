/**
 * Makes the pictures of the public pages out of the sample dishes, by the product's own pipeline with the renderer of
 * the Bedrock stand-in as its models:
 *
 *     npm run make:site-pictures [-- <names>]
 *
 * They are written to web/pages/pictures/<name>-<width>.avif, with one WebP each for browsers without AVIF, and
 * committed. A picture "after" is what the product makes of the picture "before"; the app's own pairs are written to
 * web/public/samples/<dish>-after.jpg.
 */
import { mkdir } from 'node:fs/promises';
import { createRenderPool } from 'bedrock-stand-in/renderer';
import sharp from 'sharp';
import { lookTexts } from '#shared/domain/look-texts.ts';
import { type Look, renderLook } from './render-look.ts';

interface SitePicture extends Look {
  readonly name: string;
  /** Width divided by height. */
  readonly ratio: number;
  /** Widths of the files in pixels; the largest is about twice the width on a phone. */
  readonly widths: readonly number[];
}

const SQUARE = { ratio: 1, widths: [360, 720] };
/** Three are shown in a row on a phone. */
const HERO = { ratio: 1, widths: [240, 360, 720] };
const TALL = { ratio: 9 / 16, widths: [288, 576] };
const POST = { ratio: 4 / 5, widths: [360, 720] };
const MENU = { ratio: 3 / 2, widths: [360, 720] };

/** The look that turns the phone photo of each dish into the finished picture. */
const pairs = {
  burger: 'wooden',
  fries: 'restaurant',
  pizza: 'trattoria-cloth',
  smoothie: 'bright',
  salad: 'marble',
  wings: 'dark',
};

const pictures: readonly SitePicture[] = [
  { name: 'hero-burger', dish: 'burger', look: 'luxeglow', ...HERO },
  { name: 'hero-pizza', dish: 'pizza', look: 'trattoria-cloth', ...HERO },
  { name: 'hero-smoothie', dish: 'smoothie', look: 'tropical-leaves', ...HERO },
  { name: 'hero-salad', dish: 'salad', look: 'sunny-terrace', ...HERO },
  { name: 'hero-wings', dish: 'wings', look: 'neon-diner-counter', ...HERO },
  { name: 'hero-fries', dish: 'fries', look: 'picnic-meadow', ...HERO },
  ...Object.entries(pairs).flatMap(([dish, look]) => [
    { name: `${dish}-before`, dish: `${dish}-before`, ...SQUARE },
    { name: `${dish}-after`, dish: `${dish}-before`, look, ...SQUARE },
  ]),
  { name: 'look-synthwave', dish: 'burger', look: 'synthwave', ...POST },
  { name: 'look-beach-shack', dish: 'pizza', look: 'beach-shack', ...POST },
  { name: 'look-party-confetti', dish: 'wings', look: 'party-confetti', ...POST },
  { name: 'look-hyperbloom', dish: 'smoothie', look: 'hyperbloom', ...POST },
  { name: 'look-mediterranean', dish: 'salad', look: 'mediterranean-blue', ...POST },
  { name: 'look-prismpulse', dish: 'fries', look: 'prismpulse', ...POST },
  { name: 'look-liquidgold', dish: 'burger', look: 'liquidgold', ...POST },
  { name: 'look-night-market', dish: 'wings', look: 'night-market-neon', ...POST },
  { name: 'made-story', dish: 'smoothie', look: 'rooftop-sunset', ...TALL },
  { name: 'made-square', dish: 'pizza', look: 'friends-sharing-table', ...SQUARE },
  { name: 'made-reel', dish: 'fries', look: 'street-food-stroll', ...TALL },
  { name: 'made-menu', dish: 'burger', look: 'white-marble-counter', ...MENU },
];

const folder = new URL('../../web/pages/pictures/', import.meta.url);
await mkdir(folder, { recursive: true });
const pool = createRenderPool(1, lookTexts);
const wanted = process.argv.slice(2);
for (const { name, ratio, widths, ...look } of pictures) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const rendered = await renderLook(look, pool);
  for (const width of widths) {
    const picture = sharp(rendered).resize(width, Math.round(width / ratio), { fit: 'cover' });
    const file = new URL(`${name}-${width}`, folder).pathname;
    await picture.clone().avif({ quality: 50, effort: 6 }).toFile(`${file}.avif`);
    if (width === widths.at(-1))
      await picture.clone().webp({ quality: 66, effort: 6 }).toFile(`${file}.webp`);
  }
}
const samples = new URL('../../web/public/samples/', import.meta.url);
for (const dish of ['burger', 'salad'] as const) {
  const rendered = await renderLook({ dish: `${dish}-before`, look: pairs[dish] }, pool);
  const picture = sharp(rendered).jpeg({ quality: 84, mozjpeg: true });
  await picture.toFile(new URL(`${dish}-after.jpg`, samples).pathname);
}
await pool.close();
