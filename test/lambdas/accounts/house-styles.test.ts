import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { ensureUser, markDeleting } from '#lambdas/accounts/user-store.ts';
import { handler } from '#lambdas/api/accounts.lambda.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { styleRoutes } from '#shared/api/styles.ts';
import { awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';
import { httpEvent, invoke } from '#test/lambdas/runtime/http-event.ts';
import { testTable } from '#test/support/dynamodb.ts';

const db = testTable();
// The secret that signing up reads.
awsJsonStub();
const menu = { backgroundStyle: 'marble', plateStyle: 'current', imageStyle: 'natural' };
const studio = {
  creationPath: 'social',
  adjustment: 'studio_light',
  cameraAngle: null,
  customPrompt: '',
  promoText: '',
  promoPosition: 'top',
  promoLook: { font: 'oswald', color: '#f2a93b', logo: true },
  avatarGender: 'random',
  avatarEthnicity: 'random',
  foodLock: true,
  filter: { id: 'popcrush' },
  scene: { text: 'A quiet courtyard' },
};

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

const list = (userId = 'ada') => invoke(handler, httpEvent(styleRoutes.listStyles, { user: { userId } }));
const save = (styleId: string, body: object, userId = 'ada') =>
  invoke(handler, httpEvent(styleRoutes.saveStyle, { user: { userId }, params: { styleId }, body }));
const remove = (styleId: string, userId = 'ada') =>
  invoke(handler, httpEvent(styleRoutes.deleteStyle, { user: { userId }, params: { styleId } }));

describe('house styles', () => {
  it('keep a look under a name, in the order of names, and one as the default', async () => {
    expect((await list()).body).toEqual({ items: [], defaultId: null });
    const [winter, everyday] = [ulid(), ulid()];
    await save(winter, { name: '  Winter ', menu, isDefault: true });
    const { body } = await save(everyday, { name: 'Everyday', studio });
    expect(body).toMatchObject({
      items: [
        { id: everyday, name: 'Everyday', studio, menu: null },
        { id: winter, name: 'Winter', studio: null, menu },
      ],
      defaultId: winter,
    });
    expect((await list()).body).toEqual(body);
    // The other part is added; what is not given stays.
    expect((await save(winter, { name: 'Snow', studio })).body).toMatchObject({
      items: [{}, { id: winter, name: 'Snow', studio, menu }],
      defaultId: winter,
    });
    expect((await save(winter, { name: 'Snow', isDefault: false })).body.defaultId).toBeNull();
  });

  it('refuse a name twice, whatever its case, a style without a look, and names that are none', async () => {
    await save(ulid(), { name: 'Café', menu });
    for (const name of ['café', 'CAFÉ', 'Cafe\u0301'])
      expect(await save(ulid(), { name, menu })).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining('already have a style') },
      });
    for (const body of [{ name: 'Empty' }, { name: ' \u200B ', menu }, { name: 'x'.repeat(41), menu }])
      expect((await save(ulid(), body)).status).toBe(400);
    expect((await save(ulid(), { name: '🍕 Friday', menu })).status).toBe(200);
    expect((await list()).body.items).toHaveLength(2);
  });

  it('hold their limit and their names when tabs save at once', async () => {
    for (let n = 0; n < 19; n += 1) await save(ulid(), { name: `Style ${n}`, menu });
    const replies = await Promise.all(['a', 'b', 'c'].map((name) => save(ulid(), { name, menu })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const { items } = (await list()).body;
    expect(items).toHaveLength(20);
    const same = await Promise.all([1, 2].map(() => save(items[0].id, { name: 'Twice', menu })));
    expect(same.map(({ status }) => status)).toEqual([200, 200]);
    expect((await list()).body.items).toHaveLength(20);
  });

  it('go for good, with the default; again is no error', async () => {
    const id = ulid();
    await save(id, { name: 'House', menu, isDefault: true });
    expect((await remove(id)).body).toEqual({ items: [], defaultId: null });
    expect((await remove(id)).status).toBe(200);
  });

  it('belong to one account, and none is kept for one that is closing', async () => {
    const id = ulid();
    await save(id, { name: 'House', menu });
    expect((await remove(id, 'bob')).body.items).toEqual([]);
    expect((await list()).body.items).toHaveLength(1);
    await transact([markDeleting('ada', new Date().toISOString())]);
    expect((await save(ulid(), { name: 'Late', menu })).status).toBe(403);
  });
});
