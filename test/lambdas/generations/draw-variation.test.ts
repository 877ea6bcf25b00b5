import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { drawVariation } from '#lambdas/generations/draw-variation.ts';
import type { CallModel, Drawing } from '#lambdas/models/adapter.ts';
import { adapters } from '#lambdas/models/adapters.ts';
import { developDish } from '#lambdas/models/develop-dish.ts';
import {
  ModelEndedError,
  ModelFailedError,
  NoDishError,
  OutOfTimeError,
  RefusedError,
  ThrottledError,
} from '#lambdas/models/model-error.ts';
import type { Picture } from '#lambdas/pictures/picture.ts';
import { dynamodb } from '#lambdas/runtime/dynamodb.ts';
import { imageModels } from '#shared/image-models.ts';

const size = { width: 400, height: 400 };
const photo: Picture = { ...size, data: Buffer.alloc(size.width * size.height * 3, 140) };
const mask = { data: Buffer.alloc(size.width * size.height, 255), corrected: false };
const call: CallModel = () => Promise.reject(new Error('No model is called'));

const drawing: Drawing = {
  editMode: 'surroundings',
  foodLock: true,
  keepsSurroundings: false,
  photo,
  dishMask: async () => mask,
  isMaskCorrected: false,
  delivered: { width: 200, height: 200 },
  prompt: 'A table.',
  negativePrompt: 'text',
  variation: 0,
  seed: 1,
};

/** The photo with a square of the dish in another colour. */
function changed(): Picture {
  const data = Buffer.from(photo.data);
  for (let y = 180; y < 260; y += 1) data.fill(40, (y * size.width + 180) * 3, (y * size.width + 260) * 3);
  return { ...size, data };
}

const composite = adapters['stability-composite'];
beforeEach(() => {
  vi.spyOn(composite, 'draw').mockResolvedValue(photo);
  vi.spyOn(composite, 'dishOf').mockResolvedValue({ developed: photo, mask });
  vi.spyOn(adapters['stability-search-replace'], 'draw').mockResolvedValue(changed());
  return () => vi.restoreAllMocks();
});

it('delivers a dish that is as it was, with the figures that say so', async () => {
  expect(await drawVariation(drawing, call, new Set())).toMatchObject({
    adapter: 'stability-composite',
    fidelity: { ssim: 1, deltaE95: 0, worstDeltaE: 0, verdict: 'unchanged', maskCorrected: false },
    mask: mask.data,
  });
});

it('says that the figures are of the part that a person marked', async () => {
  vi.spyOn(composite, 'dishOf').mockResolvedValue({ developed: photo, mask: { ...mask, corrected: true } });
  expect(await drawVariation(drawing, call, new Set())).toMatchObject({
    fidelity: { verdict: 'unchanged', maskCorrected: true },
  });
});

it('refuses a dish of which a part was changed under the food lock, and tries nothing that redraws it', async () => {
  vi.spyOn(composite, 'draw').mockResolvedValue(changed());
  await expect(drawVariation(drawing, call, new Set())).rejects.toThrow(ModelFailedError);
  expect(adapters['stability-search-replace'].draw).not.toHaveBeenCalled();
});

it('refuses a dish of which too little is opaque to compare it under the food lock', async () => {
  const faint = { developed: photo, mask: { data: Buffer.alloc(mask.data.length, 127), corrected: true } };
  vi.spyOn(composite, 'dishOf').mockResolvedValue(faint);
  await expect(drawVariation(drawing, call, new Set())).rejects.toThrow(NoDishError);
  const { fidelity } = await drawVariation({ ...drawing, foodLock: false }, call, new Set());
  expect(fidelity).toBeNull();
});

it('compares a dish that is too small in a small format at the size at which it was drawn', async () => {
  const data = Buffer.alloc(mask.data.length);
  for (let y = 150; y < 250; y += 1) data.fill(255, y * size.width + 150, y * size.width + 250);
  vi.spyOn(composite, 'dishOf').mockResolvedValue({ developed: photo, mask: { data, corrected: false } });
  const { fidelity } = await drawVariation(
    { ...drawing, delivered: { width: 80, height: 80 } },
    call,
    new Set(),
  );
  expect(fidelity).toMatchObject({ verdict: 'unchanged' });
});

describe('a new plate', () => {
  const plate: Drawing = { ...drawing, editMode: 'plate', foodLock: false };
  const withoutComposite = new Set(['stability-composite']);

  it('is not tried again by what redraws the food when no dish was found', async () => {
    vi.spyOn(composite, 'draw').mockRejectedValue(new NoDishError('The dish fills the photo'));
    await expect(drawVariation(plate, call, new Set())).rejects.toThrow('The dish fills the photo');
    expect(adapters['stability-search-replace'].draw).not.toHaveBeenCalled();
  });

  it('is refused with food that was redrawn, whichever adapter drew it', async () => {
    await expect(drawVariation(plate, call, withoutComposite)).rejects.toThrow(ModelFailedError);
    vi.spyOn(composite, 'draw').mockRejectedValue(new ModelFailedError('The model is broken'));
    await expect(drawVariation(plate, call, new Set())).rejects.toThrow(ModelFailedError);
    expect(adapters['stability-search-replace'].draw).toHaveBeenCalledTimes(2);
  });

  it('is delivered by the next adapter if the food stayed', async () => {
    vi.spyOn(adapters['stability-search-replace'], 'draw').mockResolvedValue(photo);
    expect(await drawVariation(plate, call, withoutComposite)).toMatchObject({
      adapter: 'stability-search-replace',
      fidelity: { verdict: 'unchanged' },
    });
  });

  it.each([
    'natural',
    'vibrant',
    'premium',
  ] as const)('is delivered by the next adapter in the style that was chosen: %s', async (imageStyle) => {
    const data = Buffer.alloc(photo.data.length);
    for (let at = 0; at < data.length; at += 3)
      data.set([180, 40 + ((at / 3) % 120), 30 + ((at / 1200) % 40)], at);
    const meal = { ...size, data };
    const withPlate = Buffer.alloc(mask.data.length, 255);
    const food = Buffer.alloc(mask.data.length).fill(255, 0, mask.data.length / 2);
    vi.spyOn(adapters['stability-search-replace'], 'draw').mockResolvedValue(meal);
    const styled: Drawing = {
      ...{ ...plate, photo: meal, imageStyle },
      dishMask: async () => ({ data: food, withPlate, corrected: false, foodOnly: true }),
    };
    const { picture, fidelity } = await drawVariation(styled, call, withoutComposite);
    expect(fidelity).toMatchObject({ verdict: 'unchanged', foodOnly: true });
    expect(picture.data).toEqual(developDish(meal, withPlate, imageStyle).data);
  });

  it.each([
    ['no dish is found', new NoDishError('No dish')],
    ['it cannot be cut out now', new ThrottledError('At its quota')],
  ])('is refused without figures: %s', async (_, error) => {
    const without = { ...plate, dishMask: () => Promise.reject(error) };
    await expect(drawVariation(without, call, withoutComposite)).rejects.toThrow(error);
  });
});

describe('a model that has ended', () => {
  /** The adapters that are disabled when this model ends under the food lock, and the picture fails. */
  async function disabledAfter(model: keyof typeof imageModels) {
    vi.stubEnv('TABLE_NAME', 'a-table');
    onTestFinished(() => void vi.unstubAllEnvs());
    const send = vi.spyOn(dynamodb(), 'send').mockResolvedValue({} as never);
    vi.spyOn(composite, 'draw').mockRejectedValue(new ModelEndedError(imageModels[model]));
    await expect(drawVariation(drawing, call, new Set())).rejects.toThrow(ModelFailedError);
    return send.mock.calls.map(([{ input }]) => 'Item' in input && input.Item?.name);
  }

  it('disables the adapter that draws with it', async () => {
    expect(await disabledAfter('inpaint')).toEqual(['stability-composite']);
  });

  it.each([
    'searchReplace',
    'removeBackground',
  ] as const)('disables no adapter that only needs a mask of it: %s', async (model) => {
    expect(await disabledAfter(model)).toEqual([]);
  });
});

it.each([true, false, undefined])('says whether the figures are of the food alone (%s)', async (foodOnly) => {
  vi.spyOn(composite, 'dishOf').mockResolvedValue({ developed: photo, mask: { ...mask, foodOnly } });
  const { fidelity } = await drawVariation(drawing, call, new Set());
  expect(fidelity?.foodOnly).toBe(foodOnly);
});

it('delivers it without the food lock, and says that it was restyled', async () => {
  vi.spyOn(composite, 'draw').mockResolvedValue(changed());
  const drawn = await drawVariation({ ...drawing, foodLock: false }, call, new Set());
  expect(drawn.fidelity).toMatchObject({ verdict: 'restyled' });
});

it.each([
  ['shows no dish', new NoDishError('No dish')],
  ['is declined by the model that cuts it out', new RefusedError('input image')],
  ['cannot be cut out now', new ThrottledError('At its quota')],
  ['cannot be cut out in time', new OutOfTimeError('Late')],
])('delivers a picture that was redrawn without figures where the photo %s', async (_, error) => {
  const disabled = new Set(['stability-composite']);
  const without = { ...drawing, foodLock: false, dishMask: () => Promise.reject(error) };
  const drawn = await drawVariation(without, call, disabled);
  expect(drawn).toMatchObject({ adapter: 'stability-search-replace', fidelity: null });
  expect(drawn.mask).toBeUndefined();
});

it('does not hide what was not expected while the dish is cut out', async () => {
  const broken = {
    ...drawing,
    foodLock: false,
    dishMask: () => Promise.reject(new Error('The table is gone')),
  };
  await expect(drawVariation(broken, call, new Set(['stability-composite']))).rejects.toThrow(
    'The table is gone',
  );
});

it('compares a dish that was redrawn with the photo', async () => {
  const disabled = new Set(['stability-composite']);
  const drawn = await drawVariation({ ...drawing, foodLock: false }, call, disabled);
  expect(drawn).toMatchObject({
    adapter: 'stability-search-replace',
    fidelity: { verdict: 'restyled' },
    mask: mask.data,
  });
});

describe('a model that redraws everything', () => {
  const structure = adapters['stability-structure'];
  /** A white left half, which is kept, and a right half of red and black stripes. */
  const halves: Picture = { ...size, data: Buffer.from(photo.data) };
  const left = { data: Buffer.alloc(size.width * size.height), corrected: true };
  for (let pixel = 0; pixel < left.data.length; pixel += 1) {
    const isLeft = pixel % size.width < 200;
    if (isLeft) left.data[pixel] = 255;
    halves.data.set(isLeft ? [255, 255, 255] : [pixel % 2 === 0 ? 200 : 0, 0, 0], pixel * 3);
  }
  const colourAt = ({ data }: Picture, x: number) => [...data.subarray(x * 3, x * 3 + 3)];
  const redrawn: Drawing = {
    ...drawing,
    editMode: 'stylise',
    foodLock: false,
    photo: halves,
    dishMask: async () => left,
    isMaskCorrected: true,
  };
  /** The photo that the model receives. */
  async function seenBy(changes: Partial<Drawing>): Promise<Picture | undefined> {
    const draw = vi.spyOn(structure, 'draw').mockResolvedValue(photo);
    const own = { ...redrawn, photo: { ...halves }, ...changes };
    await drawVariation(own, call, new Set());
    await drawVariation(own, call, new Set());
    const [first, second] = draw.mock.calls.map(([seen]) => seen.photo);
    expect(second).toBe(first);
    return first;
  }

  it('gets of the photo what a person said that is kept', async () => {
    const seen = await seenBy({});
    expect(seen && [0, 199, 200, 201, 399].map((x) => colourAt(seen, x))).toEqual([
      [255, 255, 255],
      [255, 255, 255],
      [128, 128, 128],
      [128, 128, 128],
      [128, 128, 128],
    ]);
  });

  it.each<[string, Partial<Drawing>]>([
    ['nobody corrected the mask', { isMaskCorrected: false }],
    ['its own surroundings stay', { editMode: 'angle', keepsSurroundings: true }],
  ])('gets the whole photo where %s', async (_, changes) => {
    expect((await seenBy(changes))?.data).toEqual(halves.data);
  });
});
