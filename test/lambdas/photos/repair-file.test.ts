import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { repairFile } from '#lambdas/photos/repair-file.ts';
import { measureFile } from '#lambdas/pictures/file-facts.ts';
import { checkFile } from '#shared/domain/check-file.ts';
import type { FileFacts } from '#shared/domain/file-facts.ts';
import { type PlatformRule, rulesFor } from '#shared/domain/platform-rules.ts';
import type { PlatformId } from '#shared/domain/platforms.ts';
import { dishPhoto } from '#test/support/photos.ts';

/** A photo of a red dish on white, placed in thousandths of the sides; grain keeps the file from being too small. */
async function photo(width: number, height: number, dish: readonly [number, number, number, number]) {
  const [left, top, wide, high] = dish;
  const noise = { type: 'gaussian', mean: 205, sigma: 12 } as const;
  const grain = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#fff', noise } })
    .png()
    .toBuffer();
  const background = sharp(grain).resize({ width, height, fit: 'fill', kernel: 'nearest' });
  const plate = await sharp({
    create: {
      width: Math.round((width * wide) / 1000),
      height: Math.round((height * high) / 1000),
      channels: 3,
      background: '#c01010',
    },
  })
    .png()
    .toBuffer();
  const at = { left: Math.round((width * left) / 1000), top: Math.round((height * top) / 1000) };
  const file = await background
    .composite([{ input: plate, ...at }])
    .jpeg({ quality: 90 })
    .toBuffer();
  const box = { left: left / 1000, top: top / 1000, width: wide / 1000, height: high / 1000 };
  const facts: FileFacts = { ...(await measureFile(file)), dish: { box, touches: [] } };
  return { file, facts };
}

function ruleOf(platform: PlatformId, imageType: string, at = 0): PlatformRule {
  const rule = rulesFor(platform, imageType)[at];
  if (!rule) throw new Error('There is no such rule');
  return rule;
}

/** Where the red dish lies in a file, in shares. */
async function redBox(file: Buffer) {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const box = { left: info.width, top: info.height, right: 0, bottom: 0 };
  for (let y = 0; y < info.height; y += 1)
    for (let x = 0; x < info.width; x += 1) {
      const at = (y * info.width + x) * 3;
      if ((data[at] ?? 0) < 120 || (data[at + 1] ?? 0) > 60) continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
    }
  return {
    left: box.left / info.width,
    top: box.top / info.height,
    width: (box.right - box.left) / info.width,
    height: (box.bottom - box.top) / info.height,
  };
}

/** The customer's own photo, of a plan without a watermark. */
const own = { isWatermarked: false, provenance: undefined };

describe('a repaired file', () => {
  it.each([
    ['doordash', 'header', 0, 2000, 2000],
    ['doordash', 'thumbnail', 0, 2000, 2000],
    ['grubhub', 'square', 0, 1200, 1600],
    ['grubhub', 'square', 1, 1200, 1600],
    ['uber', 'cover', 0, 2000, 1700],
    ['uber', 'menu', 1, 6100, 3000],
    ['deliveroo', 'menu', 0, 1300, 1200],
  ] as const)('for %s %s (%i) of %i×%i has what the platform asks for', async (platform, type, at, width, height) => {
    const rule = ruleOf(platform, type, at);
    const { file, facts } = await photo(width, height, [300, 380, 240, 240]);
    const { body, measures, dish, fixes } = await repairFile(file, facts, rule, own);
    expect(fixes.length).toBeGreaterThan(0);
    const results = checkFile({ ...measures, dish, seen: null }, rule);
    expect(results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(await sharp(body).metadata()).toMatchObject({
      width: measures.width,
      height: measures.height,
      format: rule.formats.includes('jpeg') ? 'jpeg' : 'png',
    });
    expect(measures.bytes).toBe(body.length);
    // The dish is whole, where the facts say, and not stretched.
    const red = await redBox(body);
    for (const side of ['left', 'top', 'width', 'height'] as const)
      expect(red[side]).toBeCloseTo(dish?.box[side] ?? -1, 1.7);
    const shape = (red.width * measures.width) / (red.height * measures.height);
    expect(shape).toBeCloseTo((240 * width) / (240 * height), 1);
  });

  it('keeps the whole photo where a cut would lose part of the dish', async () => {
    const rule = ruleOf('doordash', 'header');
    const { file, facts } = await photo(1600, 1600, [20, 20, 960, 960]);
    const { crop, measures } = await repairFile(file, facts, rule, own);
    expect(crop).toBeNull();
    expect(measures.width / measures.height).toBeCloseTo(1, 2);
  });

  it('is brighter than a dark photo, and no darker photo says so', async () => {
    const dark = await sharp(dishPhoto().bytes).linear(0.25, 0).jpeg({ quality: 95 }).toBuffer();
    const facts = await measureFile(dark);
    const rule = ruleOf('uber', 'menu');
    expect(checkFile(facts, rule).find(({ check }) => check === 'light')).toMatchObject({ fix: 'light' });
    const { measures } = await repairFile(dark, facts, rule, own);
    const light = checkFile({ ...measures, dish: null, seen: null }, rule).find(
      ({ check }) => check === 'light',
    );
    expect(light?.verdict).toBe('pass');
  });

  it.each([
    ['doordash', 'header', 0, 'jpeg'],
    ['grubhub', 'square', 1, 'png'],
  ] as const)('of a picture made here keeps its mark: %s %s (%i), a %s', async (platform, type, at, format) => {
    const { file, facts } = await photo(2000, 2000, [300, 380, 240, 240]);
    const made = { type: 'compositeWithTrainedAlgorithmicMedia', fidelity: null } as const;
    const rule = ruleOf(platform, type, at);
    const mark = 'digitalsourcetype/compositeWithTrainedAlgorithmicMedia';
    const marked = await sharp(
      (await repairFile(file, facts, rule, { ...own, provenance: made })).body,
    ).metadata();
    expect(marked.format).toBe(format);
    expect(marked.xmpAsString).toContain(mark);
    const unmarked = await sharp((await repairFile(file, facts, rule, own)).body).metadata();
    expect(unmarked.xmp).toBeUndefined();
  });

  it('stands upright', async () => {
    const { file, facts } = await photo(1200, 1600, [300, 300, 400, 400]);
    const lying = await sharp(await sharp(file).rotate(270).toBuffer())
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const measured = await measureFile(lying);
    expect(measured).toMatchObject({ width: 1200, height: 1600 });
    const { measures } = await repairFile(
      lying,
      { ...measured, dish: facts.dish },
      ruleOf('grubhub', 'square'),
      own,
    );
    expect(measures).toMatchObject({ width: 1600, height: 1200 });
  });
});
