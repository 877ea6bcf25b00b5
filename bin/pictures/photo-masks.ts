import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import * as z from 'zod';
import type { CutOut } from '#lambdas/photos/make-cut-out.ts';
import type { Size } from '#shared/domain/formats.ts';

const polygonSchema = z.array(z.tuple([z.number(), z.number()])).min(3);

const drawnMaskSchema = z.strictObject({
  /** Food and drink that must be kept. */
  food: z.array(polygonSchema),
  /** Areas that are certainly neither food nor tableware. Pixels in neither list are not judged. */
  background: z.array(polygonSchema),
});

/** Polygons drawn by hand on a whole photo, as shares of its width and height. */
export type DrawnMask = z.output<typeof drawnMaskSchema>;

/** The drawn masks by the file names of their photographs. */
export async function readDrawnMasks(): Promise<ReadonlyMap<string, DrawnMask>> {
  const file = await readFile(new URL('photo-masks.json', import.meta.url), 'utf8');
  return new Map(Object.entries(z.record(z.string(), drawnMaskSchema).parse(JSON.parse(file))));
}

/**
 * The share of the food that the cut-out of a photo keeps, and the share of the background that it keeps by mistake: 0
 * to 1.
 */
export async function compareWithDrawn(
  cutOut: CutOut,
  drawn: DrawnMask,
): Promise<{ food: number; background: number }> {
  const alpha = await sharp(cutOut.png).toColourspace('b-w').raw().toBuffer();
  const covered = async (polygons: DrawnMask['food']) => {
    const area = await fill(polygons, cutOut);
    let [all, kept] = [0, 0];
    for (const [pixel, inside] of area.entries()) {
      if (inside < 128) continue;
      all += 1;
      kept += (alpha[pixel] ?? 0) / 255;
    }
    return all > 0 ? kept / all : 0;
  };
  return { food: await covered(drawn.food), background: await covered(drawn.background) };
}

/** Rasterises polygons: one byte for each pixel, 255 inside of any. */
export async function fill(polygons: DrawnMask['food'], { width, height }: Size): Promise<Buffer> {
  const shapes = polygons.map(
    (polygon) =>
      `<polygon points="${polygon.map(([x, y]) => `${x * width},${y * height}`).join(' ')}" fill="#fff" fill-rule="evenodd"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}"/>${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).extractChannel(0).raw().toBuffer();
}
