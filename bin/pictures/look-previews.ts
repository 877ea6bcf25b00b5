/**
 * Renders the preview of each look in the catalogues:
 *
 *     node bin/pictures/look-previews.ts
 *
 * They are written to web/public/previews/<kind>/<id>.webp, 320 px square, and committed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { createRenderPool } from 'bedrock-stand-in/renderer';
import sharp from 'sharp';
import { enhancements } from '#shared/domain/enhancements.ts';
import { filters } from '#shared/domain/filters.ts';
import { lookTexts } from '#shared/domain/look-texts.ts';
import { backgroundStyles, imageStyles, plateStyles } from '#shared/domain/menu-styles.ts';
import { foodScenes, influencerScenes } from '#shared/domain/scenes.ts';
import { type Look, renderLook } from './render-look.ts';

/** Pixels per side: twice the width of a tile on the site. */
const SIDE = 320;

type Preview = Look & { readonly id: string };

const rotation = ['burger', 'pizza', 'wings', 'salad', 'fries', 'smoothie'];
const turn = (index: number) => rotation[index % rotation.length] ?? 'burger';

/** Looks of one kind are shown on the same dish, so that only the look differs. Scenes alternate between dishes. */
const previews: Readonly<Record<string, readonly Preview[]>> = {
  filter: filters.map(({ id }) => ({ id, dish: 'burger', look: id })),
  'scene-ugc': influencerScenes.map(({ id, index }) => ({ id, dish: turn(index), look: id })),
  'scene-social': foodScenes.map(({ id, index }) => ({ id, dish: turn(index), look: id })),
  enhancement: enhancements.map(({ id }) => ({ id, dish: 'burger-before', look: id })),
  background: backgroundStyles.map(({ id }) => ({ id, dish: 'burger', look: id })),
  plate: plateStyles.map(({ id }) => ({ id, dish: 'wings-before', ...(id !== 'current' && { look: id }) })),
  'image-style': imageStyles.map(({ id }) => ({ id, dish: 'salad', look: id })),
};

const pool = createRenderPool(1, lookTexts);
for (const [kind, looks] of Object.entries(previews)) {
  const folder = new URL(`../../web/public/previews/${kind}/`, import.meta.url);
  await mkdir(folder, { recursive: true });
  await Promise.all(
    looks.map(async (look) => {
      const picture = await renderLook(look, pool);
      const small = await sharp(picture).resize(SIDE, SIDE).webp({ quality: 74 }).toBuffer();
      await writeFile(new URL(`${look.id}.webp`, folder), small);
    }),
  );
}
await pool.close();
