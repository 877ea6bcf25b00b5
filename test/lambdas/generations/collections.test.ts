import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { ensureUser, markDeleting } from '#lambdas/accounts/user-store.ts';
import { readCollections } from '#lambdas/generations/collection-store.ts';
import { generationKey } from '#lambdas/generations/generation-key.ts';
import { listGenerations } from '#lambdas/generations/list-generations.ts';
import { markGenerations } from '#lambdas/generations/mark-generations.ts';
import { deleteCollection, saveCollection } from '#lambdas/generations/save-collection.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { maxCollections } from '#shared/domain/limits.ts';
import { awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';
import { testTable } from '#test/support/dynamodb.ts';
import { storedGeneration } from '#test/support/stored-generation.ts';

const db = testTable();
// The secret that signing up reads.
awsJsonStub();

beforeEach(async () => {
  await db.clear();
  for (const userId of ['ada', 'bob'])
    await ensureUser({
      userId,
      username: userId,
      email: `${userId}@example.com`,
      fullName: '',
      companyName: '',
    });
});

const save = (id: string, name: string, userId = 'ada') => saveCollection(userId, id, name);
const remove = (id: string) => deleteCollection('ada', id);
const list = (userId = 'ada') => readCollections(userId);
const mark = (body: Parameters<typeof markGenerations>[1], userId = 'ada') => markGenerations(userId, body);
const gallery = async (query: { collection?: string; favourite?: 'true' }) =>
  (await listGenerations('ada', { limit: 24, sort: 'newest', ...query })).items;

async function picture(name: string): Promise<string> {
  const id = ulid();
  const image = storedGeneration({
    userId: 'ada',
    id,
    createdAt: new Date().toISOString(),
    productName: name,
    state: 'done',
    inGallery: true,
  });
  await dynamodb().send(
    new PutCommand({ TableName: tableName(), Item: { ...generationKey('ada', id), ...image } }),
  );
  return id;
}

describe('collections', () => {
  it('are kept in the order of their names, each name once, whatever its case and accents', async () => {
    expect(await list()).toEqual({ items: [] });
    const [summer, cafe] = [ulid(), ulid()];
    await save(summer, 'Summer');
    expect((await save(cafe, 'Café')).items).toMatchObject([
      { id: cafe, name: 'Café' },
      { id: summer, name: 'Summer' },
    ]);
    await expect(save(ulid(), 'CAFE')).rejects.toMatchObject({ code: 'invalid_input' });
    await save(cafe, 'Winter');
    expect((await list()).items).toMatchObject([{ name: 'Summer' }, { name: 'Winter' }]);
    expect(await list('bob')).toEqual({ items: [] });
  });

  it('are at most fifty, and none is lost when twelve are saved at once', async () => {
    const all = Array.from({ length: maxCollections }, (_, n) => [ulid(), `Week ${n}`] as const);
    for (const [id, name] of all.slice(12)) await save(id, name);
    await Promise.all(all.slice(0, 12).map(([id, name]) => save(id, name)));
    expect((await list()).items).toHaveLength(maxCollections);
    await expect(save(ulid(), 'One more')).rejects.toMatchObject({ code: 'invalid_input' });
    expect((await save(all[0]?.[0] ?? '', 'Another name')).items).toHaveLength(maxCollections);
  });

  it('hold pictures, which stay when the collection goes', async () => {
    const [soup, pie] = [await picture('Soup'), await picture('Pie')];
    const id = ulid();
    await save(id, 'Lunch');
    await mark({ generationIds: [soup, pie, ulid()], collection: { id, isIn: true } });
    await mark({ generationIds: [pie], collection: { id, isIn: false } });
    expect(await gallery({ collection: id })).toMatchObject([
      { id: soup, collections: [id], favourite: false },
    ]);
    expect(await remove(id)).toEqual({ items: [] });
    expect(await remove(id)).toEqual({ items: [] });
    expect(await gallery({})).toHaveLength(2);
  });

  it('leave no picture with more of them than there may be, though many were deleted since', async () => {
    const pie = await picture('Pie');
    const kept = ulid();
    await save(kept, 'Lunch');
    await mark({ generationIds: [pie], collection: { id: kept, isIn: true } });
    for (let n = 0; n < maxCollections + 1; n += 1) {
      const id = ulid();
      await save(id, 'For a week');
      await mark({ generationIds: [pie], favourite: true, collection: { id, isIn: true } });
      // Once more changes nothing.
      await mark({ generationIds: [pie], collection: { id, isIn: true } });
      expect(await gallery({ collection: id, favourite: 'true' })).toHaveLength(1);
      await remove(id);
    }
    const [{ collections = [] } = {}] = await gallery({});
    expect(collections.length).toBeLessThanOrEqual(maxCollections);
    expect(collections).toContain(kept);
  });

  it('can be as many of one picture as there are', async () => {
    const pie = await picture('Pie');
    const ids = Array.from({ length: maxCollections }, () => ulid());
    for (const [n, id] of ids.entries()) await save(id, `Week ${n}`);
    for (const id of [...ids, ...ids]) await mark({ generationIds: [pie], collection: { id, isIn: true } });
    expect((await gallery({}))[0]?.collections).toHaveLength(maxCollections);
  });

  it('take nothing when they do not exist', async () => {
    const soup = await picture('Soup');
    const late = mark({ generationIds: [soup], collection: { id: ulid(), isIn: true } });
    await expect(late).rejects.toMatchObject({ code: 'not_found' });
    expect(await gallery({})).toMatchObject([{ id: soup, collections: [] }]);
  });

  it('are not begun for an account that is being deleted', async () => {
    await transact([markDeleting('bob', new Date().toISOString())]);
    await expect(save(ulid(), 'Late', 'bob')).rejects.toMatchObject({ code: 'account_closing' });
  });
});

describe('favourites', () => {
  it('are found by their mark, and marked by their owner only', async () => {
    const [soup, pie] = [await picture('Soup'), await picture('Pie')];
    await mark({ generationIds: [soup, pie], favourite: true }, 'bob');
    expect(await gallery({ favourite: 'true' })).toEqual([]);
    await mark({ generationIds: [pie], favourite: true });
    expect(await gallery({ favourite: 'true' })).toMatchObject([{ id: pie, favourite: true }]);
    await mark({ generationIds: [pie], favourite: false });
    expect(await gallery({ favourite: 'true' })).toEqual([]);
  });
});
