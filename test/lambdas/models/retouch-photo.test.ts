import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { CallModel, Drawing } from '#lambdas/models/adapter.ts';
import { developDish } from '#lambdas/models/develop-dish.ts';
import { type Retouch, retouchOf } from '#lambdas/models/edit-modes.ts';
import { retouchPhoto } from '#lambdas/models/retouch-photo.ts';
import { measureFidelity } from '#lambdas/pictures/fidelity.ts';
import { type Picture, toPicture } from '#lambdas/pictures/picture.ts';

const size = { width: 1200, height: 900 };
const dish = '<ellipse cx="600" cy="510" rx="270" ry="180" fill="#c83214"/>';

/** A file of this size: stripes that a blur washes out, and perhaps the dish on them. */
const draw = (shape: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
        <defs><pattern id="p" width="24" height="24" patternUnits="userSpaceOnUse">
          <rect width="24" height="24" fill="#404850"/><rect width="12" height="24" fill="#b0b8c0"/></pattern></defs>
        <rect width="100%" height="100%" fill="url(#p)"/>${shape}</svg>`,
    ),
  );

async function dishMask() {
  const mask = sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${dish}</svg>`,
    ),
  );
  return { data: await mask.ensureAlpha().extractChannel('alpha').raw().toBuffer(), corrected: false };
}

const call: CallModel = () => Promise.reject(new Error('No model is called'));

async function retouched(retouch: Retouch, variation: number, seed = 1, onDish = '') {
  const photo = await toPicture(draw(dish + onDish));
  const drawing: Drawing = {
    editMode: 'retouch',
    foodLock: true,
    keepsSurroundings: false,
    photo,
    delivered: size,
    isMaskCorrected: false,
    dishMask,
    retouch,
    variation,
    prompt: '',
    negativePrompt: '',
    seed,
  };
  const picture = await retouchPhoto.draw(drawing, call);
  const shown = await retouchPhoto.dishOf?.(drawing);
  return { photo, picture, shown };
}

/** How far the stripes of a row stand out, in levels of 255. */
function contrast({ data }: Picture, y: number, [from, to]: readonly [number, number]) {
  const row = Array.from({ length: to - from }, (_, x) => data[(y * size.width + from + x) * 3 + 1] ?? 0);
  return Math.max(...row) - Math.min(...row);
}

describe('a photo that is retouched', () => {
  it('with a blurred background is soft behind the dish and sharp in it, with no halo of its colour', async () => {
    const { photo, picture, shown } = await retouched('blur_background', 0);
    expect(contrast(photo, 60, [60, 1140])).toBeGreaterThan(90);
    expect(contrast(picture, 60, [60, 1140])).toBeLessThan(12);
    const mask = (await dishMask()).data;
    expect(shown && measureFidelity(picture, shown.developed, mask)).toMatchObject({ verdict: 'unchanged' });
    // Outside of the dish, all is as grey as the stripes are.
    const strange: string[] = [];
    for (let pixel = 0; pixel < mask.length; pixel += 1) {
      const [x, y] = [pixel % size.width, Math.floor(pixel / size.width)];
      if (Math.hypot((x - 600) / 280, (y - 510) / 190) < 1) continue;
      const [red = 0, green = 0, blue = 0] = picture.data.subarray(pixel * 3, pixel * 3 + 3);
      if (Math.abs(red - blue) > 30 || green < 60 || green > 200) strange.push(`${x}, ${y}`);
    }
    expect(strange.slice(0, 5)).toEqual([]);
  });

  it('leaves the table at the foot of the dish in focus', async () => {
    const { picture } = await retouched('blur_background', 0);
    expect(contrast(picture, 696, [540, 660])).toBeGreaterThan(60);
  });

  it('is the photo with nothing moved when light or detail was requested', async () => {
    for (const retouch of ['enhance_details', 'warmer_lighting'] as const) {
      const { photo, picture, shown } = await retouched(retouch, 0);
      expect(shown?.developed).toBe(picture);
      const stripes = Array.from({ length: 40 }, (_, x) => contrast(picture, 60, [x * 24, x * 24 + 24]));
      expect(Math.min(...stripes)).toBeGreaterThan(0.8 * contrast(photo, 60, [0, 24]));
    }
  });

  it('with details brought out raises the contrast of soft shapes, too', async () => {
    const soft = `<defs><radialGradient id="g"><stop offset="0" stop-color="#d8582e"/>
      <stop offset="1" stop-color="#c83214"/></radialGradient></defs><circle cx="600" cy="510" r="24" fill="url(#g)"/>`;
    const { photo, picture } = await retouched('enhance_details', 1, 1, soft);
    const plain = developDish(photo, (await dishMask()).data);
    expect(contrast(picture, 510, [560, 640])).toBeGreaterThan(contrast(plain, 510, [560, 640]) + 1);
  });

  it.each([
    'blur_background',
    'enhance_details',
    'warmer_lighting',
  ] as const)('with %s comes in two strengths, others in another generation', async (retouch) => {
    const [mild, strong] = await Promise.all([retouched(retouch, 0), retouched(retouch, 1)]);
    expect(mild.picture.data.equals(strong.picture.data)).toBe(false);
  });
});

describe('what needs no model', () => {
  const choices = { adjustment: 'blur_background', filter: null, scene: null, customPrompt: '' };

  it('is an enhancement of a photo under the food lock, and nothing else', () => {
    expect(retouchOf(choices, true)).toBe('blur_background');
    expect(retouchOf({ ...choices, adjustment: 'warmer_lighting' }, true)).toBe('warmer_lighting');
  });

  it.each([
    ['the dish may be redrawn', choices, false],
    ['a studio is to be drawn', { ...choices, adjustment: 'studio_light' }, true],
    ['a scene is to be drawn', { ...choices, scene: { id: 'bistro' } }, true],
    ['a filter is to be drawn', { ...choices, filter: { id: 'anime' } }, true],
    ['words ask for more', { ...choices, customPrompt: 'On a terrace' }, true],
    ['nothing is asked for', { ...choices, adjustment: null }, true],
  ])('is no picture where %s', (_, of, foodLock) => {
    expect(retouchOf(of, foodLock)).toBeUndefined();
  });
});
