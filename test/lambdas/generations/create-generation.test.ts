import { setTimeout as sleep } from 'node:timers/promises';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { transactionCanceled } from 'local-cloud/front-door/call-faults.ts';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { maxDailyGenerations } from '#lambdas/generations/limits.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { overlayOfPromo } from '#shared/domain/overlay.ts';
import { htmlPhoto, hugePhoto, onePixelPhoto } from '#test/support/photos.ts';
import { menuRequest, startGenerations, studioRequest } from './harness.ts';
import { jpeg } from './photos.ts';

const cloud = startGenerations({ models: 'plain' });

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

/** Nothing was charged, nothing runs, nothing was recorded. */
async function expectNothingDone(user: string, before: number): Promise<void> {
  expect(await cloud.books(user)).toMatchObject({ available: before, openGenerations: 0 });
  const items = await cloud.table.allItems();
  expect(items.filter(({ pk, sk }) => pk === `USER#${user}` && String(sk).startsWith('GENERATION#'))).toEqual(
    [],
  );
  expect(items.filter(({ pk, sk }) => pk === 'OPEN' && String(sk).includes(user))).toEqual([]);
}

describe('creating a generation', () => {
  // T2.D1
  it('is refused, and charges nothing, once a user has begun as many as a day allows', async () => {
    const user = await cloud.signUp('pro');
    await dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk: `USER#${user}`, sk: 'ACCOUNT#CREDITS' },
        UpdateExpression: 'SET generationDay = :today, generationsOfDay = :all',
        ExpressionAttributeValues: { ':today': nowIso().slice(0, 10), ':all': maxDailyGenerations.pro },
      }),
    );
    const { status, headers, body } = await cloud.create(user, studioRequest());
    expect({ status, code: body.code }).toEqual({ status: 429, code: 'daily_limit_reached' });
    expect(body.detail).toMatch(/500 images today.*Nothing was charged/);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await expectNothingDone(user, 12);
  });

  it('charges one credit and opens a generation, in the words of the spec', async () => {
    const user = await cloud.signUp('pro');
    const request = studioRequest({
      studio: {
        formatId: 'story_vertical',
        creationPath: 'ugc',
        filter: { id: 'synthwave' },
        scene: { text: 'A quiet table by the sea' },
        promoText: ' Two  for one ',
        avatarGender: 'female',
        customPrompt: 'more basil',
      },
    });
    const { status, body } = await cloud.create(user, request);
    expect(status).toBe(202);
    // C3.18, C3.19, C3.21, C7.25
    expect(body).toEqual({
      id: request.id,
      kind: 'studio',
      state: 'queued',
      step: 'queued',
      createdAt: expect.any(String),
      finishedAt: null,
      menuItemName: 'Classic Burger',
      templateName: 'Story Vertical',
      width: 1080,
      height: 1920,
      source: { type: 'sample', itemId: 'burger' },
      framing: { x: 0.5, y: 0.5 },
      foodLock: false,
      studio: {
        formatId: 'story_vertical',
        creationPath: 'ugc',
        adjustment: null,
        cameraAngle: null,
        filter: { id: 'synthwave' },
        scene: { text: 'A quiet table by the sea' },
        customPrompt: 'more basil',
        promoText: 'Two for one',
        promoPosition: 'top',
        promoLook: null,
        avatarGender: 'female',
        avatarEthnicity: 'random',
      },
      menu: null,
      wholeMenu: null,
      overlay: overlayOfPromo({ promoText: 'Two for one', promoPosition: 'top' }),
      formerOverlays: [],
      words: null,
      favourite: false,
      collections: [],
      prompt: expect.stringMatching(
        /^Create an appetising marketing image of "Classic Burger"(.|\n)*more basil/,
      ),
      originalUrl: null,
      variations: [],
      cover: 0,
      watermarked: false,
      fallback: false,
      refunded: false,
      message: null,
      redoOf: null,
      isLastRedo: false,
      redo: null,
    });
    // C1.4, C7.21
    expect(await cloud.books(user)).toMatchObject({
      available: 11,
      openGenerations: 1,
      causes: [`spend#${request.id}`, 'plan#1', 'free#sign-up'],
    });
  });

  // C6.30
  it('queues it by the stream: on the priority queue for Pro', async () => {
    for (const [tier, queue] of [
      ['pro', 'priority'],
      ['starter', 'standard'],
    ] as const) {
      const user = await cloud.signUp(tier);
      const { id } = await cloud.created(user, studioRequest());
      expect(await cloud.publishInsert(user, id)).toEqual({ batchItemFailures: [] });
      expect(cloud.messages.pop()).toEqual({
        queue,
        body: JSON.stringify({ userId: user, generationId: id }),
        delaySeconds: 0,
      });
    }
  });

  it('tells the stream when the queue does not take it', async () => {
    const user = await cloud.signUp();
    const { id } = await cloud.created(user, studioRequest());
    cloud.faults.add({ service: 'sqs', times: 9, action: { kind: 'drop-request' } });
    expect(await cloud.publishInsert(user, id)).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
  });

  // C7.22
  it('makes one generation of the same request sent ten times at once', async () => {
    const user = await cloud.signUp('starter');
    const request = studioRequest();
    const replies = await Promise.all(Array.from({ length: 10 }, () => cloud.create(user, request)));
    for (const { status, body } of replies) {
      expect(status).toBe(202);
      expect(body.id).toBe(request.id);
    }
    // C7.32
    expect(await cloud.books(user)).toMatchObject({ available: 11, openGenerations: 1 });
  });

  // C7.32
  it('returns the same generation later too, whatever the clock says by then', async () => {
    const user = await cloud.signUp('starter');
    const request = studioRequest();
    const first = await cloud.created(user, request);
    expect(await cloud.created(user, request)).toEqual(first);
    expect(await cloud.books(user)).toMatchObject({ available: 11 });
  });

  // T2.R1
  it('refuses the same id for another request', async () => {
    const user = await cloud.signUp('starter');
    const request = studioRequest();
    await cloud.created(user, request);
    const other = await cloud.create(user, { ...request, productName: 'Another dish' });
    expect(other).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await cloud.books(user)).toMatchObject({ available: 11 });
  });

  it('is the same request with a food lock that is off, and another with one that is on', async () => {
    const user = await cloud.signUp('starter');
    const request = studioRequest();
    const first = await cloud.created(user, request);
    expect(await cloud.created(user, { ...request, foodLock: false })).toEqual(first);
    expect(await cloud.create(user, { ...request, foodLock: true })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
  });

  it('locks the dish in the studio where that is chosen, in the Menu Pack unless the plate is new', async () => {
    const user = await cloud.signUp('pro');
    const locked = async (request: object) => (await cloud.created(user, request)).foodLock;
    expect(await locked(studioRequest({ foodLock: true }))).toBe(true);
    expect(await locked(studioRequest())).toBe(false);
    expect(await locked(menuRequest())).toBe(true);
    expect(await locked(menuRequest({ menu: { plateStyle: 'rustic' } }))).toBe(false);
  });

  it('starts exactly two of twenty simultaneous generations on two credits', async () => {
    const user = await cloud.signUp();
    const replies = await Promise.all(Array.from({ length: 20 }, () => cloud.create(user, studioRequest())));
    const started = replies.filter(({ status }) => status === 202);
    const refused = replies.filter(({ status }) => status === 402);
    expect([started.length, refused.length]).toEqual([2, 18]);
    // C5.16
    expect(refused[0]?.body).toMatchObject({
      code: 'insufficient_credits',
      detail: 'You need at least 1 credit to generate 2 variations. Purchase more credits to continue.',
    });
    expect(await cloud.books(user)).toMatchObject({ available: 0, openGenerations: 2 });
  });

  it('holds a user to the generations that the plan may run at once', async () => {
    const user = await cloud.signUp('starter');
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await cloud.create(user, studioRequest())).status);
    // T2.D2, V2.3.2, V2.4.1, V15.2.2
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    expect(await cloud.books(user)).toMatchObject({ available: 7, openGenerations: 5 });
  });

  it('stops at the tier’s model budget of the day, charging nothing', async () => {
    const before = process.env.DAILY_MODEL_BUDGET;
    try {
      // One stylised generation is expected to cost 0.21 dollars.
      process.env.DAILY_MODEL_BUDGET =
        '{"free":0.1,"starter":0.1,"pro":0.22,"promptTests":0,"photos":0,"posts":0}';
      await cloud.reset();
      const rich = await cloud.signUp('pro');
      const request = () => studioRequest({ studio: { filter: { id: 'anime' } } });
      expect((await cloud.create(rich, request())).status).toBe(202);
      // T2.D2, T7.D1, V2.3.2, V15.2.2
      expect(await cloud.create(rich, request())).toMatchObject({
        status: 429,
        body: { code: 'daily_budget_reached' },
      });
      expect(await cloud.books(rich)).toMatchObject({ available: 11, openGenerations: 1 });
      const poor = await cloud.signUp('starter');
      expect((await cloud.create(poor, studioRequest())).body).toMatchObject({
        code: 'daily_budget_reached',
      });
      await expectNothingDone(poor, 12);
    } finally {
      process.env.DAILY_MODEL_BUDGET = before;
    }
  });

  it('goes on through transaction conflicts', async () => {
    const user = await cloud.signUp();
    cloud.faults.add({
      service: 'dynamodb',
      operation: 'TransactWriteItems',
      times: 3,
      action: {
        kind: 'error',
        error: transactionCanceled(['TransactionConflict', 'None', 'None', 'None', 'None']),
      },
    });
    await cloud.created(user, studioRequest());
    // C8.28
    expect(await cloud.books(user)).toMatchObject({ available: 1, openGenerations: 1 });
  });

  // C8.28
  it('charges once when it dies after any of its writes and is sent again', async () => {
    let ended = false;
    for (let calls = 1; !ended; calls += 1) {
      const user = await cloud.signUp('starter');
      const request = studioRequest();
      ended = !(await cloud.killAfterWrites(calls, () => cloud.create(user, request)));
      await cloud.created(user, request);
      // C7.22
      expect(await cloud.books(user)).toMatchObject({ available: 11, openGenerations: 1 });
      expect(calls).toBeLessThan(20);
    }
  });
});

describe('what a plan does not allow', () => {
  const refusals: [string, 'free' | 'starter' | 'pro', object, number, object][] = [
    [
      'another format than square',
      'starter',
      studioRequest({ studio: { formatId: 'story_vertical' } }),
      403,
      { code: 'format_locked', title: 'Upgrade to Pro for more formats' },
    ],
    [
      'a filter by name on Free',
      'free',
      studioRequest({ studio: { filter: { id: 'popcrush' } } }),
      403,
      {
        code: 'random_only',
        title: 'Free plan: Use Random button only',
        detail: 'Upgrade to Starter or Pro to choose specific filters.',
      },
    ],
    [
      'a Pro filter',
      'starter',
      studioRequest({ studio: { filter: { id: 'synthwave' } } }),
      403,
      { code: 'filter_locked', detail: 'This filter is locked in your current plan.' },
    ],
    [
      'custom instructions',
      'starter',
      studioRequest({ studio: { customPrompt: 'more basil' } }),
      403,
      { code: 'feature_locked' },
    ],
    [
      'a custom scene on Free',
      'free',
      studioRequest({ studio: { scene: { text: 'On the moon' } } }),
      403,
      { code: 'feature_locked', detail: 'Custom scenes available on Starter and Pro plans' },
    ],
    [
      'an avatar',
      'starter',
      studioRequest({ studio: { avatarGender: 'male' } }),
      403,
      { code: 'feature_locked' },
    ],
    [
      'the menu pack',
      'starter',
      menuRequest(),
      403,
      { code: 'feature_locked', detail: 'Menu Enhancer Pack is Pro only' },
    ],
  ];
  // C6.35
  it.each(refusals)('%s is refused and not charged', async (_, tier, request, status, problem) => {
    const user = await cloud.signUp(tier);
    const reply = await cloud.create(user, { ...request, id: ulid() });
    expect(reply).toMatchObject({ status, body: problem });
    await expectNothingDone(user, tier === 'free' ? 2 : 12);
  });

  // C6.37
  it('a scene after the fifth is refused, the fifth is not', async () => {
    const { foodScenes } = await import('#shared/domain/scenes.ts');
    const user = await cloud.signUp('starter');
    const sceneRequest = (index: number) =>
      studioRequest({ studio: { scene: { id: foodScenes[index]?.id } } });
    expect(await cloud.create(user, sceneRequest(5))).toMatchObject({
      status: 403,
      body: { code: 'scene_locked' },
    });
    expect(await cloud.create(user, sceneRequest(4))).toMatchObject({ status: 202 });
  });
});

describe('a random pick', () => {
  const free = { look: 'filter', creationPath: 'social' };

  it('is one that the plan allows, and pays for itself on Free', async () => {
    const user = await cloud.signUp();
    const { status, body } = await cloud.call(user, 'pickRandom', { body: free });
    expect(status).toBe(200);
    expect(['popcrush', 'luxeglow', 'flamerush', 'frostbite']).toContain(body.id);
    const generation = await cloud.created(user, studioRequest({ studio: { filter: { pick: body.token } } }));
    expect(generation.studio?.filter).toEqual({ id: body.id });
  });

  it('of a filter without a creation path is for pictures without one: both variations, and the redo', async () => {
    const user = await cloud.signUp();
    const { status, body } = await cloud.call(user, 'pickRandom', {
      body: { look: 'filter', creationPath: null },
    });
    expect(status).toBe(200);
    const filter = { pick: body.token };
    expect(await cloud.create(user, studioRequest({ studio: { filter } }))).toMatchObject({
      status: 400,
      body: { code: 'pick_invalid' },
    });
    const { id } = await cloud.generate(user, studioRequest({ studio: { creationPath: null, filter } }));
    const done = await cloud.get(user, id);
    const studio = { creationPath: null, filter: { id: body.id } };
    expect(done).toMatchObject({ state: 'done', studio });
    expect(done.variations).toHaveLength(2);

    const redo = { id: ulid(), reason: 'dish_changed' };
    const { status: accepted } = await cloud.call(user, 'redoGeneration', {
      params: { generationId: id },
      body: redo,
    });
    expect(accepted).toBe(202);
    await cloud.workOn(user, redo.id);
    const again = await cloud.get(user, redo.id);
    expect(again).toMatchObject({ state: 'done', studio });
    expect(again.variations).toHaveLength(2);
    const prompts = [await cloud.stored(user, id), await cloud.stored(user, redo.id)].map(
      ({ prompt }) => prompt,
    );
    expect(prompts[1]).toBe(prompts[0]);
  });

  it('of a scene needs a creation path', async () => {
    const user = await cloud.signUp();
    const body = { look: 'scene', creationPath: null };
    expect(await cloud.call(user, 'pickRandom', { body })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', detail: 'A scene needs a creation path' },
    });
  });

  it('of a scene is among the first five of its path', async () => {
    const { influencerScenes } = await import('#shared/domain/scenes.ts');
    const user = await cloud.signUp();
    const allowed = influencerScenes.slice(0, 5).map(({ id }) => id);
    const drawn = new Set<string>();
    for (let n = 0; n < 40; n += 1) {
      const { body } = await cloud.call(user, 'pickRandom', { body: { look: 'scene', creationPath: 'ugc' } });
      drawn.add(body.id);
    }
    expect([...drawn].every((id) => allowed.includes(id))).toBe(true);
    expect(drawn.size).toBeGreaterThan(1);
  });

  it('is refused when it is forged, somebody else’s, or for something else', async () => {
    const user = await cloud.signUp();
    const { body } = await cloud.call(user, 'pickRandom', { body: free });
    const stranger = await cloud.signUp();
    const [payload, signature] = body.token.split('.');
    const pick = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const altered = Buffer.from(JSON.stringify({ ...pick, id: 'synthwave' })).toString('base64url');
    const attempts: [string, object][] = [
      [user, { filter: { pick: `${altered}.${signature}` } }],
      [user, { filter: { pick: payload } }],
      [user, { filter: { pick: 'x' } }],
      [stranger, { filter: { pick: body.token } }],
      [user, { creationPath: 'ugc', filter: { pick: body.token } }],
      [user, { creationPath: null, filter: { pick: body.token } }],
      [user, { scene: { pick: body.token } }],
    ];
    for (const [who, studio] of attempts) {
      expect(await cloud.create(who, studioRequest({ studio }))).toMatchObject({
        status: 400,
        body: { code: 'pick_invalid' },
      });
    }
    await expectNothingDone(user, 2);
  });
});

describe('bad input', () => {
  const ids = () => ulid();
  const invalid: [string, () => object, string][] = [
    ['an unknown field', () => studioRequest({ price: 0 }), ''],
    ['a prompt', () => studioRequest({ studio: { prompt: 'anything' } }), ''],
    [
      'a URL for a source',
      () => studioRequest({ source: { type: 'url', url: 'http://169.254.169.254/' } }),
      '',
    ],
    ['a wrong type', () => studioRequest({ productName: 7 }), ''],
    [
      'no product name',
      () => studioRequest({ productName: '  ' }),
      'Invalid input: Product name is required',
    ],
    [
      'an invisible product name',
      () => studioRequest({ productName: '\u200b\u200b' }),
      'Invalid input: Product name is required',
    ],
    [
      'a long product name',
      () => studioRequest({ productName: 'x'.repeat(101) }),
      'Invalid input: Product name too long',
    ],
    [
      'a long custom prompt',
      () => studioRequest({ studio: { customPrompt: 'x'.repeat(1001) } }),
      'Invalid input: Custom prompt too long',
    ],
    [
      'a long promo text',
      () => studioRequest({ studio: { promoText: 'x'.repeat(101) } }),
      'Invalid input: Promo text too long',
    ],
    [
      'a long scene',
      () => studioRequest({ studio: { scene: { text: 'x'.repeat(501) } } }),
      'Invalid input: Influencer prompt too long',
    ],
    [
      'an emoji in promo text',
      () => studioRequest({ studio: { promoText: 'Hot 🔥' } }),
      'Invalid input: Promotional text cannot show 🔥 (Latin, Greek, Cyrillic, Hebrew and Arabic letters, numbers and punctuation can)',
    ],
    [
      'an unknown format',
      () => studioRequest({ studio: { formatId: 'poster' } }),
      'Invalid input: Unknown format',
    ],
    [
      'an unknown filter',
      () => studioRequest({ studio: { filter: { id: 'sepia' } } }),
      'Invalid input: Unknown filter',
    ],
    [
      'an unknown scene',
      () => studioRequest({ studio: { scene: { id: 'nowhere' } } }),
      'Invalid input: Unknown scene',
    ],
    [
      'a scene without a path',
      () => studioRequest({ studio: { creationPath: null, scene: { text: 'a beach' } } }),
      'Invalid input: A scene needs a creation path',
    ],
    [
      'an unknown angle',
      () => studioRequest({ studio: { cameraAngle: 'below' } }),
      'Invalid input: Unknown camera angle',
    ],
    [
      'a camera angle under the food lock',
      () => studioRequest({ foodLock: true, studio: { cameraAngle: 'overhead' } }),
      'Invalid input: Another camera angle would redraw the dish that is to stay exactly as it is',
    ],
    [
      'a framing beyond the photo without the food lock',
      () => studioRequest({ framing: { x: 0.5, y: 0.5, zoom: 0.5 } }),
      'Invalid input: A dish that is larger than the picture can be shown whole only while it is kept exactly as it is.',
    ],
    [
      'a framing beyond the photo with a new plate',
      () => menuRequest({ framing: { x: 0.5, y: 0.5, zoom: 0.5 }, menu: { plateStyle: 'rustic' } }),
      'Invalid input: A dish that is larger than the picture can be shown whole only while it is kept exactly as it is.',
    ],
    [
      'an unknown enhancement',
      () => studioRequest({ studio: { adjustment: 'sharpen' } }),
      'Invalid input: Unknown enhancement',
    ],
    [
      'an unknown avatar',
      () => studioRequest({ studio: { avatarGender: 'robot' } }),
      'Invalid input: Unknown avatar',
    ],
    [
      'an unknown platform',
      () => menuRequest({ menu: { platform: 'menulog' } }),
      'Invalid input: Unknown platform',
    ],
    [
      'an unknown image type',
      () => menuRequest({ menu: { imageType: 'poster' } }),
      'Invalid input: Unknown image type',
    ],
    [
      'an unknown background',
      () => menuRequest({ menu: { backgroundStyle: 'lava' } }),
      'Invalid input: Unknown background style',
    ],
    ['no platform', () => menuRequest({ menu: { platform: '' } }), 'Invalid input: Platform is required'],
    ['an id that is no ULID', () => studioRequest({ id: 'abc' }), 'Invalid input: Invalid id'],
    ['a framing outside the photo', () => studioRequest({ framing: { x: 2, y: 0 } }), ''],
  ];
  // C7.17
  it.each(invalid)('%s is told as such and not charged', async (_, request, detail) => {
    const user = await cloud.signUp('pro');
    const reply = await cloud.create(user, request());
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(reply.body.detail).toMatch(/^Invalid input: ./);
    if (detail) expect(reply.body.detail).toBe(detail);
    await expectNothingDone(user, 12);
  });

  it('an id of another time is refused', async () => {
    const user = await cloud.signUp();
    for (const minutes of [-11, 11]) {
      const id = ulid(Date.now() + minutes * 60_000);
      expect(await cloud.create(user, studioRequest({ id }))).toMatchObject({
        status: 400,
        body: { code: 'id_out_of_time' },
      });
    }
    expect((await cloud.create(user, studioRequest({ id: ulid(Date.now() - 9 * 60_000) }))).status).toBe(202);
  });

  it('sources that do not exist, or are somebody else’s, are refused alike', async () => {
    const owner = await cloud.signUp('starter');
    const uploadId = await cloud.upload(owner, await jpeg());
    const generation = await cloud.generate(owner, studioRequest());
    const running = await cloud.created(owner, studioRequest());
    const user = await cloud.signUp();
    const attempts: [string, object, string][] = [
      [user, { type: 'upload', uploadId }, 'upload_missing'],
      [user, { type: 'upload', uploadId: ids() }, 'upload_missing'],
      [user, { type: 'generation', generationId: generation.id, variation: 0 }, 'not_found'],
      [user, { type: 'generation', generationId: ids(), variation: 0 }, 'not_found'],
      [owner, { type: 'generation', generationId: running.id, variation: 0 }, 'not_ready'],
      [user, { type: 'sample', itemId: '../config.json' }, 'not_found'],
    ];
    for (const [who, source, code] of attempts) {
      expect((await cloud.create(who, studioRequest({ source }))).body).toMatchObject({ code });
    }
    await expectNothingDone(user, 2);
  });
});

describe('an upload', () => {
  // C5.20, T3.T1, V5.2.2
  it.each([
    ['HTML with a photo’s name', async () => htmlPhoto().bytes, 'Please choose a JPG, PNG or WebP photo'],
    ['a few bytes', async () => Buffer.from('hi'), 'Please choose a JPG, PNG or WebP photo'],
    [
      '60 megapixels',
      async () => hugePhoto().bytes,
      'This photo has 60 megapixels; please choose one of at most 50',
    ],
    [
      'a little more than 50 megapixels',
      async () => hugePhoto(5_001).bytes,
      'This photo has 51 megapixels; please choose one of at most 50',
    ],
    [
      'one pixel',
      async () => (await onePixelPhoto()).bytes,
      'This photo has 1 × 1 pixels; it needs at least 64 on each side',
    ],
  ])('of %s is refused before it is charged', async (_, make, detail) => {
    const user = await cloud.signUp();
    const uploadId = await cloud.upload(user, await make());
    const reply = await cloud.create(user, studioRequest({ source: { type: 'upload', uploadId } }));
    expect(reply).toMatchObject({ status: 422, body: { code: 'upload_unreadable', detail } });
    await expectNothingDone(user, 2);
  });

  it('of 12 MB gets no address', async () => {
    const user = await cloud.signUp();
    const reply = await cloud.call(user, 'createUpload', {
      body: { contentType: 'image/jpeg', contentLength: 12 * 1024 * 1024 },
    });
    // C5.20
    expect(reply).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', detail: 'Invalid input: Please choose a photo under 10 MB' },
    });
  });

  it('of another type gets no address', async () => {
    const user = await cloud.signUp();
    const reply = await cloud.call(user, 'createUpload', {
      body: { contentType: 'image/svg+xml', contentLength: 100 },
    });
    // C5.20
    expect(reply.body.detail).toBe('Invalid input: Please choose a JPG, PNG or WebP photo');
  });

  // C5.20, T3.S1, V5.2.1
  it('must be of the type and length that were signed, and comes once', async () => {
    const user = await cloud.signUp();
    const file = new Uint8Array(await jpeg());
    const { body } = await cloud.call(user, 'createUpload', {
      body: { contentType: 'image/jpeg', contentLength: file.length },
    });
    const put = (headers: Record<string, string>, content = file) =>
      fetch(body.url, { method: 'PUT', headers: { ...body.headers, ...headers }, body: content });
    expect((await put({ 'content-type': 'text/html' })).status).toBe(403);
    expect((await put({}, file.slice(0, 100))).status).toBe(403);
    const withoutCondition = await fetch(body.url, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body: file,
    });
    expect(withoutCondition.status).toBe(403);
    expect((await put({})).status).toBe(200);
    expect((await put({})).status).toBe(412);
  });

  it('that was announced and never came is missing', async () => {
    const user = await cloud.signUp();
    const { body } = await cloud.call(user, 'createUpload', {
      body: { contentType: 'image/jpeg', contentLength: 5 },
    });
    const source = { type: 'upload', uploadId: body.uploadId };
    expect(await cloud.create(user, studioRequest({ source }))).toMatchObject({
      status: 409,
      body: { code: 'upload_missing' },
    });
  });

  it('serves several generations, each with its own credit', async () => {
    const user = await cloud.signUp('starter');
    const { available } = await cloud.books(user);
    const uploadId = await cloud.upload(user, await jpeg());
    const ids = new Set<string>();
    for (let n = 0; n < 2; n += 1) {
      const { id } = await cloud.created(user, studioRequest({ source: { type: 'upload', uploadId } }));
      ids.add(id);
      await sleep(2);
    }
    expect(ids.size).toBe(2);
    expect(await cloud.books(user)).toMatchObject({ available: available - 2, openGenerations: 2 });
  });
});
