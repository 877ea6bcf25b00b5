import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ModelRequest } from '#src/contract.ts';
import { render as renderWith } from '#src/renderer/render.ts';
import { lookTexts } from './look-texts.ts';
import { photo, resizedPhoto } from './photos.ts';

const SIDE = 384;
const GRID = 48;

let burger: Uint8Array;
let wings: Uint8Array;

beforeAll(async () => {
  burger = await resizedPhoto('burger', SIDE, SIDE);
  wings = await resizedPhoto('wings-before', SIDE, SIDE);
});

const render = (request: ModelRequest, seed: number) => renderWith(request, seed, lookTexts);

const { filters, scenes, enhancements, cameraAngles, imageStyles, backgrounds, plates } = lookTexts;

function structure(image: Uint8Array, prompt: string, seed = 1): Promise<Buffer> {
  const fields = { image: '', prompt, control_strength: 0.7, output_format: 'png' as const };
  return render({ service: 'control-structure', pictures: { image }, fields }, seed);
}

/** The pixels of a small copy: RGB from 0 to 1. */
async function pixels(image: Uint8Array, side = GRID): Promise<number[][]> {
  const { data } = await sharp(image)
    .removeAlpha()
    .resize(side, side, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from({ length: side * side }, (_, i) => [0, 1, 2].map((c) => (data[i * 3 + c] ?? 0) / 255));
}

/**
 * The root mean square difference between two pictures after the best linear map of the first one's channels, with an
 * offset, to the second. In units of one channel. It is 0 for any change of tint, brightness or contrast.
 */
function differenceBeyondTint(from: number[][], to: number[][]): number {
  const rows = from.map((pixel) => [...pixel, 1]);
  let sum = 0;
  for (let channel = 0; channel < 3; channel++) {
    const weights = leastSquares(
      rows,
      to.map((pixel) => pixel[channel] ?? 0),
    );
    for (const [i, row] of rows.entries()) {
      const predicted = row.reduce((total, value, k) => total + value * (weights[k] ?? 0), 0);
      sum += ((to[i]?.[channel] ?? 0) - predicted) ** 2;
    }
  }
  return Math.sqrt(sum / (to.length * 3));
}

/** Solves the normal equations by elimination, with a small ridge term. */
function leastSquares(rows: number[][], values: number[]): number[] {
  const n = rows[0]?.length ?? 0;
  const system = Array.from({ length: n }, (_, a) => [
    ...Array.from({ length: n }, (_, b) =>
      rows.reduce((sum, row) => sum + (row[a] ?? 0) * (row[b] ?? 0), a === b ? 1e-6 : 0),
    ),
    rows.reduce((sum, row, i) => sum + (row[a] ?? 0) * (values[i] ?? 0), 0),
  ]);
  for (let a = 0; a < n; a++) {
    const pivot = system[a] ?? [];
    for (const [b, row] of system.entries()) {
      if (b === a) continue;
      const factor = (row[a] ?? 0) / (pivot[a] ?? 1);
      for (let c = a; c <= n; c++) row[c] = (row[c] ?? 0) - factor * (pivot[c] ?? 0);
    }
  }
  return system.map((row, a) => (row[n] ?? 0) / (row[a] ?? 1));
}

function meanDifference(a: number[][], b: number[][]): number {
  let sum = 0;
  for (const [i, pixel] of a.entries()) {
    for (const [c, value] of pixel.entries()) sum += Math.abs(value - (b[i]?.[c] ?? 0));
  }
  return sum / (a.length * 3);
}

/** Correlation of the lightness in the middle of two pictures, where the dish is. */
function likenessOfDish(a: number[][], b: number[][], from = 0.27): number {
  const light = (pixel: number[] = []) =>
    0.3 * (pixel[0] ?? 0) + 0.59 * (pixel[1] ?? 0) + 0.11 * (pixel[2] ?? 0);
  const inside = a.flatMap((_, i) => {
    const x = (i % GRID) / GRID;
    const y = Math.floor(i / GRID) / GRID;
    return x > from && x < 1 - from && y > from && y < 1 - from ? [[light(a[i]), light(b[i])] as const] : [];
  });
  const mean = (k: 0 | 1) => inside.reduce((sum, pair) => sum + pair[k], 0) / inside.length;
  const [ma, mb] = [mean(0), mean(1)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const [x, y] of inside) {
    ab += (x - ma) * (y - mb);
    aa += (x - ma) ** 2;
    bb += (y - mb) ** 2;
  }
  return ab / Math.sqrt(aa * bb);
}

describe('filters', () => {
  it('differ from each other by more than a tint could, and keep the dish recognisable', async () => {
    const source = await pixels(burger);
    const tinted = source.map(([r = 0, g = 0, b = 0]) => [r * 1.2, g * 0.8 + 0.1, b * 0.5 + r * 0.2]);
    expect(differenceBeyondTint(source, tinted)).toBeLessThan(0.001);
    const looks: { id: string; rows: number[][] }[] = [];
    for (const { id, text } of filters) {
      looks.push({ id, rows: await pixels(await structure(burger, text)) });
    }
    expect(looks).toHaveLength(16);
    const tooClose: string[] = [];
    for (const [k, a] of looks.entries()) {
      expect(likenessOfDish(source, a.rows), `dish in ${a.id}`).toBeGreaterThan(0.45);
      expect(differenceBeyondTint(source, a.rows), `${a.id} against the photo`).toBeGreaterThan(0.06);
      for (const b of looks.slice(k + 1)) {
        const difference = Math.min(
          differenceBeyondTint(a.rows, b.rows),
          differenceBeyondTint(b.rows, a.rows),
        );
        if (difference < 0.05) tooClose.push(`${a.id} and ${b.id}: ${difference.toFixed(3)}`);
      }
    }
    expect(tooClose).toEqual([]);
  }, 120_000);

  it('keep a plate that the frame cuts off and that leaves room for them', async () => {
    const popcrush = filters.find(({ id }) => id === 'popcrush')?.text ?? '';
    const drawn = await pixels(await structure(await resizedPhoto('wings', SIDE, SIDE), popcrush), 20);
    // The plate is nearly black, what the filter draws is bright.
    const plate = [2, 3, 16, 17].map((x) => drawn[14 * 20 + x] ?? []);
    expect(Math.max(...plate.flat())).toBeLessThan(0.7);
  });
});

describe('remove-background', () => {
  it('cuts the same dish out of a photo and of a later crop of it', async () => {
    const cutOut = (image: Uint8Array) =>
      render(
        { service: 'remove-background', pictures: { image }, fields: { image: '', output_format: 'png' } },
        1,
      );
    const alpha = (picture: Sharp) =>
      picture.extractChannel('alpha').resize(64, 64, { fit: 'fill' }).raw().toBuffer();
    const whole = await photo('coffee-cc0');
    const { width, height } = await sharp(whole).metadata();
    const middle = { left: Math.round(width * 0.28), top: 0, width: Math.round(width * 0.45), height };
    const expected = await alpha(sharp(await cutOut(whole)).extract(middle));
    const part = await sharp(whole).extract(middle).jpeg({ quality: 90 }).toBuffer();
    const found = await alpha(sharp(await cutOut(part)));
    const difference = found.reduce((sum, value, i) => sum + Math.abs(value - (expected[i] ?? 0)), 0);
    expect(difference / found.length / 255).toBeLessThan(0.01);
  });
});

describe('control-structure', () => {
  it('gives the same bytes for the same seed and a visibly different picture for another', async () => {
    for (const prompt of [filters[0]?.text, scenes[0], enhancements[0]?.text]) {
      const first = await structure(burger, prompt ?? '', 11);
      expect((await structure(burger, prompt ?? '', 11)).equals(first)).toBe(true);
      const other = await structure(burger, prompt ?? '', 12);
      expect(meanDifference(await pixels(first), await pixels(other)), prompt).toBeGreaterThan(0.012);
    }
  });

  it('shows everything that was not painted over in grey, even a part of the table', async () => {
    const cover = { create: { width: SIDE / 2, height: SIDE, channels: 3, background: '#808080' } } as const;
    const marked = await sharp(burger)
      .composite([{ input: cover, left: 0, top: 0 }])
      .png()
      .toBuffer();
    const look = filters.find(({ id }) => id === 'synthwave')?.text ?? '';
    // The lower right corner of the photo: table.
    const corner = async (image: Uint8Array) => {
      const all = await pixels(image);
      return all.filter((_, i) => i % GRID >= GRID - 5 && Math.floor(i / GRID) >= GRID - 5);
    };
    const table = await corner(burger);
    const kept = meanDifference(await corner(await structure(marked, look)), table);
    const replaced = meanDifference(await corner(await structure(burger, look)), table);
    expect(replaced).toBeGreaterThan(2 * kept);
  });

  it('keeps the size, in each output format', async () => {
    const image = await resizedPhoto('pizza', 300, 420);
    for (const output_format of ['jpeg', 'png', 'webp'] as const) {
      const out = await render(
        {
          service: 'control-structure',
          pictures: { image },
          fields: { image: '', prompt: 'x', control_strength: 1, output_format },
        },
        3,
      );
      expect(await sharp(out).metadata()).toMatchObject({ width: 300, height: 420, format: output_format });
    }
  });

  it('draws every enhancement, camera angle and image style differently', async () => {
    const prompts = [...enhancements, ...cameraAngles, ...imageStyles].map(({ text }) => text);
    const rows: number[][][] = [];
    for (const prompt of prompts) rows.push(await pixels(await structure(wings, prompt, 5)));
    for (const [k, a] of rows.entries()) {
      for (const [j, b] of rows.slice(k + 1).entries()) {
        expect(meanDifference(a, b), `${prompts[k]} / ${prompts[k + 1 + j]}`).toBeGreaterThan(0.01);
      }
    }
  }, 60_000);

  it('renders each scene differently, scenes in own words, and a filter over a scene', async () => {
    const image = await resizedPhoto('salad', 192, 192);
    const seen = new Set<string>();
    const prompts = [...scenes, 'Setting: "on a ship deck in a storm".', `${scenes[7]}\n${filters[0]?.text}`];
    for (const prompt of prompts) seen.add((await structure(image, prompt, 4)).toString('base64'));
    expect(seen.size).toBe(prompts.length);
  }, 60_000);

  it('applies style presets when the prompt selects no look', async () => {
    const fields = { image: '', prompt: 'x', control_strength: 0.7, output_format: 'png' as const };
    const of = (more: object) =>
      render(
        { service: 'control-structure', pictures: { image: burger }, fields: { ...fields, ...more } },
        1,
      );
    expect((await of({ style_preset: 'pixel-art' })).equals(await of({}))).toBe(false);
  });
});

describe('sd3-5 image to image', () => {
  const drawn = async (image: Uint8Array, strength: number) =>
    render(
      {
        service: 'sd3-5-large',
        pictures: { image },
        fields: {
          mode: 'image-to-image',
          image: '',
          prompt: filters[0]?.text ?? '',
          strength,
          output_format: 'png',
        },
      },
      9,
    );

  it('draws about one megapixel in the aspect ratio of the photo', async () => {
    const { width, height } = await sharp(await drawn(await resizedPhoto('fries', 216, 384), 0.7)).metadata();
    expect(width * height).toBeGreaterThan(1_000_000);
    expect(width * height).toBeLessThan(1_100_000);
    expect(width / height).toBeCloseTo(216 / 384, 2);
  });

  it('keeps the photo at strength 0 and moves away as strength grows', async () => {
    const source = await pixels(burger);
    const differences: number[] = [];
    for (const strength of [0, 0.25, 0.9]) {
      differences.push(meanDifference(source, await pixels(await drawn(burger, strength))));
    }
    const [kept = 1, some = 0, much = 0] = differences;
    expect(kept).toBeLessThan(0.01);
    expect(some).toBeGreaterThan(kept + 0.01);
    expect(much).toBeGreaterThan(some + 0.03);
  });
});

describe('edits', () => {
  it('repaints only where the mask is white, as each background and filter asks for', async () => {
    const disc = `<svg width="${SIDE}" height="${SIDE}"><rect width="100%" height="100%" fill="#fff"/><circle cx="50%" cy="50%" r="30%" fill="#000"/></svg>`;
    const mask = await sharp(Buffer.from(disc)).flatten().png().toBuffer();
    const source = await sharp(burger).raw().toBuffer();
    const results: Buffer[] = [];
    for (const { text: prompt } of [...backgrounds, ...filters]) {
      const out = await render(
        {
          service: 'inpaint',
          pictures: { image: burger, mask },
          fields: { image: '', mask: '', prompt, grow_mask: 0, output_format: 'png' },
        },
        7,
      );
      const raw = await sharp(out).raw().toBuffer();
      const at = (x: number, y: number) => (y * SIDE + x) * 3;
      for (const [x, y] of [
        [SIDE / 2, SIDE / 2],
        [SIDE * 0.35, SIDE / 2],
        [SIDE / 2, SIDE * 0.7],
      ] as const) {
        const s = at(Math.round(x), Math.round(y));
        for (let c = 0; c < 3; c++)
          expect(Math.abs((raw[s + c] ?? 0) - (source[s + c] ?? 0))).toBeLessThanOrEqual(1);
      }
      results.push(out);
    }
    const rows = await Promise.all(results.map((out) => pixels(out)));
    for (const [k, a] of rows.entries()) {
      for (const b of rows.slice(k + 1)) expect(meanDifference(a, b)).toBeGreaterThan(0.03);
    }
  });

  it('continues a picture with its surroundings, without a second dish, and does not change the picture itself', async () => {
    const width = 640;
    const height = 480;
    // The dish touches the left edge.
    const plate = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" fill="#8a8f94"/><circle cx="170" cy="240" r="180" fill="#fff"/><circle cx="170" cy="240" r="120" fill="#b3261e"/></svg>`;
    const image = await sharp(Buffer.from(plate)).flatten().png().toBuffer();
    const sides = { left: 200, right: 100, up: 0, down: 60 };
    const out = await render(
      {
        service: 'outpaint',
        pictures: { image },
        fields: { image: '', ...sides, creativity: 0.1, output_format: 'png' },
      },
      7,
    );
    const { data, info } = await sharp(out).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: width + 300, height: height + 60 });
    const own = await sharp(out).extract({ left: 200, top: 0, width, height }).raw().toBuffer();
    const before = await sharp(image).removeAlpha().raw().toBuffer();
    expect(own.length).toBe(before.length);
    expect(own.findIndex((value, at) => Math.abs(value - (before[at] ?? 0)) > 1)).toBe(-1);
    // Grey all the way, nowhere the white of the plate or the red of the food.
    for (let y = 0; y < info.height; y += 20)
      for (let x = 0; x < 190; x += 10) {
        const [red = 0, , blue = 0] = data.subarray((y * info.width + x) * 3);
        expect(Math.abs(red - 0x8a), `${x}, ${y}`).toBeLessThan(40);
        expect(Math.abs(blue - 0x94), `${x}, ${y}`).toBeLessThan(40);
      }
  });

  it('continues a picture that is all dish with the colours at its edges', async () => {
    const [width, height, side] = [360, 640, 140];
    const image = await sharp(await photo('burger'))
      .resize(width, height)
      .removeAlpha()
      .png()
      .toBuffer();
    const fields = {
      image: '',
      left: side,
      right: side,
      up: 0,
      down: 0,
      creativity: 0.1,
      output_format: 'png' as const,
    };
    const out = await render({ service: 'outpaint', pictures: { image }, fields }, 7);
    const meansOf = async (left: number) => {
      const strip = await sharp(out).extract({ left, top: 0, width: 60, height }).png().toBuffer();
      return (await sharp(strip).stats()).channels.map(({ mean: value }) => value);
    };
    const [beyond, atEdge] = [await meansOf(side - 60), await meansOf(side)];
    for (const [channel, value] of beyond.entries())
      expect(Math.abs(value - (atEdge[channel] ?? 0))).toBeLessThan(30);
  });

  it('replaces the plate, each style in its own way, and leaves the food', async () => {
    const source = await pixels(wings);
    const middle = (rows: number[][]) =>
      rows.filter((_, i) => [i % GRID, Math.floor(i / GRID)].every((at) => Math.abs(at - GRID / 2) < 4));
    const rows: number[][][] = [];
    for (const { id, text: prompt } of plates) {
      if (id === 'current') continue;
      const request: ModelRequest = {
        service: 'search-replace',
        pictures: { image: wings },
        fields: { image: '', prompt, search_prompt: 'plate', grow_mask: 5, output_format: 'png' },
      };
      const out = await pixels(await render(request, 2));
      expect(likenessOfDish(source, out, 0.42)).toBeGreaterThan(0.7);
      expect(meanDifference(middle(source), middle(out))).toBeLessThan(0.01);
      rows.push(out);
    }
    for (const [k, a] of rows.entries()) {
      for (const b of rows.slice(k + 1)) expect(meanDifference(a, b)).toBeGreaterThan(0.004);
    }
  });

  it.each([
    ['smoothie', 'black-modern'],
    ['smoothie', 'rustic'],
    ['salad-before', 'white-round'],
    ['salad-before', 'rustic'],
  ] as const)('keeps a replaced plate when the background is replaced, too: %s, %s', async (dish, style) => {
    const replace = (image: Uint8Array, search_prompt: string, prompt: string) =>
      render(
        {
          service: 'search-replace',
          pictures: { image },
          fields: { image: '', prompt, search_prompt, grow_mask: 5, output_format: 'png' },
        },
        2,
      );
    const textOf = (of: readonly { id: string; text: string }[], id: string) =>
      of.find((one) => one.id === id)?.text ?? '';
    const plate = textOf(plates, style);
    const source = await resizedPhoto(dish, SIDE, SIDE);
    const plated = await replace(source, 'plate', plate);
    const whole = await replace(plated, 'background', `${textOf(backgrounds, 'marble')} ${plate}`);
    const [photo, first, second] = [await pixels(source), await pixels(plated), await pixels(whole)];
    const isNear = (one: number[][], other: number[][], i: number) =>
      meanDifference([one[i] ?? []], [other[i] ?? []]) < 0.12;
    // The plate is what the first call has drawn, together with its shadow.
    const drawn = photo.flatMap((_, i) => (isNear(photo, first, i) ? [] : [i]));
    const kept = drawn.filter((i) => isNear(first, second, i));
    expect(drawn.length).toBeGreaterThan(200);
    expect(kept.length / drawn.length).toBeGreaterThan(0.7);
  });

  it('cuts the dish out with transparency, or on white in a JPEG', async () => {
    const cut = (output_format: 'png' | 'jpeg') =>
      render(
        { service: 'remove-background', pictures: { image: burger }, fields: { image: '', output_format } },
        1,
      );
    const png = sharp(await cut('png'));
    expect((await png.metadata()).hasAlpha).toBe(true);
    const alpha = await png.extractChannel('alpha').raw().toBuffer();
    expect(alpha[(SIDE / 2) * SIDE + SIDE / 2]).toBeGreaterThan(240);
    expect(alpha[0]).toBeLessThan(10);
    const [corner] = await pixels(await cut('jpeg'));
    expect(Math.min(...(corner ?? []))).toBeGreaterThan(0.97);
  });

  it('adopts light and colours of a style image', async () => {
    const blue = await sharp({ create: { width: 96, height: 96, channels: 3, background: '#2040a0' } })
      .png()
      .toBuffer();
    const transferred = async (style_strength: number) => {
      const out = await render(
        {
          service: 'style-transfer',
          pictures: { init_image: burger, style_image: blue },
          fields: {
            init_image: '',
            style_image: '',
            composition_fidelity: 0.9,
            style_strength,
            change_strength: 0.9,
            output_format: 'png',
          },
        },
        1,
      );
      const rows = await pixels(out);
      return rows.reduce((sum, [r = 0, , b = 0]) => sum + b - r, 0) / rows.length;
    };
    expect(await transferred(1)).toBeGreaterThan((await transferred(0)) + 0.3);
  });

  it('enlarges four times', async () => {
    const image = await resizedPhoto('pizza', 120, 90);
    const out = await render(
      { service: 'fast-upscale', pictures: { image }, fields: { image: '', output_format: 'webp' } },
      1,
    );
    expect(await sharp(out).metadata()).toMatchObject({ width: 480, height: 360, format: 'webp' });
  });
});
