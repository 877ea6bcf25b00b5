import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { CallModel } from '#lambdas/models/adapter.ts';
import { stabilityComposite } from '#lambdas/models/stability-composite.ts';
import { edit, toPicture } from '#lambdas/pictures/picture.ts';

const size = { width: 256, height: 192 };

/** A file of this size with a shape on a ground. */
const draw = (shape: string, ground: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
        <rect width="100%" height="100%" fill="${ground}"/>${shape}</svg>`,
    ),
  );

const dish = '<circle cx="128" cy="120" r="60" fill="#b4642d"/>';

/** A painter that paints everything green. */
const call: CallModel = async () => draw('', '#00ff00').removeAlpha().png().toBuffer();

const maskOf = (shape: string) => draw(shape, 'none').ensureAlpha().extractChannel('alpha').raw().toBuffer();
const dishMask = async () => ({ data: await maskOf(dish), corrected: false });

const drawing = {
  editMode: 'surroundings',
  foodLock: true,
  keepsSurroundings: false,
  delivered: size,
  isMaskCorrected: false,
  dishMask,
  prompt: 'A table.',
  negativePrompt: 'text',
  variation: 0,
  seed: 1,
} as const;

describe('the composite', () => {
  it('puts the whole dish, and nothing but the dish, back into its new surroundings', async () => {
    const photo = await toPicture(draw(dish, '#777'));
    const picture = await stabilityComposite.draw({ ...drawing, photo }, call);
    const { data } = await edit(picture).raw().toBuffer({ resolveWithObject: true });
    const isGreen = (x: number, y: number) => {
      const [red = 0, green = 0] = data.subarray((y * size.width + x) * 3);
      return green > 200 && red < 60;
    };
    const wrong: string[] = [];
    for (let y = 0; y < size.height; y += 1) {
      for (let x = 0; x < size.width; x += 1) {
        const away = Math.hypot(x + 0.5 - 128, y + 0.5 - 120) - 60;
        if (Math.abs(away) > 4 && isGreen(x, y) !== away > 0) wrong.push(`${x}, ${y}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('leaves brown food brown on its new plate, where the old one shows that the light is good', async () => {
    const cake =
      '<circle cx="128" cy="120" r="40" fill="#5a3014"/><circle cx="128" cy="110" r="20" fill="#9a6230"/>';
    const plate = '<circle cx="128" cy="120" r="60" fill="#e6dcc8"/>';
    const photo = await toPicture(draw(plate + cake, '#333'));
    const masks = { data: await maskOf(cake), withPlate: await maskOf(plate), corrected: false };
    const dish = await stabilityComposite.dishOf?.({
      ...drawing,
      editMode: 'plate',
      photo,
      dishMask: async () => masks,
    });
    const redOf = (picture: typeof photo | undefined) => picture?.data[(110 * size.width + 128) * 3] ?? 0;
    const brighter = redOf(dish?.developed) / redOf(photo);
    expect(brighter).toBeGreaterThan(0.85);
    expect(brighter).toBeLessThan(1.2);
  });
});
