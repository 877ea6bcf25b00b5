import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Blemish, blemishesOf, outlineOf } from './blemishes.ts';
import { dishOn } from './composites.ts';
import { around, cutOut, type Look, type Photo, photoOf, pixelsOf, replaced } from './look-drawings.ts';
import { lookTexts } from './look-texts.ts';
import { photo } from './photos.ts';

/** Photos on which each look is drawn, in turn. */
const PHOTOS_PER_LOOK = 1;

const { filters, scenes, enhancements, backgrounds, plates } = lookTexts;

/** Every look that draws new surroundings. */
const looks: readonly (Look & { readonly findsDish?: boolean })[] = [
  ...[...filters, ...enhancements].map(({ id, text }) => ({ name: `${id}, locked`, draw: around(text) })),
  ...scenes.map((text) => ({ name: text, draw: around(text) })),
  ...backgrounds.map(({ id, text }) => ({ name: id, draw: around(text) })),
  ...backgrounds.map(({ id, text }) => ({
    name: `${id}, replaced`,
    draw: replaced(text, 'background'),
    findsDish: true,
  })),
  ...plates.flatMap(({ id, text }, k) => {
    const prompt = `${backgrounds[k]?.text} ${text}`;
    return [
      { name: `${id} plate`, draw: around(prompt) },
      { name: `${id} plate, replaced`, draw: replaced(prompt, 'background'), findsDish: true },
    ];
  }),
];

/** A ground that the stand-in takes for a part of the dish. Looks that find the dish themselves would keep it. */
const notFound = 'on stripes';

/** Blemishes that looks draw on purpose. */
const wanted: Readonly<Record<string, readonly Blemish[]>> = {
  // Shows the photo's own surroundings in displaced bands, with the scan lines of a screen.
  'glitch, locked': ['ghost', 'lines'],
  // A sticker: a white edge, and the dots of print.
  'popcrush, locked': ['light seam', 'lines'],
  // A dark contour, and squares of several pixels.
  'pixelpop, locked': ['dark seam', 'lines'],
  // A ring of light that starts at the dish.
  'shockwave, locked': ['light seam', 'dark seam'],
};

describe('surroundings drawn by looks', () => {
  let photos: Photo[];
  beforeAll(async () => {
    photos = [
      await photoOf('coffee', sharp(await photo('coffee-cc0')), 400, 267),
      await dishOn('wings', 'checkers'),
      await dishOn('pizza', 'black'),
      await dishOn('coffee-cc0', 'letters'),
      await photoOf('fruits', sharp(await photo('fruits-opencv')), 342, 320),
      await dishOn('burger', 'stripes'),
      await dishOn('burger', 'white'),
    ];
  });

  it('have no seam around the dish, no trace of the old surroundings, and no regular lines', async () => {
    const faults: string[] = [];
    // Photo by photo, because the renderer caches the latest ones.
    for (const [p, of] of photos.entries()) {
      const before = await pixelsOf(of.file);
      const outline = outlineOf(await cutOut(of), of.width, of.height);
      for (const [l, look] of looks.entries()) {
        if ((l * 5 + p) % photos.length >= PHOTOS_PER_LOOK) continue;
        if (look.findsDish && of.name.endsWith(notFound)) continue;
        const found = blemishesOf(before, await pixelsOf(await look.draw(of)), outline);
        for (const [kind, amount] of found)
          if (!wanted[look.name]?.includes(kind))
            faults.push(`${look.name} on ${of.name}: ${kind} ${amount.toFixed(2)}`);
      }
    }
    expect(faults).toEqual([]);
  }, 240_000);
});
