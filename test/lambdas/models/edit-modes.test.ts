import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { seedOf } from '#lambdas/generations/prompt-of.ts';
import { modelSize, toModelInput } from '#lambdas/models/adapter.ts';
import { expectedCost, menuEditMode, studioEditMode } from '#lambdas/models/edit-modes.ts';
import { menuChoicesSchema, studioChoicesSchema } from '#shared/api/generations.ts';
import { adaptersFor, adaptersOf, type EditMode } from '#shared/domain/adapters.ts';
import { jpegQuality } from '#test/support/jpeg-quality.ts';

const studio = (change: object, foodLock = false) =>
  studioEditMode(
    studioChoicesSchema.parse({ formatId: 'square_feed', creationPath: 'social', ...change }),
    foodLock,
  );

const menu = (plateStyle: string) =>
  menuEditMode(
    menuChoicesSchema.parse({
      platform: 'uber',
      imageType: 'menu',
      backgroundStyle: 'dark',
      plateStyle,
      imageStyle: 'vibrant',
    }),
  );

describe('the edit mode of a generation', () => {
  it('follows its strongest choice', () => {
    const scene = { text: 'a beach' };
    const filter = { id: 'anime' };
    expect(studio({})).toBe('relight');
    expect(studio({ adjustment: 'blur_background' })).toBe('relight');
    expect(studio({ scene })).toBe('surroundings');
    expect(studio({ scene, cameraAngle: 'overhead' })).toBe('angle');
    expect(studio({ scene, cameraAngle: 'overhead', filter })).toBe('stylise');
    expect(menu('current')).toBe('menu');
    expect(menu('rustic')).toBe('plate');
  });

  it('draws the surroundings under the food lock, with an adapter that keeps the dish', () => {
    for (const change of [
      {},
      { adjustment: 'studio_light' },
      { filter: { id: 'anime' } },
      { scene: { text: 'a beach' } },
    ])
      expect(studio(change, true)).toBe('surroundings');
    expect(adaptersFor('surroundings', true)).toEqual(['stability-composite']);
    expect(adaptersFor('menu', true)).toEqual(['stability-composite']);
    for (const editMode of ['surroundings', 'menu', 'plate', 'stylise'] as const)
      expect(adaptersFor(editMode, false)).toEqual(adaptersOf[editMode]);
  });

  it('has two adapters where a model may draw in the dish or its plate, and a cost for both variations in millionths of a dollar', () => {
    const costs: Record<EditMode, number> = {
      stylise: 210_000,
      angle: 210_000,
      relight: 210_000,
      retouch: 70_000,
      surroundings: 210_000,
      menu: 210_000,
      plate: 280_000,
    };
    for (const [editMode, cost] of Object.entries(costs) as [EditMode, number][]) {
      expect(expectedCost(editMode)).toBe(cost);
      expect(new Set(adaptersOf[editMode]).size).toBe(['retouch', 'menu'].includes(editMode) ? 1 : 2);
    }
  });
});

describe('what a model gets', () => {
  it.each([
    [1080, 1080],
    [1080, 1920],
    [1200, 1000],
    [2880, 2304],
    [1920, 1080],
    [300, 250],
  ])('for %i×%i is about a megapixel in that ratio', (width, height) => {
    const size = modelSize({ width, height });
    expect(size.width * size.height).toBeLessThanOrEqual(1_048_576);
    expect(size.width * size.height).toBeGreaterThan(1_000_000);
    expect(size.width / size.height).toBeCloseTo(width / height, 1);
    expect([size.width % 8, size.height % 8]).toEqual([0, 0]);
  });

  // C7.20
  it('is a JPEG of quality 90', async () => {
    const picture = { width: 1080, height: 1920, data: Buffer.alloc(1080 * 1920 * 3, 200) };
    const file = Buffer.from(await toModelInput(picture), 'base64');
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', ...modelSize(picture) });
    // C5.53, C9.12
    expect(jpegQuality(file)).toBe(90);
  });

  it('is another seed for each variation, the same one in each run', () => {
    const id = '01JD8Z7Q4M3X9V2B6N1K5T0WRP';
    expect(seedOf(id, 0)).toBe(seedOf(id, 0));
    expect(seedOf(id, 0)).not.toBe(seedOf(id, 1));
    for (let n = 0; n < 100; n += 1) {
      const seed = seedOf(`generation ${n}`, n % 2);
      expect(Number.isInteger(seed) && seed >= 0 && seed <= 4_294_967_294).toBe(true);
    }
  });
});
