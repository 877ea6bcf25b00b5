import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { compareDish, jpegLimits, measureFidelity } from '#lambdas/pictures/fidelity.ts';
import { decode, edit, type Picture, toPicture } from '#lambdas/pictures/picture.ts';

const size = { width: 640, height: 480 };

/** A round dish in the middle of the picture. */
const mask = Buffer.alloc(size.width * size.height);
for (let y = 0; y < size.height; y += 1) {
  for (let x = 0; x < size.width; x += 1)
    if (Math.hypot(x - 320, y - 240) < 200) mask[y * size.width + x] = 255;
}

const samples = ['burger', 'salad', 'pizza-before', 'smoothie'];
const sample = async (name: string) => decode(await readFile(`web/public/samples/${name}.jpg`), size);
const encoded = async (picture: Picture, quality: number) =>
  decode(await edit(picture).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer());

/** The picture with a square of another colour. */
async function withPatch(picture: Picture, side: number, left: number, top: number): Promise<Picture> {
  const patch = await sharp({ create: { width: side, height: side, channels: 3, background: '#3b7a2a' } })
    .png()
    .toBuffer();
  return toPicture(edit(picture).composite([{ input: patch, left, top }]));
}

describe('the dish of a picture', () => {
  it('is unchanged where every pixel is the photo’s', async () => {
    const photo = await sample('burger');
    const same = { ssim: 1, deltaE95: 0, worstDeltaE: 0, verdict: 'unchanged' };
    expect(measureFidelity({ ...photo, data: Buffer.from(photo.data) }, photo, mask)).toEqual(same);
    // Pixels outside the dish do not count.
    expect(measureFidelity(await withPatch(photo, 60, 5, 5), photo, mask)).toEqual(same);
  });

  it('does not contain what a mask blends with its surroundings in every other row or column', async () => {
    const photo = await sample('burger');
    const changed = await withPatch(photo, 120, 5, 5);
    for (const axis of ['x', 'y'] as const) {
      const combed = Buffer.from(mask);
      for (let y = 5; y < 125; y += 1) {
        for (let x = 5; x < 125; x += 1) {
          const isTooth = (axis === 'x' ? x : y) % 2 === 0;
          combed[y * size.width + x] = isTooth ? 255 : 120;
        }
      }
      for (const shift of [0, 1]) {
        const shifted = Buffer.concat([
          combed.subarray(shift * (size.width + 1)),
          Buffer.alloc(shift * (size.width + 1)),
        ]);
        expect(measureFidelity(changed, photo, shifted)).toMatchObject({ verdict: 'unchanged' });
      }
    }
  });

  it.each(samples)('is unchanged by what encoding at the delivered quality does: %s', async (name) => {
    const photo = await sample(name);
    const made = measureFidelity(await encoded(photo, 92), photo, mask);
    expect(made?.verdict).toBe('unchanged');
    expect(made?.ssim).toBeLessThan(1);
    // The limits are close to it: a low quality is outside.
    expect(measureFidelity(await encoded(photo, 30), photo, mask)?.verdict).toBe('restyled');
  });

  it('is unchanged within the limits that docs/proof.md states', async () => {
    const proof = await readFile('docs/proof.md', 'utf8');
    const limitOf = (figure: string) =>
      Number(proof.match(new RegExp(`^\\| ${figure} \\|.* ([\\d.]+) \\|$`, 'm'))?.[1]);
    expect(jpegLimits).toEqual({
      ssim: limitOf('mean SSIM'),
      deltaE95: limitOf('ΔE2000, 95th percentile'),
      worstDeltaE: limitOf('ΔE2000, mean of the worst window'),
    });
  });

  it('is restyled by another light, another colour, or food that was added', async () => {
    const photo = await sample('salad');
    const warmer = await toPicture(edit(photo).linear([1.08, 1, 0.92], [0, 0, 0]));
    const softer = await toPicture(edit(photo).blur(2));
    const added = await withPatch(photo, 40, 300, 220);
    expect(measureFidelity(warmer, photo, mask)).toMatchObject({ verdict: 'restyled' });
    expect(measureFidelity(softer, photo, mask)).toMatchObject({ verdict: 'restyled' });
    const figures = measureFidelity(added, photo, mask);
    expect(figures).toMatchObject({ verdict: 'restyled' });
    // So small a part moves neither the mean nor the 95th percentile beyond the limits.
    expect(figures?.ssim).toBeGreaterThan(jpegLimits.ssim);
    expect(figures?.deltaE95).toBeLessThan(jpegLimits.deltaE95);
  });

  it('is found wherever in the dish something was added', async () => {
    const photo = await sample('burger');
    for (let angle = 0; angle < 2 * Math.PI; angle += 0.7) {
      const [left, top] = [300 + Math.round(120 * Math.cos(angle)), 220 + Math.round(120 * Math.sin(angle))];
      expect(compareDish(await withPatch(photo, 40, left, top), photo, mask)?.worstDeltaE).toBeGreaterThan(
        10,
      );
    }
  });

  it('is not judged by the edge that is blended with the surroundings, nor where there is hardly any', async () => {
    const photo = await sample('burger');
    const soft = await sharp(mask, { raw: { ...size, channels: 1 } })
      .blur(0.8)
      .toColourspace('b-w')
      .raw()
      .toBuffer();
    const dish = await edit(photo)
      .joinChannel(soft, { raw: { ...size, channels: 1 } })
      .raw()
      .toBuffer();
    const green = edit({ ...size, data: Buffer.alloc(photo.data.length, 120) });
    const composed = await toPicture(green.composite([{ input: dish, raw: { ...size, channels: 4 } }]));
    expect(measureFidelity(composed, photo, mask)).toMatchObject({ verdict: 'unchanged' });
    expect(measureFidelity(composed, photo, Buffer.alloc(mask.length))).toBeUndefined();
  });

  it('gives the same figures every time', async () => {
    const photo = await sample('pizza-before');
    const other = await encoded(photo, 70);
    expect(compareDish(other, photo, mask)).toEqual(compareDish(other, photo, mask));
  });
});
