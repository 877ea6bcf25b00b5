import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawingTypeface } from '#lambdas/pictures/drawing-text.ts';
import { decode, type Picture } from '#lambdas/pictures/picture.ts';
import { partOf } from '#lambdas/pictures/provenance.ts';
import { dishMaskFile, fullFile, previewFile, thumbnailFile } from '#lambdas/pictures/renditions.ts';
import { drawWatermark, withWatermark } from '#lambdas/pictures/watermark.ts';
import { brand } from '#shared/brand.ts';
import { jpegQuality } from '#test/support/jpeg-quality.ts';

function grey(width: number, height: number, level = 200): Picture {
  return { width, height, data: Buffer.alloc(width * height * 3, level) };
}

/** Noise does not compress. */
function noise(width: number, height: number): Picture {
  let state = 1;
  const data = Buffer.alloc(width * height * 3);
  for (let i = 0; i < data.length; i += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    data[i] = state >>> 24;
  }
  return { width, height, data };
}

/** The box around everything that differs from grey. */
function changedBox({ data, width, height }: Picture) {
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (Math.abs((data[(y * width + x) * 3] ?? 0) - 200) < 8) continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    }
  }
  return box;
}

const drawnByModel = { type: 'trainedAlgorithmicMedia', fidelity: null } as const;

describe('a full file', () => {
  it('is a JPEG of exactly the size asked for', async () => {
    const file = await fullFile(grey(1200, 1000), { width: 300, height: 250 }, undefined);
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 300, height: 250 });
  });

  it('has the quality that downloads have', async () => {
    // C9.11
    expect(jpegQuality(await fullFile(noise(64, 64), { width: 64, height: 64 }, undefined))).toBe(92);
  });

  it('says that it was made by AI, and how', async () => {
    const drawn = await fullFile(grey(64, 64), { width: 64, height: 64 }, drawnByModel);
    const composed = await fullFile(
      grey(64, 64),
      { width: 64, height: 64 },
      {
        type: 'compositeWithTrainedAlgorithmicMedia',
        fidelity: {
          ssim: 0.9987,
          deltaE95: 0.31,
          worstDeltaE: 1.2,
          verdict: 'unchanged',
          maskCorrected: false,
        },
      },
    );
    const own = await fullFile(grey(64, 64), { width: 64, height: 64 }, undefined);
    const vocabulary = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
    expect((await sharp(drawn).metadata()).xmpAsString).toContain(
      `Iptc4xmpExt:DigitalSourceType="${vocabulary}trainedAlgorithmicMedia"`,
    );
    expect((await sharp(composed).metadata()).xmpAsString).toContain(
      `Iptc4xmpExt:DigitalSourceType="${vocabulary}compositeWithTrainedAlgorithmicMedia"`,
    );
    const figures =
      /platepost:Dish="unchanged"\s+platepost:DishSSIM="0.9987"\s+platepost:DishDeltaE2000P95="0.31"\s+platepost:DishDeltaE2000Worst="1.2"\s+platepost:DishComparedWith="developed photo"/;
    expect((await sharp(composed).metadata()).xmpAsString).toMatch(figures);
    expect((await sharp(drawn).metadata()).xmpAsString).not.toContain('platepost:');
    const fidelity = { ssim: 1, deltaE95: 0, worstDeltaE: 0, verdict: 'unchanged' } as const;
    const parts = [
      { maskCorrected: false },
      { maskCorrected: false, foodOnly: true },
      { maskCorrected: true },
    ];
    expect(parts.map((part) => partOf({ ...fidelity, ...part }))).toEqual(['found', 'food', 'marked']);
    expect((await sharp(own).metadata()).xmp).toBeUndefined();
  });

  it('fits the platform’s limit of bytes by giving up quality', async () => {
    const size = { width: 1200, height: 800 };
    const free = await fullFile(noise(1200, 800), size, undefined);
    const limit = Math.round(free.length * 0.7);
    const fitted = await fullFile(noise(1200, 800), size, undefined, limit);
    expect(fitted.length).toBeLessThanOrEqual(limit);
    expect(await sharp(fitted).metadata()).toMatchObject({ width: 1200, height: 800 });
  });
});

describe('what the gallery shows', () => {
  it('is at most 1080 px wide, its thumbnail a WebP of 480 px, both marked', async () => {
    const picture = grey(2880, 2304);
    const preview = await sharp(await previewFile(picture, drawnByModel)).metadata();
    expect(preview).toMatchObject({ format: 'jpeg', width: 1080, height: 864 });
    const thumbnail = await sharp(await thumbnailFile(picture, drawnByModel)).metadata();
    expect(thumbnail).toMatchObject({ format: 'webp', width: 480, height: 384 });
    expect(preview.xmpAsString).toContain('trainedAlgorithmicMedia');
    expect(thumbnail.xmpAsString).toContain('trainedAlgorithmicMedia');
  });

  it('is not enlarged', async () => {
    expect(await sharp(await previewFile(grey(300, 250), undefined)).metadata()).toMatchObject({
      width: 300,
    });
  });
});

describe('the shape of the dish', () => {
  it('is opaque where the dish is, in the picture’s proportions', async () => {
    const [width, height] = [1080, 720];
    const mask = Buffer.alloc(width * height);
    for (let y = 360; y < 540; y += 1) mask.fill(255, y * width + 270, y * width + 540);
    const file = await dishMaskFile(mask, { width, height });
    const { data, info } = await sharp(file)
      .extractChannel('alpha')
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([540, 360]);
    const at = (x: number, y: number) => data[Math.round(y * 360) * 540 + Math.round(x * 540)];
    expect([at(0.3, 0.55), at(0.45, 0.7), at(0.2, 0.6), at(0.55, 0.6), at(0.4, 0.4)]).toEqual([
      255, 255, 0, 0, 0,
    ]);
  });
});

describe('the watermark', () => {
  // C9.14, C9.16
  it('stands at the bottom right, its type 3 % of the larger side, in a semi-transparent box', async () => {
    const box = changedBox(await withWatermark(grey(1080, 1080)));
    const fontSize = 1080 * 0.03;
    // C9.15
    expect(1080 - box.right).toBeLessThan(fontSize);
    expect(1080 - box.bottom).toBeLessThan(fontSize);
    expect(box.left).toBeGreaterThan(540);
    // A box of one line: the type, and half its size of air above and below together with its descent.
    expect(box.bottom - box.top).toBeGreaterThan(fontSize);
    expect(box.bottom - box.top).toBeLessThan(fontSize * 2);
  });

  // C9.13
  it('is the brand text of the Free plan, at exactly 3 % where it fits', () => {
    expect(brand.watermark).toContain(`${brand.name} Free`);
    const fontSize = 1920 * 0.03;
    const { svg } = drawWatermark({ width: 1920, height: 1080 });
    const [, width] = /<svg[^>]* width="(\d+)"/.exec(svg) ?? [];
    // C9.15
    expect(Number(width)).toBe(Math.ceil(drawingTypeface().measure(brand.watermark, fontSize) + fontSize));
    const [, path] = /<path d="([^"]+)"/.exec(svg) ?? [];
    const outlines = (drawn?: string) => drawn?.match(/[A-Z]/g);
    expect(outlines(path)).toEqual(outlines(drawingTypeface().draw(brand.watermark, 0, 0, fontSize)));
  });

  it('lets the picture shine through', async () => {
    const light = await withWatermark(grey(1080, 1080, 240));
    const dark = await withWatermark(grey(1080, 1080, 60));
    const at = (1080 - 40) * 1080 * 3 + (1080 - 30) * 3;
    // C9.16
    expect(light.data[at]).toBeGreaterThan((dark.data[at] ?? 0) + 40);
  });

  it('changes nothing but what lies under it, and mixes that by its opacity', async () => {
    const picture = noise(640, 480);
    const { svg, left, top } = drawWatermark(picture);
    const { data: drawn, info } = await sharp(Buffer.from(svg)).raw().toBuffer({ resolveWithObject: true });
    const expected = Buffer.from(picture.data);
    for (let y = 0; y < info.height; y += 1) {
      for (let x = 0; x < info.width; x += 1) {
        const [from, to] = [(y * info.width + x) * 4, ((top + y) * 640 + left + x) * 3];
        const share = (drawn[from + 3] ?? 0) / 255;
        for (const channel of [0, 1, 2])
          expected[to + channel] = Math.round(
            (drawn[from + channel] ?? 0) * share + (picture.data[to + channel] ?? 0) * (1 - share),
          );
      }
    }
    expect((await withWatermark(picture)).data.equals(expected)).toBe(true);
    expect(picture.data.equals(noise(640, 480).data)).toBe(true);
  });

  it('stays inside a narrow picture', async () => {
    const picture = await withWatermark(grey(300, 1920));
    const box = changedBox(picture);
    expect(box.left).toBeGreaterThan(0);
    expect(await decode(await fullFile(picture, picture, undefined))).toMatchObject({
      width: 300,
      height: 1920,
    });
  });
});
