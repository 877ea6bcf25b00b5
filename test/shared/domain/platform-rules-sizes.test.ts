import { describe, expect, it } from 'vitest';
import {
  acceptedSize,
  contradictionsIn,
  cropFor,
  type PlatformRule,
  repairedSize,
} from '#shared/domain/platform-rules.ts';
import { boxOf, exactly, openRule, published, sized } from '#test/support/platform-rules.ts';

type Place = readonly [number, number, number, number];
type Asked = Partial<Pick<PlatformRule, 'minimum' | 'ratio' | 'content'>>;

describe('a crop', () => {
  const square = { ratio: exactly(1) };
  const long = { ratio: { from: 1.5, to: 2 } };
  const tall = { ratio: { from: 1 / 2, to: 2 / 3 } };
  const whole: Place = [0, 0, 1, 1];

  it.each<[string, string, Place | null, Asked, Place | null]>([
    ['is the middle without a dish', '2000x1000', null, square, [0.25, 0, 0.5, 1]],
    ['is around the dish of a wide photo', '2000x1000', [0.6, 0.4, 0.2, 0.2], square, [0.45, 0, 0.5, 1]],
    ['is around the dish of a tall photo', '1000x2000', [0.4, 0.6, 0.2, 0.2], square, [0, 0.45, 1, 0.5]],
    ['keeps a dish at the left edge', '2000x1000', [0, 0.2, 0.48, 0.5], square, [0, 0, 0.5, 1]],
    ['needs a margin right of it', '2000x1000', [0, 0.2, 0.49, 0.5], square, null],
    ['keeps a dish at the right edge', '2000x1000', [0.52, 0.2, 0.48, 0.5], square, [0.5, 0, 0.5, 1]],
    ['needs a margin left of it', '2000x1000', [0.51, 0.2, 0.49, 0.5], square, null],
    ['keeps a dish at the top', '1000x2000', [0.2, 0, 0.5, 0.48], square, [0, 0, 1, 0.5]],
    ['needs a margin below it', '1000x2000', [0.2, 0, 0.5, 0.49], square, null],
    ['keeps a dish at the bottom', '1000x2000', [0.2, 0.52, 0.5, 0.48], square, [0, 0.5, 1, 0.5]],
    ['needs a margin above it', '1000x2000', [0.2, 0.51, 0.5, 0.49], square, null],
    ['leaves a dish anywhere if nothing else is asked', '1600x1200', [0.1, 0.1, 0.2, 0.2], {}, whole],
    [
      'of a photo with too few pixels has its shape',
      '400x300',
      null,
      { ...square, minimum: sized('1600x1200') },
      [0.125, 0, 0.75, 1],
    ],
    ['may need twofold enlargement', '600x600', null, { minimum: sized('1200x1200') }, whole],
    [
      'does not centre a dish beyond twofold enlargement',
      '1000x1000',
      [0.2, 0.4, 0.2, 0.2],
      { minimum: sized('2000x2000'), content: { centred: 'fail' } },
      whole,
    ],
    [
      'centres a dish as it is advised',
      '1000x1000',
      [0.2, 0.4, 0.2, 0.2],
      { content: { centred: 'advice' } },
      [0, 0.11, 0.78, 0.78],
    ],
    [
      'has the dish in its centre square',
      '2000x1000',
      [0.6, 0.4, 0.2, 0.2],
      { ...long, content: { squareCrop: 'fail' } },
      [0.2, 0.1, 0.8, 0.8],
    ],
    [
      'has the dish in its centre square in a tall photo',
      '1000x2000',
      [0.4, 0.6, 0.2, 0.2],
      { ...tall, content: { squareCrop: 'fail' } },
      [0.1, 0.2, 0.8, 0.8],
    ],
    [
      'does what it must where it cannot do what is advised too',
      '2000x1000',
      [0.2, 0.4, 0.2, 0.2],
      { ...long, minimum: sized('3180x1590'), content: { squareCrop: 'fail', centred: 'advice' } },
      [0, 0.1, 0.8, 0.8],
    ],
    [
      'has its shape at least',
      '3000x1700',
      [0.05, 0.3, 0.8, 0.4],
      { ratio: { from: 1.6, to: 1.8 }, content: { squareCrop: 'fail' } },
      whole,
    ],
  ])('%s', (_what, size, dish, asked, expected) => {
    const facts = { ...sized(size), dish: dish && { box: boxOf(dish), touches: [] } };
    const crop = cropFor(facts, { ...openRule, ...asked });
    const found = crop && [crop.left, crop.top, crop.width, crop.height].map((share) => +share.toFixed(3));
    expect(found).toEqual(expected ?? undefined);
  });
});

type Limits = Partial<Pick<PlatformRule, 'minimum' | 'maximum' | 'ratio'>>;

describe('a repaired file', () => {
  const wideSide = { ratio: { from: 1.25, to: 1.5 } };

  it.each<[string, string, Limits, string]>([
    ['keeps its size without limits', '1600x1200', {}, '1600x1200'],
    ['is at most 3000 pixels wide', '6000x4000', {}, '3000x2000'],
    ['is at most 3000 pixels high', '4000x6000', {}, '2000x3000'],
    ['is as wide as allowed', '8000x2000', { maximum: sized('2000x1500') }, '2000x500'],
    ['is as high as allowed', '2000x8000', { maximum: sized('1500x2000') }, '500x2000'],
    ['is enlarged twofold', '600x600', { minimum: sized('1200x1200') }, '1200x1200'],
    ['is enlarged no further', '599x599', { minimum: sized('1200x1200') }, '599x599'],
    [
      'is enlarged no further below a maximum',
      '400x400',
      { minimum: sized('1200x1200'), maximum: sized('5000x5000') },
      '400x400',
    ],
    ['loses a pixel that is too much', '1601x1200', { ratio: exactly(4 / 3) }, '1600x1200'],
    ['keeps another shape', '1700x1200', { ratio: exactly(4 / 3) }, '1700x1200'],
    [
      'is smaller than allowed where only that has the ratio',
      '2956x2366',
      { maximum: sized('1920x1080'), ratio: exactly(5 / 4) },
      '1347x1078',
    ],
    ['is made no wider than allowed', '1501x1000', wideSide, '1500x1000'],
    ['keeps almost the widest shape', '1499x1000', wideSide, '1499x1000'],
    ['keeps almost the tallest shape', '1251x1000', wideSide, '1251x1000'],
    ['is made no taller than allowed', '1249x1000', wideSide, '1250x1000'],
    ['gets a missing pixel', '1024x1025', { ratio: exactly(1) }, '1025x1025'],
    ['gets its ratio from the shorter side', '2000x999', { ratio: exactly(2) }, '1998x999'],
  ])('%s', (_what, kept, limits, size) => {
    expect(repairedSize(sized(kept), { ...openRule, ...limits })).toEqual(sized(size));
  });

  it.each([
    ['uber-cover-portal', '4954x3962', '2998x2398'],
    ['deliveroo-item-api', '1290x736', '1921x1096'],
    ['uber-cover-portal', '2639x2112', '2880x2304'],
    ['grubhub-cover-api', '1316x988', '2400x1800'],
    ['grubhub-item-api', '1410x1058', '1600x1200'],
    ['deliveroo-item-api', '1521x857', '1920x1080'],
    ['deliveroo-item-api', '1280x719', '1920x1080'],
    ['justeat-item-ours', '748x749', '1200x1200'],
  ])('for %s from %s is %s, which it accepts', (id, kept, size) => {
    expect(repairedSize(sized(kept), published(id))).toEqual(sized(size));
  });
});

describe('a size that a rule accepts', () => {
  it.each<[Limits, string]>([
    [{}, '1600x1200'],
    [{ minimum: sized('1000x800'), maximum: sized('1000x800') }, '1000x800'],
    [{ maximum: sized('600x600') }, '600x600'],
    [{ maximum: sized('600x600'), ratio: exactly(4 / 3) }, '600x450'],
    [{ ratio: { from: 1.5, to: 2 } }, '1800x1200'],
    [{ ratio: { from: 1, to: 2 } }, '1600x1200'],
    [{ ratio: exactly(1) }, '1200x1200'],
    [{ maximum: sized('10x10'), ratio: exactly(10) }, '10x1'],
  ])('with %j is %s', (limits, size) => {
    expect(acceptedSize({ ...openRule, ...limits })).toEqual(sized(size));
  });
});

describe('a contradiction', () => {
  it.each<[string, Partial<PlatformRule>, string[]]>([
    ['one allowed size', { minimum: sized('900x600'), maximum: sized('900x600') }, []],
    [
      'a smallest size that is higher than the largest',
      { minimum: sized('900x601'), maximum: sized('900x600') },
      ['The smallest size, 900×601 px, is larger than the largest, 900×600 px.'],
    ],
    ['files of ten thousand pixels on a side', { minimum: sized('7500x10000'), ratio: exactly(0.75) }, []],
    [
      'larger files only, which are no photos for a page',
      { minimum: sized('9000x12000'), ratio: exactly(0.75) },
      ['No file between 9000×12000 px and any size has the ratio 3:4.'],
    ],
    [
      'larger files of any shape',
      { minimum: sized('9000x12000') },
      ['No file between 9000×12000 px and any size can be made here.'],
    ],
    ['just enough bytes', { maxBytes: 50_000 }, []],
    ['a byte too few', { maxBytes: 49_999 }, ['No photo fits in 50 kB. Please allow at least 50 kB.']],
  ])('in a rule with %s is told only where there is one', (_what, values, sentences) => {
    expect(contradictionsIn({ ...openRule, ...values })).toEqual(sentences);
  });
});
