import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { imagesIndexOf, queryGallery, queryImages, updateMarks } from '#lambdas/generations/gallery-store.ts';
import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import { generationKey } from '#lambdas/generations/generation-key.ts';
import { readGeneration } from '#lambdas/generations/generation-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import type { GalleryFilter } from '#shared/domain/gallery-filter.ts';
import { testTable } from '#test/support/dynamodb.ts';
import { storedGeneration } from '#test/support/stored-generation.ts';

testTable();

const count = 1200;
const start = Date.parse('2026-09-01T00:00:00.000Z');
const hour = 3_600_000;
const dishes = ['Crème brûlée', 'Classic Burger', 'Pad Thai', 'Soup', 'Tarte', 'Curry', 'Salad'];
const studio = {
  formatId: 'square_feed',
  creationPath: 'social',
  adjustment: null,
  cameraAngle: null,
  filter: { id: 'popcrush' },
  scene: null,
  customPrompt: '',
  promoText: '',
  promoPosition: 'top',
  promoLook: null,
  avatarGender: 'random',
  avatarEthnicity: 'random',
} as const;

/** An hour apart, oldest first; every tenth was refunded. As large as real ones, so that they fill several reads. */
const images: readonly StoredGeneration[] = Array.from({ length: count }, (_, n) => {
  const time = start + n * hour;
  return storedGeneration({
    userId: 'ada',
    id: ulid(time),
    createdAt: new Date(time).toISOString(),
    productName: dishes[n % dishes.length] ?? '',
    state: n % 10 === 9 ? 'failed' : 'done',
    inGallery: n % 10 !== 9,
    studio: { ...studio, formatId: n % 2 === 0 ? 'square_feed' : 'story_vertical' },
    prompt: 'x'.repeat(2500),
    ...(n % 50 === 0 && { favourite: true }),
  });
});
const shown = images.filter(({ inGallery }) => inGallery);
const idsOf = (items: readonly StoredGeneration[]) => items.map(({ id }) => id);

beforeAll(async () => {
  const requests = [
    ...images,
    storedGeneration({
      userId: 'bob',
      id: ulid(start),
      createdAt: images[0]?.createdAt ?? '',
      inGallery: true,
      state: 'done',
    }),
  ].map((image) => ({ PutRequest: { Item: { ...generationKey(image.userId, image.id), ...image } } }));
  while (requests.length > 0)
    await dynamodb().send(new BatchWriteCommand({ RequestItems: { [tableName()]: requests.splice(0, 25) } }));
});

async function readAll(filter: GalleryFilter, sort: 'newest' | 'oldest' = 'newest', limit = 48) {
  const found: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await queryGallery('ada', { limit, filter, sort, cursor });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    found.push(...idsOf(page.items));
    cursor = page.cursor;
    pages += 1;
  } while (cursor !== undefined);
  return { found, pages };
}

describe('a gallery of 1,200 images', () => {
  it('is listed whole from new to old and from old to new, without refunded ones', async () => {
    expect((await readAll({})).found).toEqual(idsOf(shown.toReversed()));
    expect((await readAll({}, 'oldest')).found).toEqual(idsOf(shown));
  });

  it('is searched without case and accents, each image once, whatever the size of a page', async () => {
    const wanted = shown.filter(({ productName }) => productName === 'Crème brûlée').toReversed();
    for (const limit of [20, 50])
      expect((await readAll({ search: 'BRULEE creme' }, 'newest', limit)).found).toEqual(idsOf(wanted));
  });

  it('is searched in few reads where nothing is found', async () => {
    const { found, pages } = await readAll({ search: 'ramen' });
    expect(found).toEqual([]);
    expect(pages).toBeLessThan(8);
  });

  it('is filtered by several parts at once', async () => {
    const { found } = await readAll({ favourite: true, format: 'square_feed', search: 'a' }, 'oldest');
    const wanted = shown.filter(
      ({ favourite, studio: choices, productName }) =>
        favourite && choices?.formatId === 'square_feed' && /a/i.test(productName),
    );
    expect(wanted.length).toBeGreaterThan(5);
    expect(found).toEqual(idsOf(wanted));
  });

  it('reads a month alone, and its borders exactly', async () => {
    const [from, until] = ['2026-09-10T00:00:00.000Z', '2026-09-12T00:00:00.000Z'];
    const { found, pages } = await readAll({ from, until });
    const wanted = shown.filter(({ createdAt }) => createdAt >= from && createdAt < until);
    expect(found).toEqual(idsOf(wanted.toReversed()));
    expect(pages).toBe(1);
  });

  it('refuses a cursor of somebody else, of another time and of no list', async () => {
    const own = (await queryGallery('ada', { limit: 2 })).cursor;
    expect(own).toBeDefined();
    await expect(queryGallery('bob', { limit: 2, cursor: own })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    const elsewhere = { from: '2026-09-01T00:00:00.000Z', until: '2026-09-02T00:00:00.000Z' };
    await expect(queryGallery('ada', { limit: 2, cursor: own, filter: elsewhere })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    const forged = Buffer.from(JSON.stringify({ pk: 'USER#ada', sk: 'LEDGER#1' })).toString('base64url');
    await expect(queryGallery('ada', { limit: 2, cursor: forged })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('the marks of an image', () => {
  const id = shown[3]?.id ?? '';
  const marksOf = async (userId: string, of: string) => {
    const image = await readGeneration(userId, of);
    return [image?.favourite ?? false, [...(image?.collections ?? [])].sort()];
  };

  it('add up, are found, and are taken away again', async () => {
    await Promise.all([
      updateMarks('ada', id, { favourite: true }, []),
      updateMarks('ada', id, { collection: { id: 'summer', isIn: true } }, []),
      updateMarks('ada', id, { favourite: true, collection: { id: 'lunch', isIn: true } }, []),
    ]);
    expect(await marksOf('ada', id)).toEqual([true, ['lunch', 'summer']]);
    expect((await readAll({ collection: 'summer' })).found).toEqual([id]);
    await updateMarks('ada', id, { favourite: false, collection: { id: 'summer', isIn: false } }, []);
    await updateMarks('ada', id, { collection: { id: 'summer', isIn: false } }, []);
    expect(await marksOf('ada', id)).toEqual([false, ['lunch']]);
    await updateMarks('ada', id, { collection: { id: 'lunch', isIn: false } }, []);
    expect((await readGeneration('ada', id))?.collections).toBeUndefined();
  });

  it('belong to images of the own gallery only', async () => {
    const refunded = images[9]?.id ?? '';
    await updateMarks('ada', refunded, { favourite: true }, []);
    await updateMarks('bob', id, { favourite: true }, []);
    await updateMarks('ada', ulid(), { favourite: true }, []);
    expect(await marksOf('ada', refunded)).toEqual([false, []]);
    expect(await marksOf('ada', id)).toEqual([false, []]);
    expect(await readGeneration('bob', id)).toBeUndefined();
  });
});

describe('everybody’s images', () => {
  it('are read up to the limit, however large they are', async () => {
    const large = Array.from({ length: 14 }, (_, n) => {
      const image = storedGeneration({
        userId: 'eve',
        id: ulid(start + n),
        createdAt: new Date(start + n).toISOString(),
        inGallery: true,
        state: 'done',
        // DynamoDB reads 1 MB at once.
        prompt: 'x'.repeat(100_000),
      });
      return { ...generationKey('eve', image.id), ...image, ...imagesIndexOf(image) };
    });
    for (const Item of large) await dynamodb().send(new PutCommand({ TableName: tableName(), Item }));
    const newestFirst = idsOf(large.toReversed());
    const { items, next } = await queryImages(12);
    expect(idsOf(items)).toEqual(newestFirst.slice(0, 12));
    const rest = await queryImages(12, next);
    expect(idsOf(rest.items)).toEqual(newestFirst.slice(12));
    expect(rest.next).toBeUndefined();
  });
});
