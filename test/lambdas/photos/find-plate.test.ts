import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { CallModel } from '#lambdas/models/adapter.ts';
import { findPlate, leavesPlateOut, withoutPlate } from '#lambdas/photos/find-plate.ts';

const size = { width: 900, height: 600 };
const plate = '<ellipse cx="450" cy="300" rx="280" ry="200" fill="%"/>';
const food = '<ellipse cx="450" cy="290" rx="150" ry="110" fill="#a4542a"/>';

/** A brown dish on a plate of this colour, on a wooden table. */
const scene = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="#8a6a48"/>${plate.replace('%', colour)}${food}</svg>`;

const photoOf = (colour: string) =>
  sharp(Buffer.from(scene(colour)))
    .jpeg({ quality: 90 })
    .toBuffer();

/**
 * A model that paints the plate in the requested colour, darker at one side, and changes everything else only as its
 * encoding does.
 */
function modelThatPaints(colour: string): { call: CallModel; asked: Record<string, unknown>[] } {
  const asked: Record<string, unknown>[] = [];
  return {
    asked,
    call: async (_model, body) => {
      asked.push(body);
      const given = Buffer.from(String(body.image), 'base64');
      const { width = 0, height = 0 } = await sharp(given).metadata();
      return sharp(Buffer.from(scene(colour)))
        .resize(width, height, { fit: 'fill' })
        .modulate({ brightness: 0.995 })
        .png()
        .toBuffer();
    },
  };
}

async function shareAt(mask: Buffer, left: number, top: number): Promise<number> {
  const { width = 0, height = 0 } = await sharp(mask).metadata();
  const at = { left: Math.round((left / size.width) * width), top: Math.round((top / size.height) * height) };
  const { data } = await sharp(mask)
    .extract({ ...at, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data[0] ?? -1;
}

it.each([
  '#f4f4f2',
  '#222226',
  '#3d6b9a',
  '#9b7a52',
  '#5d8a4a',
])('tells a plate of %s from food and table', async (colour) => {
  const { call, asked } = modelThatPaints('#e616dc');
  const mask = await findPlate(await photoOf(colour), call);
  expect(asked).toMatchObject([{ search_prompt: 'plate' }]);
  expect(await shareAt(mask, 230, 300)).toBe(255);
  expect(await shareAt(mask, 450, 470)).toBe(255);
  expect(await shareAt(mask, 450, 290)).toBe(0);
  expect(await shareAt(mask, 60, 60)).toBe(0);
});

it('finds none where the model changed nothing', async () => {
  const { call } = modelThatPaints('#f4f4f2');
  const mask = await findPlate(await photoOf('#f4f4f2'), call);
  expect((await sharp(mask).stats()).channels[0]?.max).toBe(0);
});

it('is as large as the photo in the ratio of its sides, and passes on what the call throws', async () => {
  const { call } = modelThatPaints('#e616dc');
  const { width = 0, height = 1 } = await sharp(await findPlate(await photoOf('#fff'), call)).metadata();
  expect(width / height).toBeCloseTo(1.5, 2);
  await expect(
    findPlate(await photoOf('#fff'), () => Promise.reject(new Error('Throttled'))),
  ).rejects.toThrow('Throttled');
});

describe('without its plate', () => {
  const side = 400;
  const maskOf = (drawing: string) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${drawing}</svg>`,
      ),
    )
      .flatten({ background: '#000' })
      .toColourspace('b-w')
      .raw()
      .toBuffer();
  // The size of a picture is that of its pixels, which are no mask.
  const picture = { width: side, height: side, data: Buffer.alloc(side * side * 3, 255) };
  const foodOf = async (dish: string, found: string) => {
    const food = await withoutPlate(await maskOf(dish), await maskOf(found), picture);
    return (x: number, y: number) => food[y * side + x] ?? -1;
  };
  const disc = '<circle cx="200" cy="200" r="150" fill="#fff"/>';

  it('a dish is its food, with the soft edge that it had', async () => {
    const ring = '<path fill="#fff" fill-rule="evenodd" d="M20 20h360v360h-360zM120 120h160v160h-160z"/>';
    const at = await foodOf(disc, ring);
    expect([at(200, 200), at(130, 200), at(100, 200), at(10, 200)]).toEqual([255, 255, 0, 0]);
    const soft = await foodOf('<circle cx="200" cy="200" r="150" fill="#808080"/>', '');
    expect(soft(200, 200)).toBe(0);
  });

  it('a dish has no rest of the rim, where the two masks differ by some pixels', async () => {
    const plateOfModel =
      '<path fill="#fff" fill-rule="evenodd" d="M52 200a148 148 0 1 1 296 0a148 148 0 1 1 -296 0zM140 140h120v120h-120z"/>';
    const at = await foodOf(disc, plateOfModel);
    for (const x of [50, 51, 52, 348, 349]) expect(at(x, 200)).toBe(0);
    expect(at(200, 200)).toBe(255);
  });

  it('a dish keeps thin garnish that begins at the food', async () => {
    const around =
      '<path fill="#fff" fill-rule="evenodd" d="M20 20h360v360h-360zM140 140h120v58h6v4h-6v58h-120z"/>';
    const at = await foodOf(disc, around);
    expect(at(264, 200)).toBe(255);
  });

  it.each([
    ['took the plate out', '<path d="M120 120h160v160h-160z" fill="#fff"/>', true],
    [
      'took out the plate but not what the model took for it',
      '<path d="M60 120h220v160h-220z" fill="#fff"/>',
      true,
    ],
    ['left the plate, of which the model marked more than was cut out', disc, false],
    [
      'took a bit of the plate',
      '<path d="M50 200a150 150 0 1 1 300 0z M90 200h220v100h-220z" fill="#fff"/>',
      false,
    ],
  ])('tells that a person %s', async (_, corrected, isOut) => {
    const marked = '<path fill="#fff" fill-rule="evenodd" d="M0 0h400v400h-400zM120 120h160v160h-160z"/>';
    const masks = await Promise.all([corrected, disc, marked].map(maskOf));
    const [mine, cutOut, plate] = masks as [Buffer, Buffer, Buffer];
    expect(leavesPlateOut(mine, cutOut, plate)).toBe(isOut);
  });
});
