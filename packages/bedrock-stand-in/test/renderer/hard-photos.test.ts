import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  around,
  cutOut,
  type Look,
  type Photo,
  photoOf,
  pixelsOf,
  redrawn,
  replaced,
} from './look-drawings.ts';
import { lookTexts } from './look-texts.ts';

/** Shorter side of most photos here, in pixels: small, so that every look can be drawn several times. */
const SIDE = 208;
/** Photos on which each look is drawn. */
const PHOTOS_PER_LOOK = 2;

const read = (name: string) => readFile(new URL(`../photos/${name}.jpg`, import.meta.url));

const photo = (name: string, picture: Sharp, width = SIDE, height = SIDE): Promise<Photo> =>
  photoOf(name, picture, width, height);

/** A part of one of our renders, which are 512 by 512 pixels. */
const part = async (name: string, left: number, top: number, width: number, height: number) =>
  sharp(
    await sharp(await read(name))
      .extract({ left, top, width, height })
      .png()
      .toBuffer(),
  );

async function severalDishes(): Promise<Sharp> {
  const halves = await Promise.all(
    ['pizza', 'wings', 'salad', 'burger'].map(async (name) =>
      sharp(await read(name))
        .resize(256, 256)
        .toBuffer(),
    ),
  );
  const table = sharp({ create: { width: 512, height: 512, channels: 3, background: '#8a6a4a' } });
  return sharp(
    await table
      .composite(halves.map((input, k) => ({ input, left: (k % 2) * 256, top: Math.floor(k / 2) * 256 })))
      .png()
      .toBuffer(),
  );
}

async function tinyDish(): Promise<Sharp> {
  const dish = await sharp(await read('wings'))
    .resize(110, 110)
    .toBuffer();
  const table = sharp(await read('pizza-before')).extract({ left: 0, top: 360, width: 150, height: 150 });
  return sharp(
    await sharp(await table.resize(512, 512).blur(6).toBuffer())
      .composite([{ input: dish, left: 210, top: 230 }])
      .png()
      .toBuffer(),
  );
}

async function hardPhotos(): Promise<Photo[]> {
  return [
    await photo('coffee', sharp(await read('coffee-cc0')), 312, SIDE),
    await photo(
      'coffee, square',
      sharp(await read('coffee-cc0')).extract({ left: 60, top: 0, width: 400, height: 400 }),
    ),
    await photo('fruits', sharp(await read('fruits-opencv')), 222, SIDE),
    await photo(
      'fruits, portrait',
      sharp(await read('fruits-opencv')).extract({ left: 120, top: 0, width: 270, height: 480 }),
      144,
      256,
    ),
    await photo('at the left edge', await part('salad', 190, 40, 320, 440)),
    await photo('at the right edge', await part('burger', 0, 40, 330, 440)),
    await photo('at the upper edge', await part('wings', 20, 190, 470, 322)),
    await photo('at the lower edge', await part('burger', 20, 0, 470, 330)),
    await photo('in the lower left corner', await part('pizza', 200, 0, 312, 300)),
    await photo('filling the frame', await part('pizza', 130, 150, 250, 250)),
    await photo('several dishes', await severalDishes()),
    await photo('tiny', await tinyDish()),
    await photo('dark', sharp(await read('salad-before')).linear(0.25, 0)),
    await photo('bright', sharp(await read('fries')).linear(1.5, 70)),
    await photo(
      'tilted',
      sharp(await read('burger'))
        .rotate(17, { background: '#7d6a58' })
        .resize(512, 512),
    ),
    await photo('story', await part('smoothie', 110, 0, 288, 512), 144, 256),
    await photo('banner', await part('wings', 0, 130, 512, 288), 320, 180),
  ];
}

const { filters, scenes, enhancements, cameraAngles, imageStyles, backgrounds, plates } = lookTexts;

const looks: readonly Look[] = [
  ...filters.map(({ id, text }) => ({ name: id, draw: redrawn(text) })),
  ...filters.map(({ id, text }, k) => ({ name: `${id} in a scene`, draw: redrawn(`${scenes[k]} ${text}`) })),
  ...[...enhancements, ...cameraAngles, ...imageStyles].map(({ id, text }) => ({
    name: id,
    draw: redrawn(text),
  })),
  // Looks that draw the surroundings under the food lock.
  ...[...filters, ...enhancements].map(({ id, text }) => ({
    name: `${id}, locked`,
    draw: around(text),
    keepsDish: true,
  })),
  ...scenes.map((text) => ({ name: text, draw: around(text), keepsDish: true })),
  ...backgrounds.map(({ id, text }) => ({ name: id, draw: around(text), keepsDish: true })),
  ...backgrounds.map(({ id, text }) => ({ name: `${id}, replaced`, draw: replaced(text, 'background') })),
  ...plates.map(({ id, text }) => ({ name: id, draw: replaced(text, 'plate') })),
];

const BLOCK = 8;

/** Share of the picture that its largest area of one flat colour covers; blocks of 8 by 8 pixels are counted. */
function largestFlatArea(data: Buffer, width: number, height: number): number {
  const [columns, rows] = [Math.floor(width / BLOCK), Math.floor(height / BLOCK)];
  const areas = new Map<string, number>();
  for (let k = 0; k < columns * rows; k++) {
    const [left, top] = [(k % columns) * BLOCK, Math.floor(k / columns) * BLOCK];
    const low = [255, 255, 255];
    const high = [0, 0, 0];
    for (let y = top; y < top + BLOCK; y++) {
      for (let x = left; x < left + BLOCK; x++) {
        for (let c = 0; c < 3; c++) {
          const value = data[(y * width + x) * 3 + c] ?? 0;
          low[c] = Math.min(low[c] ?? 0, value);
          high[c] = Math.max(high[c] ?? 0, value);
        }
      }
    }
    if (low.some((value, c) => (high[c] ?? 0) - value > 1)) continue;
    const colour = low.map((value) => Math.round(value / 3)).join();
    areas.set(colour, (areas.get(colour) ?? 0) + 1);
  }
  return Math.max(0, ...areas.values()) / (columns * rows);
}

/** The largest difference of any channel where the dish certainly is, in levels of 255. */
async function dishDifference(of: Photo, drawn: Buffer): Promise<number> {
  const { data } = await pixelsOf(of.file);
  const alpha = await cutOut(of);
  let largest = 0;
  for (const [pixel, share] of alpha.entries()) {
    const [x, y] = [pixel % of.width, Math.floor(pixel / of.width)];
    if (x < 6 || x >= of.width - 6 || y < 6 || y >= of.height - 6) continue;
    const around = [-6, 0, 6].flatMap((down) => [-6, 0, 6].map((across) => down * of.width + across));
    const inside = around.every((by) => alpha[pixel + by] === 255);
    if (share < 255 || !inside) continue;
    for (let at = pixel * 3; at < pixel * 3 + 3; at++) {
      largest = Math.max(largest, Math.abs((data[at] ?? 0) - (drawn[at] ?? 0)));
    }
  }
  return largest;
}

describe('every look on hard photos', () => {
  let photos: Photo[];
  let plain: Photo;
  beforeAll(async () => {
    photos = await hardPhotos();
    plain = await photo('plain', sharp(await read('wings')));
  });

  /** The flat area of the look itself, measured on a photo without difficulties. */
  async function flatOnPlain(look: Look): Promise<number> {
    const { data, width, height } = await pixelsOf(await look.draw(plain));
    return largestFlatArea(data, width, height);
  }

  it('draws no flat area that does not belong to the look, keeps the size, and keeps the dish if it must', async () => {
    const faults: string[] = [];
    // Photo by photo, because the renderer caches the latest ones.
    for (const [p, hard] of photos.entries()) {
      const source = await pixelsOf(hard.file);
      const flatInPhoto = largestFlatArea(source.data, hard.width, hard.height);
      for (const [l, look] of looks.entries()) {
        if ((l * 5 + p) % photos.length >= PHOTOS_PER_LOOK) continue;
        const { data, width, height } = await pixelsOf(await look.draw(hard));
        const where = `${look.name} on ${hard.name}`;
        if (width !== hard.width || height !== hard.height) faults.push(`${where}: ${width}x${height}`);
        const flat = largestFlatArea(data, width, height);
        if (flat > flatInPhoto + 0.06 && flat > (await flatOnPlain(look)) + 0.06) {
          faults.push(`${where}: ${Math.round(flat * 100)} % of one colour`);
        }
        const difference = look.keepsDish ? await dishDifference(hard, data) : 0;
        if (difference > 2) faults.push(`${where}: the dish differs by ${difference} levels`);
      }
    }
    expect(faults).toEqual([]);
  }, 480_000);
});
