import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CutOut, cutOut, cutOutByColour } from '#src/renderer/cut-out.ts';
import { decode } from '#src/renderer/image-file.ts';
import { joinOval } from '#src/renderer/oval.ts';
import { type Plane, plane, raster } from '#src/renderer/pixels.ts';
import { createRandom } from '#src/renderer/random.ts';
import { resizePlane } from '#src/renderer/resize.ts';
import { mean } from './mean.ts';
import type { PhotoName } from './photos.ts';

const pictureOf = async (name: PhotoName) =>
  sharp(await readFile(new URL(`../photos/${name}.jpg`, import.meta.url)));

async function cutOutOf(name: PhotoName, change = (picture: Sharp) => picture): Promise<CutOut> {
  const file = await change(await pictureOf(name)).toBuffer();
  return cutOut(await decode(file));
}

/** The food of a photo without its surroundings, as wide as this. */
async function foodOf(name: PhotoName, width: number): Promise<Sharp> {
  const { data, info } = await (await pictureOf(name)).raw().toBuffer({ resolveWithObject: true });
  const { food } = await cutOutOf(name);
  const layer = await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .joinChannel(Buffer.from(food.values.map((value) => Math.round(value * 255))), {
      raw: { width: info.width, height: info.height, channels: 1 },
    })
    .png()
    .toBuffer();
  return sharp(await sharp(layer).trim().resize({ width }).png().toBuffer());
}

/** Intersection over union of two masks. */
function overlap(one: Plane, other: Plane): number {
  const { values } = resizePlane(other, one.width, one.height);
  let [both, either] = [0, 0];
  for (const [i, value] of one.values.entries()) {
    both += Math.min(value, values[i] ?? 0);
    either += Math.max(value, values[i] ?? 0);
  }
  return both / either;
}

/** The mask of the mirrored picture, mirrored back. */
function mirror({ width, height, values }: Plane): Plane {
  return { width, height, values: values.map((_, i) => values[i + width - 1 - 2 * (i % width)] ?? 0) };
}

const copies: Readonly<Record<string, (picture: Sharp) => Sharp>> = {
  small: (picture) => picture.resize(320).jpeg({ quality: 80 }),
  large: (picture) => picture.resize(2400).jpeg({ quality: 90 }),
  dark: (picture) => picture.linear(0.45, 0).png(),
  warm: (picture) => picture.linear([1.12, 1, 0.8], [0, 0, 0]).png(),
};

describe.each(['coffee-cc0', 'pizza-before'] as const)('cutOut of %s', (name) => {
  let whole: CutOut;
  beforeAll(async () => {
    whole = await cutOutOf(name);
  });

  it.each(Object.keys(copies))('finds the same dish in a %s copy', async (copy) => {
    const { dish } = await cutOutOf(name, copies[copy]);
    expect(overlap(whole.dish, dish)).toBeGreaterThan(0.95);
  });

  it('finds the same dish in a mirrored copy', async () => {
    const { dish } = await cutOutOf(name, (picture) => picture.flop());
    expect(overlap(whole.dish, mirror(dish))).toBeGreaterThan(0.95);
  });
});

describe('cutOut', () => {
  it.each([
    ['burger-before', [0.6, 0.78], [0.9, 0.9]],
    ['wings-before', [0.25, 0.72], [0.9, 0.75]],
    ['pizza-before', [0.2, 0.6], [0.5, 0.95]],
  ] as const)('keeps the plate under the food of %s, and no table', async (name, rim, table) => {
    const { food, dish } = await cutOutOf(name);
    expect(mean(food, 0.44, 0.44, 0.54, 0.54)).toBeGreaterThan(0.85);
    expect(mean(dish, 0, 0, 1, 1)).toBeGreaterThan(mean(food, 0, 0, 1, 1) + 0.04);
    expect(mean(dish, rim[0], rim[1], rim[0] + 0.03, rim[1] + 0.03)).toBeGreaterThan(0.9);
    expect(mean(dish, table[0], table[1], table[0] + 0.05, table[1] + 0.05)).toBeLessThan(0.02);
  });

  it('finds the same dish in the light of a strongly yellow lamp, where a white plate has the colours of food', async () => {
    const yellow = await cutOutOf('wings-before', (picture) =>
      picture.linear([1.1, 0.85, 0.42], [0, 0, 0]).png(),
    );
    expect(overlap((await cutOutOf('wings-before')).dish, yellow.dish)).toBeGreaterThan(0.95);
  });

  it('keeps the lettuce in the shadow of a burger', async () => {
    const { dish } = await cutOutOf('burger-before', (picture) => picture.resize(1024));
    expect(mean(dish, 0.38, 0.7, 0.6, 0.74)).toBeGreaterThan(0.8);
  });

  it('does not take a shadow for a plate', async () => {
    const { dish } = await cutOutOf('salad-before');
    expect(mean(dish, 0.4, 0.8, 0.55, 0.85)).toBeLessThan(0.1);
  });

  it('leaves out things that stand behind the dish', async () => {
    // The pepper mill behind the pizza.
    expect(mean((await cutOutOf('pizza-before')).dish, 0.2, 0.1, 0.32, 0.25)).toBeLessThan(0.1);
  });

  it('finds no plate under a glass on a table', async () => {
    expect((await cutOutOf('smoothie')).plate).toBeUndefined();
  });

  it('leaves out the table between a glass and the berries around it', async () => {
    const { dish } = await cutOutOf('smoothie-before');
    expect(mean(dish, 0.62, 0.57, 0.67, 0.6)).toBeLessThan(0.1);
    expect(mean(dish, 0.4, 0.8, 0.5, 0.85)).toBeLessThan(0.1);
  });

  it('keeps every fruit of a photo that they fill, and none of the cloth between them', async () => {
    const { dish } = await cutOutOf('fruits-opencv');
    // Kiwi, orange, lime, lemon; the blue cloth in the lower left.
    expect(mean(dish, 0.02, 0.68, 0.1, 0.85)).toBeGreaterThan(0.95);
    expect(mean(dish, 0.3, 0.4, 0.5, 0.7)).toBeGreaterThan(0.95);
    expect(mean(dish, 0.75, 0.38, 0.95, 0.5)).toBeGreaterThan(0.95);
    expect(mean(dish, 0.75, 0.65, 0.95, 0.9)).toBeGreaterThan(0.95);
  });

  it('keeps a dish where it leaves the frame', async () => {
    const file = await (await pictureOf('coffee-cc0'))
      .extract({ left: 0, top: 0, width: 330, height: 400 })
      .toBuffer();
    const { dish } = await cutOut(await decode(file));
    // The saucer and the cup at the right edge, the table in the lower left.
    expect(mean(dish, 0.97, 0.3, 1, 0.6)).toBeGreaterThan(0.95);
    expect(mean(dish, 0, 0.8, 0.2, 1)).toBeLessThan(0.02);
  });

  it.each([
    ['wings', 0.35, 0.45, 0.3, 0.25],
    ['pizza', 0.4, 0.35, 0.25, 0.2],
    ['burger', 0.32, 0.3, 0.36, 0.38],
    ['burger', 0.36, 0.36, 0.3, 0.3],
    ['coffee-cc0', 0.35, 0.1, 0.35, 0.45],
  ] as const)('keeps all of %s that fill the frame', async (name, left, top, width, height) => {
    const picture = await pictureOf(name);
    const whole = await picture.metadata();
    const part = {
      left: Math.round(left * whole.width),
      top: Math.round(top * whole.height),
      width: Math.round(width * whole.width),
      height: Math.round(height * whole.height),
    };
    const { dish } = await cutOut(await decode(await picture.extract(part).toBuffer()));
    expect(mean(dish, 0, 0, 1, 1)).toBeGreaterThan(0.999);
  });

  it('keeps the fries that leave the frame, not only the sharpest of them', async () => {
    const file = await (await pictureOf('fries'))
      .extract({ left: 154, top: 154, width: 204, height: 204 })
      .toBuffer();
    const { dish } = await cutOut(await decode(file));
    expect(mean(dish, 0.02, 0.02, 0.6, 0.3)).toBeGreaterThan(0.95);
  });

  it('keeps the pizza where it fills the frame, not only the slices on it', async () => {
    const file = await (await pictureOf('pizza'))
      .extract({ left: 130, top: 150, width: 250, height: 250 })
      .toBuffer();
    const { dish } = await cutOut(await decode(file));
    expect(mean(dish, 0.2, 0.3, 0.8, 0.9)).toBeGreaterThan(0.9);
  });

  it.each([
    ['salad', { left: 150, top: 150, width: 220, height: 220 }],
    ['wings', { left: 100, top: 160, width: 300, height: 180 }],
  ] as const)('keeps a close-up of %s, not only the piece in its middle', async (name, close) => {
    const file = await (await pictureOf(name)).extract(close).resize(512).toBuffer();
    const { dish } = await cutOut(await decode(file));
    expect(mean(dish, 0, 0, 1, 1)).toBeGreaterThan(0.6);
  });

  it('keeps the cup and the saucer of a close-up, not only the spoon beside them', async () => {
    const file = await (await pictureOf('coffee-cc0'))
      .extract({ left: 205, top: 128, width: 302, height: 201 })
      .png()
      .toBuffer();
    const { dish } = await cutOut(await decode(file));
    // The coffee and the saucer.
    expect(mean(dish, 0.1, 0.1, 0.5, 0.3)).toBeGreaterThan(0.95);
    expect(mean(dish, 0.75, 0.3, 0.85, 0.7)).toBeGreaterThan(0.95);
  });

  it('keeps the plate of a close-up whose frame cuts it off', async () => {
    const file = await (await pictureOf('wings-before'))
      .extract({ left: 102, top: 256, width: 307, height: 205 })
      .png()
      .toBuffer();
    const { dish } = await cutOut(await decode(file));
    expect(mean(dish, 0.3, 0.55, 0.6, 0.65)).toBeGreaterThan(0.95);
    expect(mean(dish, 0, 0.9, 1, 1)).toBeLessThan(0.05);
  });

  it('keeps a dark plate that fills the photo except for its corners', async () => {
    const ellipse = (x: number, y: number, rx: number, ry: number, fill: string) =>
      `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;
    const drawing = [
      '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="384">',
      '<rect width="512" height="384" fill="#8a6a48"/>',
      ellipse(256, 210, 300, 220, '#55601f') + ellipse(256, 210, 270, 192, '#4b561b'),
      ellipse(250, 170, 120, 80, '#c8642b') + ellipse(210, 150, 50, 30, '#e0a040'),
      ellipse(295, 185, 40, 28, '#7d9a3c') + ellipse(250, 200, 36, 22, '#8a3a1c'),
      '</svg>',
    ];
    const file = await sharp(Buffer.from(drawing.join('')))
      .blur(1)
      .png()
      .toBuffer();
    const { dish, food } = await cutOut(await decode(file));
    expect(mean(dish, 0.2, 0.75, 0.8, 0.95)).toBeGreaterThan(0.95);
    expect(mean(dish, 0, 0, 0.04, 0.08)).toBeLessThan(0.05);
    expect(mean(food, 0.2, 0.75, 0.8, 0.95)).toBeLessThan(0.05);
  });

  it('separates a bowl from a table that is as busy as the food in it', async () => {
    const random = createRandom(1, 'bowl');
    const grains = (least: number, range: number) =>
      sharp(Buffer.from(Array.from({ length: 128 * 128 }, () => least + Math.floor(range * random.next()))), {
        raw: { width: 128, height: 128, channels: 1 },
      }).resize(512, 512);
    const circle = (radius: number, fill: string) =>
      Buffer.from(
        `<svg width="512" height="512"><circle cx="256" cy="256" r="${radius}" fill="${fill}"/></svg>`,
      );
    const soup = sharp(await grains(130, 80).toColourspace('srgb').png().toBuffer())
      .ensureAlpha()
      .composite([{ input: circle(150, '#fff'), blend: 'dest-in' }]);
    const marble = sharp(await grains(90, 130).toColourspace('srgb').png().toBuffer());
    const file = await marble
      .composite([{ input: circle(182, '#e8e6e2') }, { input: await soup.png().toBuffer() }])
      .png()
      .toBuffer();
    const { dish } = await cutOut(await decode(file));
    expect(mean(dish, 0.3, 0.3, 0.7, 0.7)).toBeGreaterThan(0.95);
    expect(mean(dish, 0, 0, 1, 0.1)).toBeLessThan(0.05);
  });

  it('keeps a second dish that the corner cuts off', async () => {
    const burger = await foodOf('burger', 380);
    const { height } = await burger.metadata();
    const table = sharp({ create: { width: 512, height: 512, channels: 3, background: '#9a9a9e' } });
    const cornered = burger.extract({ left: 140, top: height - 170, width: 240, height: 170 });
    const served = (await foodOf('fries', 380)).extract({ left: 0, top: 0, width: 380, height: 300 });
    const file = await table
      .composite([
        { input: await cornered.toBuffer(), left: 0, top: 0 },
        { input: await served.toBuffer(), left: 66, top: 202 },
      ])
      .png()
      .toBuffer();
    const { dish } = await cutOut(await decode(file));
    expect(mean(dish, 0.02, 0.02, 0.35, 0.25)).toBeGreaterThan(0.9);
    expect(mean(dish, 0.35, 0.6, 0.65, 0.9)).toBeGreaterThan(0.8);
    expect(mean(dish, 0.6, 0.02, 0.98, 0.3)).toBeLessThan(0.02);
  });

  it('returns masks for pictures without a dish', async () => {
    const grey = raster(160, 120);
    grey.rgb.fill(0.5);
    const { dish } = await cutOut(grey);
    expect([dish.width, dish.height]).toEqual([160, 120]);
    expect(dish.values.every((value) => value >= 0 && value <= 1)).toBe(true);
  });
});

describe('cutOutByColour', () => {
  it('finds the plate and the food without a network', async () => {
    const { food, plate, dish } = cutOutByColour(
      await decode(await (await pictureOf('pizza-before')).toBuffer()),
    );
    expect(plate?.rx).toBeCloseTo(0.34, 1);
    expect(mean(food, 0.44, 0.44, 0.54, 0.58)).toBeGreaterThan(0.85);
    expect(overlap(dish, joinOval(plane(512, 512), plate))).toBeGreaterThan(0.7);
  });
});
