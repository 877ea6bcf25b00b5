/**
 * Renders a labelled sheet with one picture of every look on the sample dishes:
 *
 *     node bin/pictures/contact-sheet.ts [file.jpg]
 *
 * The default is docs/contact-sheet.jpg. Each picture is made by the product's own pipeline, with the renderer of the
 * Bedrock stand-in as its models.
 */
import { writeFile } from 'node:fs/promises';
import { createRenderPool, type RenderPool } from 'bedrock-stand-in/renderer';
import sharp, { type OverlayOptions } from 'sharp';
import { cameraAngles, enhancements } from '#shared/domain/enhancements.ts';
import { filters } from '#shared/domain/filters.ts';
import { lookTexts } from '#shared/domain/look-texts.ts';
import { backgroundStyles, imageStyles, plateStyles } from '#shared/domain/menu-styles.ts';
import { foodScenes, influencerScenes } from '#shared/domain/scenes.ts';
import { type Look, renderLook } from './render-look.ts';

interface Tile extends Look {
  label: string;
}

interface Section {
  title: string;
  tiles: Tile[];
}

const TILE = 216;
const GAP = 10;
const LABEL = 26;
const TITLE = 54;
const COLUMNS = 8;
const MARGIN = 28;
const MAX_BYTES = 700_000;

const dishes = ['burger', 'pizza', 'wings', 'salad', 'smoothie', 'fries'];
const dishAt = (k: number) => dishes[k % dishes.length] as string;
const namedScenes = (list: typeof foodScenes, ids: readonly string[]) =>
  list.filter(({ id }) => ids.includes(id));

/** The project's two real photographs; their origin is documented beside them. */
const realPhotos = ['coffee-cc0', 'fruits-opencv'].map(
  (name) => new URL(`../../packages/bedrock-stand-in/test/photos/${name}.jpg`, import.meta.url),
);

const realLooks = [
  'blur_background',
  'luxeglow',
  'synthwave',
  'rustic-oak-table',
  'beach-shack',
  'cafe-window-bite',
  'marble',
];

const sections: Section[] = [
  {
    title: 'Sixteen filters',
    tiles: filters.map(({ name, id }, k) => ({ label: name, dish: dishAt(k), look: id })),
  },
  {
    title: 'Professional enhancements on a phone snapshot, and camera angles',
    tiles: [
      { label: 'Snapshot as taken', dish: 'burger-before' },
      ...enhancements.map(({ name, id }) => ({ label: name, dish: 'burger-before', look: id })),
      ...cameraAngles.map(({ name, id }) => ({ label: name, dish: 'burger', look: id })),
    ],
  },
  {
    title: 'Menu backgrounds, plates and image styles',
    tiles: [
      ...backgroundStyles.map(({ name, id }, k) => ({ label: name, dish: dishAt(k), look: id })),
      ...plateStyles
        .filter(({ id }) => id !== 'current')
        .map(({ name, id }) => ({ label: name, dish: 'wings-before', look: id })),
      ...imageStyles.map(({ name, id }) => ({ label: name, dish: 'salad', look: id })),
    ],
  },
  {
    title: 'Food scenes',
    tiles: namedScenes(foodScenes, [
      'rustic-oak-table',
      'white-marble-counter',
      'bistro-evening',
      'beach-shack',
      'neon-diner-counter',
      'spring-blossom',
      'party-confetti',
      'trattoria-cloth',
    ]).map(({ name, id }, k) => ({ label: name, dish: dishAt(k + 2), look: id })),
  },
  {
    title: 'Influencer scenes',
    tiles: namedScenes(influencerScenes, [
      'cafe-window-bite',
      'friends-sharing-table',
      'park-picnic-blanket',
      'rooftop-sunset',
      'chef-pass-reveal',
      'night-market-neon',
      'mountain-hut',
      'bookshop-corner',
    ]).map(({ name, id }, k) => ({ label: name, dish: dishAt(k), look: id })),
  },
  {
    title: 'Real photographs',
    tiles: realPhotos.flatMap((dish) => [
      { label: 'Photo', dish },
      ...realLooks.map((look) => ({ label: nameOf(look), dish, look })),
    ]),
  },
];

function nameOf(look: string): string {
  const looks = [...enhancements, ...filters, ...foodScenes, ...influencerScenes, ...backgroundStyles];
  return looks.find(({ id }) => id === look)?.name ?? look;
}

async function renderTile(tile: Tile, pool: RenderPool): Promise<Buffer> {
  return sharp(await renderLook(tile, pool))
    .resize(TILE, TILE)
    .toBuffer();
}

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function lettering(text: string, width: number, height: number, size: number, weight: number): Buffer {
  return Buffer.from(
    `<svg width="${width}" height="${height}"><text x="0" y="${height - 9}" font-family="Inter, Helvetica, Arial, sans-serif" font-size="${size}" font-weight="${weight}" fill="#1F1A17">${escaped(text)}</text></svg>`,
  );
}

async function main(): Promise<void> {
  const target = process.argv[2] ?? new URL('../../docs/contact-sheet.jpg', import.meta.url);
  const pool = createRenderPool(1, lookTexts);
  const parts: OverlayOptions[] = [];
  const width = MARGIN * 2 + COLUMNS * TILE + (COLUMNS - 1) * GAP;
  let top = MARGIN;
  for (const { title, tiles } of sections) {
    parts.push({ input: lettering(title, width - MARGIN * 2, TITLE, 26, 700), left: MARGIN, top });
    top += TITLE;
    const pictures = await Promise.all(tiles.map((tile) => renderTile(tile, pool)));
    for (const [k, tile] of tiles.entries()) {
      const left = MARGIN + (k % COLUMNS) * (TILE + GAP);
      const y = top + Math.floor(k / COLUMNS) * (TILE + LABEL + GAP);
      parts.push({ input: pictures[k] as Buffer, left, top: y });
      parts.push({ input: lettering(tile.label, TILE, LABEL, 15, 500), left, top: y + TILE });
    }
    top += Math.ceil(tiles.length / COLUMNS) * (TILE + LABEL + GAP);
  }
  await pool.close();
  const sheet = await sharp({ create: { width, height: top + MARGIN, channels: 3, background: '#FFFBF5' } })
    .composite(parts)
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let quality = 86; ; quality -= 4) {
    const jpeg = await sharp(sheet.data, { raw: sheet.info }).jpeg({ quality, mozjpeg: true }).toBuffer();
    if (jpeg.length > MAX_BYTES && quality > 40) continue;
    await writeFile(target, jpeg);
    console.log(`${jpeg.length} bytes, quality ${quality}`);
    return;
  }
}

await main();
