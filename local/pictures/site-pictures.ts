/**
 * Renders the pictures of the public pages on the sample dishes, with the renderer of the Bedrock stand-in:
 *
 *     npm run make:site-pictures
 *
 * They are written to web/pages/pictures/<name>-<width>.avif, with one WebP each for browsers without AVIF, and
 * committed.
 */
import { mkdir } from 'node:fs/promises';
import { createRenderPool } from 'bedrock-stand-in/renderer';
import sharp from 'sharp';
import { filters } from '#shared/domain/filters.ts';
import { foodScenes, influencerScenes } from '#shared/domain/scenes.ts';
import { lookTexts } from './look-texts.ts';
import { type Look, renderLook } from './render-look.ts';

interface SitePicture extends Look {
  readonly name: string;
  /** Width divided by height. */
  readonly ratio: number;
  /** Pixels of each file; the largest is about twice the width on a phone. */
  readonly widths: readonly number[];
}

const SQUARE = { ratio: 1, widths: [360, 720] };
/** Three in a row on a phone. */
const HERO = { ratio: 1, widths: [240, 360, 720] };
const TALL = { ratio: 9 / 16, widths: [288, 576] };
const POST = { ratio: 4 / 5, widths: [360, 720] };
const MENU = { ratio: 3 / 2, widths: [360, 720] };

const filter = (id: string) => filters.find((known) => known.id === id)?.stylePrompt ?? missing(id);
const scene = (id: string) =>
  [...foodScenes, ...influencerScenes].find((known) => known.id === id)?.text ?? missing(id);

function missing(id: string): never {
  throw new Error(`No look is called ${id}`);
}

const dishes = ['burger', 'fries', 'pizza', 'smoothie', 'salad', 'wings'];

const pictures: readonly SitePicture[] = [
  { name: 'hero-burger', dish: 'burger', prompt: filter('luxeglow'), ...HERO },
  { name: 'hero-pizza', dish: 'pizza', prompt: scene('trattoria-cloth'), ...HERO },
  { name: 'hero-smoothie', dish: 'smoothie', prompt: scene('tropical-leaves'), ...HERO },
  { name: 'hero-salad', dish: 'salad', prompt: scene('sunny-terrace'), ...HERO },
  { name: 'hero-wings', dish: 'wings', prompt: scene('neon-diner-counter'), ...HERO },
  { name: 'hero-fries', dish: 'fries', prompt: scene('picnic-meadow'), ...HERO },
  ...dishes.flatMap((dish) => [
    { name: `${dish}-before`, dish: `${dish}-before`, prompt: '', ...SQUARE },
    { name: `${dish}-after`, dish, prompt: '', ...SQUARE },
  ]),
  { name: 'look-synthwave', dish: 'burger', prompt: filter('synthwave'), ...POST },
  { name: 'look-beach-shack', dish: 'pizza', prompt: scene('beach-shack'), ...POST },
  { name: 'look-party-confetti', dish: 'wings', prompt: scene('party-confetti'), ...POST },
  { name: 'look-hyperbloom', dish: 'smoothie', prompt: filter('hyperbloom'), ...POST },
  { name: 'look-mediterranean', dish: 'salad', prompt: scene('mediterranean-blue'), ...POST },
  { name: 'look-prismpulse', dish: 'fries', prompt: filter('prismpulse'), ...POST },
  { name: 'look-liquidgold', dish: 'burger', prompt: filter('liquidgold'), ...POST },
  { name: 'look-night-market', dish: 'wings', prompt: scene('night-market-neon'), ...POST },
  { name: 'made-story', dish: 'smoothie', prompt: scene('rooftop-sunset'), ...TALL },
  { name: 'made-square', dish: 'pizza', prompt: scene('friends-sharing-table'), ...SQUARE },
  { name: 'made-reel', dish: 'fries', prompt: scene('street-food-stroll'), ...TALL },
  { name: 'made-menu', dish: 'burger', prompt: scene('white-marble-counter'), ...MENU },
];

const folder = new URL('../../web/pages/pictures/', import.meta.url);
await mkdir(folder, { recursive: true });
const pool = createRenderPool(2, lookTexts);
for (const { name, ratio, widths, ...look } of pictures) {
  const rendered = await renderLook(look, pool);
  for (const width of widths) {
    const picture = sharp(rendered).resize(width, Math.round(width / ratio), { fit: 'cover' });
    const file = new URL(`${name}-${width}`, folder).pathname;
    await picture.clone().avif({ quality: 50, effort: 6 }).toFile(`${file}.avif`);
    if (width === widths.at(-1))
      await picture.clone().webp({ quality: 66, effort: 6 }).toFile(`${file}.webp`);
  }
}
await pool.close();
