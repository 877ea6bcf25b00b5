import { randomBytes } from 'node:crypto';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { ulid } from 'ulid';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getMyTask } from '#lambdas/accounts/get-my-task.ts';
import { assignRole } from '#lambdas/accounts/role-store.ts';
import { linkCustomer, putPayment } from '#lambdas/billing/billing-store.ts';
import { grantCredits } from '#lambdas/credits/book-credits.ts';
import { mediaKeys, originalKeys } from '#lambdas/generations/file-keys.ts';
import { photoKeys, repairedKey } from '#lambdas/photos/photo.ts';
import { findPhoto, noteCorrection, replaceWork } from '#lambdas/photos/photo-store.ts';
import { startTask } from '#lambdas/platform/send-task.ts';
import { newTask, readTask } from '#lambdas/platform/task-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { accountKey } from '#lambdas/runtime/keys.ts';
import { runTask } from '#lambdas/tasks/run-task.ts';
import { overlayOfPromo, plainLook } from '#shared/domain/overlay.ts';
import { menuRequest, startGenerations, studioRequest } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { plainReading } from '#test/support/plain-reading.ts';
import { readZip } from '#test/support/read-zip.ts';
import { kept, leftOutItems } from './records-of-account.ts';

const cloud = startGenerations({ models: 'plain' });

beforeAll(async () => {
  process.env.STRIPE_SECRET_ARN = 'arn:aws:secretsmanager:eu-west-2:000000000000:secret:stripe';
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

beforeEach(() => cloud.reset());

const findings = { covered: 0.4, parts: 1, holes: 0, edges: [], doubtful: false, reasons: [] };
const reading = { ...plainReading, name: 'Burger', altText: 'A burger' };

const measures = {
  width: 1600,
  height: 1200,
  format: 'png',
  bytes: 9,
  sharpness: 2.5,
  highlights: 210,
  blackAndWhite: false,
} as const;

/** Runs an export of the account and returns the task. */
async function run(userId: string) {
  const id = `export-${userId}`;
  await startTask(newTask({ id, kind: 'accountExport', requestedBy: userId, subject: userId }));
  await runTask(id, () => 300_000);
  return readTask(id);
}

/** Exports the account and returns its files. */
async function exported(userId: string): Promise<Map<string, Buffer>> {
  const task = await run(userId);
  expect(task).toMatchObject({
    state: 'done',
    files: [{ fileName: expect.stringMatching(/^platepost-[\d-]+\.zip$/) }],
  });
  return readZip(await cloud.readObject('EXPORTS_BUCKET', task?.files[0]?.key ?? ''));
}

describe('the export of an account', () => {
  it('holds what is kept of it, and its pictures as a download gives them', async () => {
    const [free, pro, other] = [
      await cloud.signUp('free'),
      await cloud.signUp('pro'),
      await cloud.signUp('pro'),
    ];
    for (const user of [free, pro]) {
      const made = await cloud.generate(user, studioRequest());
      const { original, variations, createdAt } = await cloud.stored(user, made.id);
      const files = await exported(user);
      const prefix = `pictures/${createdAt.slice(0, 10)}-${made.id}`;
      expect([...files.keys()]).toEqual([
        'data.json',
        `${prefix}-original.jpg`,
        `${prefix}-1.jpg`,
        `${prefix}-1-dish.webp`,
        `${prefix}-2.jpg`,
        `${prefix}-2-dish.webp`,
        expect.stringMatching(/^cut-outs\/[0-9a-f]{64}\.png$/),
      ]);
      expect(files.get(`${prefix}-original.jpg`)).toEqual(
        await cloud.readObject('MEDIA_BUCKET', original ?? ''),
      );
      for (const { index, clean, watermarked } of variations) {
        const { key } = (user === free ? watermarked : clean)?.delivered ?? { key: '' };
        expect(files.get(`${prefix}-${index + 1}.jpg`)).toEqual(
          await cloud.readObject('ORIGINALS_BUCKET', key),
        );
      }
      const data = JSON.parse(String(files.get('data.json')));
      expect(data).toMatchObject({
        profile: { userId: user, email: `${user}@example.com` },
        plan: { tier: user === free ? 'free' : 'pro' },
        ledger: expect.arrayContaining([expect.objectContaining({ kind: 'spend', note: 'Classic Burger' })]),
        generations: [{ id: made.id, productName: 'Classic Burger', files: [...files.keys()].slice(1, -1) }],
      });
    }
    const data = JSON.parse(String((await exported(other)).get('data.json')));
    expect(data.generations).toEqual([]);
  });

  it('holds pictures with words without them too, where a download has no watermark, and the words', async () => {
    for (const tier of ['free', 'pro'] as const) {
      const user = await cloud.signUp(tier);
      const { id } = await cloud.generate(user, studioRequest({ studio: { promoText: 'Two for one' } }));
      const change = {
        id: ulid(),
        overlay: overlayOfPromo({ promoText: 'Three for two', promoPosition: 'bottom' }),
      };
      await cloud.call(user, 'changeWords', {
        params: { generationId: id },
        body: { ...change, after: null },
      });
      const files = await exported(user);
      const { variations } = await cloud.stored(user, id);
      const bases = [...files].filter(([name]) => name.includes('without-words'));
      expect(bases).toHaveLength(tier === 'pro' ? 2 : 0);
      for (const [index, [, file]] of bases.entries())
        expect(file).toEqual(await cloud.readObject('ORIGINALS_BUCKET', variations[index]?.base?.key ?? ''));
      const data = JSON.parse(String(files.get('data.json')));
      expect(data.generations[0]).toMatchObject({
        studio: { promoText: 'Two for one' },
        words: { ...change, state: 'open' },
      });
    }
  });

  it('holds the brand kit, with the logo as a file', async () => {
    const user = await cloud.signUp('pro');
    const file = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#00f' } })
      .png()
      .toBuffer();
    const { body } = await cloud.callPhotos(user, 'setLogo', { body: { file: file.toString('base64') } });
    const files = await exported(user);
    expect([...files.keys()]).toEqual(['data.json', 'logo.png']);
    expect(files.get('logo.png')).toEqual(await cloud.readObject('MEDIA_BUCKET', body.logo.url.slice(1)));
    expect(JSON.parse(String(files.get('data.json'))).brandKit).toEqual({ look: null, logo: 'logo.png' });
  });

  it('holds its menus with their dishes', async () => {
    const user = await cloud.signUp('pro');
    const look = { backgroundStyle: 'wooden', plateStyle: 'current', imageStyle: 'natural' };
    const source = { type: 'sample', itemId: 'burger' };
    const menu = {
      id: ulid(),
      name: 'Autumn',
      look,
      targets: [{ platform: 'uber', imageType: 'menu' }],
      dishes: [{ name: 'Soup', source, photo: { width: 900, height: 900 } }],
    };
    await cloud.callMenus(user, 'createMenu', { body: menu });
    const data = JSON.parse(String((await exported(user)).get('data.json')));
    const dishes = [{ number: 1, name: 'Soup', source, state: 'waiting', look: null }];
    expect(data.menus).toMatchObject([{ ...menu, state: 'running', dishes }]);
  });

  it('holds what was made of its photos, and the masks that were drawn', async () => {
    const user = await cloud.signUp('pro');
    const { body } = await cloud.callPhotos(user, 'createPhoto', {
      body: { source: { type: 'sample', itemId: 'burger' } },
    });
    const photo = await findPhoto(user, body.id);
    await replaceWork(photo, 'cutOut', { state: 'made', findings });
    await replaceWork(photo, 'reading', { state: 'made', content: reading });
    const { cutOut, masks } = photoKeys(photo);
    const repaired = repairedKey(photo, { ruleId: 'grubhub-item-portal' });
    const mask = `${masks}1.png`;
    await noteCorrection(photo, { at: new Date().toISOString(), key: mask, dish: null });
    await replaceWork(photo, 'facts', { state: 'made', content: measures });
    const content = { fixes: ['format' as const], crop: null, measures, dish: null };
    await replaceWork(photo, 'repair', { state: 'made', ruleId: 'grubhub-item-portal', content });
    const pngs = {
      'cut-outs': Buffer.from('a cut-out'),
      masks: Buffer.from('a mask'),
      repaired: Buffer.from('a file'),
    };
    await cloud.putObject('ORIGINALS_BUCKET', repaired, pngs.repaired);
    await cloud.putObject('ORIGINALS_BUCKET', cutOut, pngs['cut-outs']);
    await cloud.putObject('ORIGINALS_BUCKET', mask, pngs.masks);
    const files = await exported(user);
    for (const [folder, png] of Object.entries(pngs))
      expect(files.get(`${folder}/${body.id}.png`)).toEqual(png);
    expect(JSON.parse(String(files.get('data.json'))).photos).toEqual([
      expect.objectContaining({
        id: body.id,
        cutOut: findings,
        reading,
        correctedAt: expect.any(String),
        measures,
        files: [`cut-outs/${body.id}.png`, `masks/${body.id}.png`, `repaired/${body.id}.png`],
      }),
    ]);
  });

  it.each([
    ['holds a repaired picture with the watermark that its download has', true],
    ['holds none without that', false],
  ])('%s', async (_what, isWatermarked) => {
    const user = await cloud.signUp('free');
    const { id: generationId } = await cloud.generate(user, studioRequest());
    const { body } = await cloud.callPhotos(user, 'createPhoto', {
      body: { source: { type: 'generation', generationId, variation: 0 } },
    });
    const photo = await findPhoto(user, body.id);
    const content = { fixes: ['format' as const], crop: null, measures, dish: null };
    const repair = { state: 'made' as const, ruleId: 'grubhub-item-portal', content };
    const key = repairedKey(photo, { ...repair, isWatermarked });
    await cloud.putObject('ORIGINALS_BUCKET', key, Buffer.from('a file'));
    await replaceWork(photo, 'repair', { ...repair, isWatermarked });
    expect((await exported(user)).has(`repaired/${body.id}.png`)).toBe(isWatermarked);
  });

  it('holds the choices and the prompt, the words of share pages and posts, the reason of a redo, the avatar and the customer at Stripe', async () => {
    const user = await cloud.signUp('pro');
    await dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: accountKey(user, 'PROFILE'),
        UpdateExpression: 'SET avatarUrl = :url',
        ExpressionAttributeValues: { ':url': 'https://pictures.example/ada.jpg' },
      }),
    );
    await linkCustomer(user, 'cus_1');
    const made = await cloud.generate(user, studioRequest({ studio: { filter: { id: 'popcrush' } } }));
    const params = { generationId: made.id };
    const share = { variation: 1, title: 'Friday', description: 'With extra pickles' };
    const { body } = await cloud.call(user, 'createShare', { params, body: share });
    const text = {
      tone: 'friendly',
      network: 'instagram',
      language: 'en',
      caption: 'Come by',
      hashtags: ['burger'],
      altText: 'A burger',
      description: '',
    };
    await cloud.call(user, 'savePost', {
      params: { ...params, variation: '0' },
      body: { revision: 0, text },
    });
    const redoId = ulid();
    const why = { reason: 'other', note: 'The bun is too dark' };
    await cloud.call(user, 'redoGeneration', { params, body: { id: redoId, ...why } });
    const data = JSON.parse(String((await exported(user)).get('data.json')));
    const { prompt, studio } = await cloud.stored(user, made.id);
    expect(prompt).not.toBe('');
    expect(data).toMatchObject({
      profile: { avatarUrl: 'https://pictures.example/ada.jpg', kitchen: '', about: '' },
      plan: { stripeCustomerId: 'cus_1' },
      generations: [
        {
          id: made.id,
          prompt,
          studio,
          shares: [{ address: body.path, ...share }],
          posts: [{ variation: 0, text, former: [], seenInThePicture: null }],
          redo: { id: redoId, reason: 'other' },
        },
        { id: redoId, redoOf: { generationId: made.id, ...why } },
      ],
    });
  });

  it('that is larger than one run is written in several files, each complete, and holds everything once', async () => {
    const user = await cloud.signUp('pro');
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.push((await cloud.generate(user, studioRequest())).id);
    const { body } = await cloud.callPhotos(user, 'createPhoto', {
      body: { source: { type: 'sample', itemId: 'burger' } },
    });
    const photo = await findPhoto(user, body.id);
    const key = `${photoKeys(photo).masks}1.png`;
    await noteCorrection(photo, { at: new Date().toISOString(), key, dish: null });
    await cloud.putObject('ORIGINALS_BUCKET', key, Buffer.from('a mask'));

    const id = `export-${user}`;
    await startTask(newTask({ id, kind: 'accountExport', requestedBy: user, subject: user }));
    for (let runs = 1; (await readTask(id))?.state !== 'done'; runs += 1) {
      expect(runs).toBeLessThan(5);
      // Too little time for a second page.
      await runTask(id, () => 60_000);
      const { state, files } = await getMyTask(user, id);
      expect(files).toHaveLength(state === 'done' ? runs : 0);
    }
    const { files = [] } = (await readTask(id)) ?? {};
    expect(files.map(({ fileName }) => fileName.replace(/[\d-]{11}/, ''))).toEqual([
      'platepost.zip',
      'platepost-2.zip',
      'platepost-3.zip',
    ]);
    const names: string[] = [];
    for (const { key } of files)
      names.push(...(await readZip(await cloud.readObject('EXPORTS_BUCKET', key))).keys());
    expect(names).toHaveLength(1 + 7 * 5 + 2);
    expect(new Set(names).size).toBe(names.length);
    for (const part of ids) expect(names.filter((name) => name.includes(part))).toHaveLength(5);
    expect(names[0]).toBe('data.json');
    expect(names.at(-1)).toBe(`masks/${body.id}.png`);
  });

  it('leaves out a picture that is gone', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await cloud.generate(user, studioRequest());
    const { variations } = await cloud.stored(user, id);
    await cloud.removeObject('ORIGINALS_BUCKET', variations[0]?.clean.delivered.key ?? '');
    const files = await exported(user);
    expect([...files.keys()].map((name) => name.split(`${id}-`).at(-1))).toEqual([
      'data.json',
      'original.jpg',
      '1-dish.webp',
      '2.jpg',
      '2-dish.webp',
      expect.stringContaining('.png'),
    ]);
  });

  it('is written while it is read: of a large one, one part at a time is in memory', async () => {
    const user = await cloud.signUp('pro');
    const large = randomBytes(9 * 1024 * 1024);
    const { id } = await cloud.generate(user, studioRequest());
    const { variations } = await cloud.stored(user, id);
    for (const { clean } of variations) await cloud.putObject('ORIGINALS_BUCKET', clean.delivered.key, large);
    cloud.calls.length = 0;
    const files = await exported(user);
    expect([...files.values()].filter((file) => file.equals(large))).toHaveLength(2);
    const traffic = cloud.calls.filter(({ service }) => service === 's3');
    const parts = traffic.filter(({ operation }) => operation === 'UploadPart');
    expect(parts.length).toBeGreaterThan(2);
    for (const { body } of parts) expect(body.length).toBeLessThan(9 * 1024 * 1024);
    // The first part is away before the last picture is asked for.
    const order = traffic.map(({ operation }) => operation);
    expect(order.indexOf('UploadPart')).toBeLessThan(order.lastIndexOf('GetObject'));
  });

  it('that fails leaves neither a file nor parts of it', async () => {
    const user = await cloud.signUp('pro');
    await cloud.generate(user, studioRequest());
    cloud.faults.add({ service: 's3', operation: 'GetObject', nth: 2, action: { kind: 'drop-request' } });
    cloud.calls.length = 0;
    expect(await run(user)).toMatchObject({ state: 'running', files: [] });
    expect(cloud.calls.map(({ operation }) => operation)).toContain('AbortMultipartUpload');
    expect(await cloud.listKeys('EXPORTS_BUCKET')).toEqual([]);
  });
});

/** Writes attributes of an item, whatever its store would do. */
async function change(key: { pk: string; sk: string }, attributes: object): Promise<void> {
  const { Item } = await dynamodb().send(new GetCommand({ TableName: tableName(), Key: key }));
  await dynamodb().send(new PutCommand({ TableName: tableName(), Item: { ...key, ...Item, ...attributes } }));
}

/** An account that has everything that an account can have. */
async function accountWithEverything(): Promise<string> {
  const user = await cloud.signUp('pro');
  const own = (sk: string) => ({ pk: `USER#${user}`, sk });
  const at = new Date().toISOString();
  const look = { backgroundStyle: 'wooden', plateStyle: 'current', imageStyle: 'natural' };
  const box = { left: 0.1, top: 0.1, width: 0.8, height: 0.8 };
  const dish = { box, touches: [] };
  const overlay = overlayOfPromo({ promoText: 'Two for one', promoPosition: 'top' });
  await change(accountKey(user, 'PROFILE'), {
    ...{
      companyName: 'Bistro',
      kitchen: 'Italian',
      about: 'Since 1990',
      avatarUrl: 'https://x.example/a.jpg',
    },
  });
  await assignRole({ userId: user, role: 'admin', actor: 'test' });
  await change(accountKey(user, 'SUBSCRIPTION'), { nextPlan: 'Starter', pricePence: 1999 });
  const logo = { key: 'media/logos/x.png', width: 4, height: 3 };
  await cloud.putObject('MEDIA_BUCKET', logo.key, Buffer.from('a logo'));
  await change(accountKey(user, 'BRAND_KIT'), { look: plainLook, logo });
  await change(own('STYLES'), {
    items: [{ id: 'style', name: 'Wooden', createdAt: at, studio: null, menu: look }],
    ...{ defaultId: 'style', version: 1 },
  });
  await change(own('COLLECTIONS'), { items: [{ id: 'c', name: 'Autumn', createdAt: at }], version: 1 });
  const device = {
    id: 'd',
    endpoint: 'https://push.example/x',
    p256dh: 'key',
    auth: 'secret',
    createdAt: at,
  };
  await change(own('NOTIFICATIONS'), { devices: [device], isMailed: true, seenAt: at, version: 1 });
  await linkCustomer(user, 'cus_everything');
  const payment = {
    paymentIntentId: 'pi_1',
    userId: user,
    ledgerEntryId: 'topup#1',
    bucket: 'purchased',
    name: '50 credits',
    credits: 50,
    pence: 1999,
  } as const;
  await grantCredits(
    {
      ...{ userId: user, idempotencyKey: 'topup#1', note: '50 credits' },
      buckets: { free: 0, subscription: 0, purchased: 50 },
    },
    () => [putPayment(payment)],
  );

  const made = await cloud.generate(user, menuRequest());
  const params = { generationId: made.id };
  const share = { variation: 0, title: 'Friday', description: 'With extra pickles' };
  await cloud.call(user, 'createShare', { params, body: share });
  const text = {
    ...{ tone: 'friendly', network: 'instagram', language: 'en', caption: 'Come by', hashtags: ['burger'] },
    ...{ altText: 'A burger', description: 'Our burger' },
  };
  await cloud.call(user, 'savePost', { params: { ...params, variation: '0' }, body: { revision: 0, text } });
  await change(own(`POST#${made.id}#0`), { former: [text], reading });
  await cloud.call(user, 'redoGeneration', {
    params,
    body: { id: ulid(), reason: 'other', note: 'The bun is too dark' },
  });
  const stored = await cloud.stored(user, made.id);
  const { mediaNames, variations } = stored;
  const fidelity = { ssim: 1, deltaE95: 0, worstDeltaE: 0, verdict: 'unchanged' };
  const filesVersion = 'v';
  const keys = originalKeys(stored, 0, filesVersion);
  const masks = mediaKeys({ id: made.id, userId: user, mediaNames }, 0);
  await change(own(`GENERATION#${made.id}`), {
    ...stored,
    ...{ message: 'A message', favourite: true, collections: new Set(['c']), filesVersion, overlay },
    studio: { formatId: 'square_feed', creationPath: 'social', promoText: 'Two for one' },
    formerOverlays: [overlay],
    words: { id: ulid(), state: 'done', version: filesVersion, until: at, overlay },
    redoOf: { generationId: ulid(), reason: 'other', note: 'Too dark' },
    dish: { menuId: 'menu', number: 1 },
    variations: variations.map((variation, index) =>
      index === 0
        ? {
            ...variation,
            ...{ fidelity, hasDishMask: true, measures: { ...measures, dish } },
            base: { key: keys.base, width: 9, height: 9 },
          }
        : variation,
    ),
  });
  for (const key of [keys.base, keys.wide]) await cloud.putObject('ORIGINALS_BUCKET', key, Buffer.from(key));
  await cloud.putObject('MEDIA_BUCKET', masks.dishMask, Buffer.from(masks.dishMask));

  const { body } = await cloud.callPhotos(user, 'createPhoto', {
    body: { source: { type: 'sample', itemId: 'burger' } },
  });
  await change(own(`PHOTO#${body.id}`), {
    cutOut: { state: 'made', width: 4, height: 3, findings, dish },
    correction: { at, key: `photos/${user}/${body.id}/masks/1.png`, dish },
    reading: { state: 'made', content: reading },
    facts: { state: 'made', content: measures },
    repair: {
      ...{ state: 'made', ruleId: 'grubhub-item-portal', isWatermarked: true },
      content: { fixes: ['format'], crop: box, measures, dish },
    },
  });
  await change(own('MENU#menu'), {
    ...{ id: 'menu', userId: user, name: 'Autumn', createdAt: at, finishedAt: at, state: 'paused' },
    ...{
      pausedFor: 'credits',
      message: 'A message',
      look,
      targets: [{ platform: 'uber', imageType: 'menu' }],
    },
    counts: { waiting: 0, running: 0, done: 1, failed: 0, cancelled: 0 },
    ...{ firstDishFirst: true, requestHash: 'hash' },
  });
  await change(own('DISH#menu#01'), {
    ...{ menuId: 'menu', userId: user, number: 1, name: 'Soup', source: made.source, look, state: 'done' },
    ...{ photo: { width: 4, height: 3 }, message: 'A message', generationId: made.id, redoId: ulid() },
    formerId: ulid(),
  });
  return user;
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Attributes of items that are there for the table. */
const keyFields = new Set(['pk', 'sk', 'gsi1pk', 'gsi1sk', 'expiresAt', 'userId']);

/** What lies under a path such as `photos.0.width`. */
function valueAt(data: object, path: string): unknown {
  return path
    .split('.')
    .filter((name) => name !== '')
    .reduce<unknown>((value, name) => (value instanceof Object ? Reflect.get(value, name) : undefined), data);
}

describe('of an account with everything, the export', () => {
  let user: string;
  let files: Map<string, Buffer>;
  let data: Record<string, unknown>;

  beforeEach(async () => {
    user = await accountWithEverything();
    files = await exported(user);
    data = JSON.parse(String(files.get('data.json')));
  });

  it('has every field of every record, but for those that are listed as left out', async () => {
    expect(Object.keys(data).filter((section) => isEmpty(data[section]))).toEqual([]);
    const missing: string[] = [];
    const items = (await cloud.table.allItems()).filter(
      ({ pk, userId }) => pk === `USER#${user}` || userId === user,
    );
    const nameOf = ({ pk, sk }: Record<string, unknown>) =>
      pk === `USER#${user}` ? String(sk) : `${pk} ${sk}`;
    for (const item of items) {
      const isLeftOut = Object.keys(leftOutItems).some((key) => nameOf(item).startsWith(key));
      if (!isLeftOut && !kept.some(({ key }) => key && nameOf(item).startsWith(key)))
        missing.push(nameOf(item));
    }
    for (const { key, schema, entry, named = {}, leftOut = {} } of kept) {
      const found = items.filter((item) => key && nameOf(item).startsWith(key));
      if (key && found.length === 0) missing.push(key);
      const own = new Set([...Object.keys(schema.shape), ...found.flatMap((item) => Object.keys(item))]);
      // A field that is gone is not listed any more.
      expect([...own]).toEqual(expect.arrayContaining(Object.keys({ ...named, ...leftOut })));
      for (const field of own) {
        if (
          !keyFields.has(field) &&
          !(field in leftOut) &&
          isEmpty(valueAt(data, `${entry}.${named[field] ?? field}`))
        )
          missing.push(`${key ?? 'part'} ${field}`);
      }
    }
    expect(missing).toEqual([]);
  });

  it('has all files of a picture, and names those that are there', () => {
    const names = (end: string) => [...files.keys()].filter((name) => name.includes(end));
    for (const end of ['-1-continued.jpg', '-1-without-words.jpg', '-1-dish.webp'])
      expect(names(end)).toHaveLength(1);
    const listed = (data.generations as { files: string[] }[]).flatMap(({ files: own }) => own);
    expect(names('pictures/')).toEqual(listed);
  });
});
