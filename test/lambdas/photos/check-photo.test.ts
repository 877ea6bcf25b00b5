import { PutCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeRule } from '#lambdas/admin/change-rule.ts';
import { findPhoto, replaceWork } from '#lambdas/photos/photo-store.ts';
import { maxDailyUses } from '#lambdas/platform/daily-use-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { startGenerations, studioRequest } from '#test/lambdas/generations/harness.ts';
import { hasWatermark } from '#test/lambdas/generations/has-watermark.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { truncatedPhoto } from '#test/support/photos.ts';

const cloud = startGenerations({ models: 'plain' });

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

async function uploaded(file: Buffer) {
  const user = await cloud.signUp('pro');
  const uploadId = await cloud.upload(user, file);
  const { body } = await cloud.callPhotos(user, 'createPhoto', {
    body: { source: { type: 'upload', uploadId } },
  });
  const photoId: string = body.id;
  const check = (platform: string, imageType: string) => ({ params: { photoId, platform, imageType } });
  return { user, photoId, check };
}

/** Hands every message of the queue for photos to the worker. */
async function work() {
  for (const message of cloud.messages.splice(0)) {
    expect(message.queue).toBe('photos');
    expect(await cloud.workOnPhoto(JSON.parse(message.body))).toEqual({ batchItemFailures: [] });
  }
}

/** Counts uses of today. */
async function setUses(user: string, kind: 'facts' | 'repair', uses: number) {
  const sk = `USE#${kind}#${new Date().toISOString().slice(0, 10)}`;
  await dynamodb().send(new PutCommand({ TableName: tableName(), Item: { pk: `USER#${user}`, sk, uses } }));
}

describe('the check of a photo', () => {
  it('is measured once, and then answers for every platform', async () => {
    const { user, check } = await uploaded(await jpeg(1600, 1200));
    const before = await cloud.callPhotos(user, 'getPhotoCheck', check('grubhub', 'square'));
    expect(before).toMatchObject({ status: 200, body: { state: null, routes: [], repair: null } });
    const asked = await cloud.callPhotos(user, 'createPhotoCheck', check('grubhub', 'square'));
    expect(asked).toMatchObject({ status: 202, body: { state: 'making', unfinished: true, routes: [] } });
    await cloud.callPhotos(user, 'createPhotoCheck', check('grubhub', 'square'));
    expect(cloud.messages).toHaveLength(1);
    await work();
    const { body } = await cloud.callPhotos(user, 'getPhotoCheck', check('grubhub', 'square'));
    expect(body).toMatchObject({ state: 'made', unfinished: false });
    expect(body.routes.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual([
      'grubhub-item-api',
      'grubhub-item-portal',
    ]);
    expect(body.routes[0].results[0]).toMatchObject({
      check: 'pixels',
      verdict: 'pass',
      measured: '1600×1200 px',
      source: { name: 'Grubhub developer portal', readOn: '2026-08-27' },
    });
    expect(body.routes[1]).toMatchObject({ verdict: 'fail', repairs: ['crop', 'format'] });
    // Another platform needs no other measuring.
    const other = await cloud.callPhotos(user, 'createPhotoCheck', check('justeat', 'square'));
    expect(other.body).toMatchObject({ state: 'made', routes: [{ verdict: 'unverified' }] });
    expect(cloud.messages).toEqual([]);
  });

  it('knows more when the dish was cut out and read', async () => {
    const { user, photoId, check } = await uploaded(await jpeg(1600, 1200));
    await cloud.callPhotos(user, 'createPhotoCheck', check('uber', 'menu'));
    const lines = async () => {
      const { body } = await cloud.callPhotos(user, 'getPhotoCheck', check('uber', 'menu'));
      return new Map<string, string>(
        body.routes[0].results.map(({ check, measured }: { check: string; measured: string }) => [
          check,
          measured,
        ]),
      );
    };
    await work();
    expect((await lines()).get('centred')).toBe('not looked at');
    expect((await lines()).get('people')).toBe('not looked at');
    await cloud.callPhotos(user, 'createCutOut', { params: { photoId } });
    await cloud.callPhotos(user, 'createReading', { params: { photoId } });
    const { body } = await cloud.callPhotos(user, 'getPhotoCheck', check('uber', 'menu'));
    expect(body.unfinished).toBe(true);
    await work();
    expect((await lines()).get('centred')).toBe('in the middle');
    expect((await lines()).get('people')).toBe('nobody seen');
    // A person says that the dish is at the left.
    const { body: mask } = await cloud.callPhotos(user, 'getMask', { params: { photoId } });
    const { width, height } = mask;
    const data = Buffer.alloc(width * height);
    for (let at = 0; at < data.length; at += 1) data[at] = at % width < width / 4 ? 255 : 0;
    const png = await sharp(data, { raw: { width, height, channels: 1 } })
      .toColourspace('b-w')
      .png()
      .toBuffer();
    await cloud.callPhotos(user, 'putMask', { params: { photoId }, body: { png: png.toString('base64') } });
    expect((await lines()).get('centred')).toBe('38 % too far left');
    await cloud.callPhotos(user, 'deleteMask', { params: { photoId } });
    expect((await lines()).get('centred')).toBe('in the middle');
  });

  it('says so where the file cannot be decoded', async () => {
    const { user, check } = await uploaded(truncatedPhoto().bytes);
    await cloud.callPhotos(user, 'createPhotoCheck', check('uber', 'menu'));
    await work();
    expect(await cloud.callPhotos(user, 'getPhotoCheck', check('uber', 'menu'))).toMatchObject({
      body: {
        state: 'failed',
        message: 'We could not read this photo. Please try another file.',
        unfinished: false,
        routes: [],
      },
    });
  });

  it('is of the own photo, and of a platform that exists', async () => {
    const { check } = await uploaded(await jpeg());
    const stranger = await cloud.signUp('pro');
    for (const route of ['getPhotoCheck', 'createPhotoCheck'] as const)
      expect((await cloud.callPhotos(stranger, route, check('uber', 'menu'))).status).toBe(404);
    const { user, check: own } = await uploaded(await jpeg());
    for (const [platform, type] of [
      ['uber', 'header'],
      ['wolt', 'menu'],
    ] as const)
      expect(await cloud.callPhotos(user, 'createPhotoCheck', own(platform, type))).toMatchObject({
        status: 404,
        body: { detail: 'There is no such platform or image type' },
      });
  });

  it('uses the rules as operators changed them, as the requirements on the screen do', async () => {
    const { user, check } = await uploaded(await jpeg(1600, 1200));
    await cloud.callPhotos(user, 'createPhotoCheck', check('justeat', 'square'));
    await work();
    const change = {
      minimum: { width: 2000, height: 1500 },
      maximum: null,
      ratio: null,
      formats: ['jpeg' as const],
      maxBytes: null,
      advised: [],
      content: {},
      source: { name: 'Just Eat partner help', collection: null, readOn: '2026-11-20' },
    };
    await changeRule('justeat-item-ours', change, 'test', undefined);
    const { body } = await cloud.callPhotos(user, 'getPhotoCheck', check('justeat', 'square'));
    expect(body.routes[0]).toMatchObject({ verdict: 'fail', repairs: ['resize'] });
    expect(body.routes[0].results[0]).toMatchObject({
      source: change.source,
      required: 'at least 2000×1500 px',
    });
    const shown = await cloud.callPhotos(user, 'getPlatformRules', {
      params: { platform: 'justeat', imageType: 'thumbnail' },
    });
    expect(shown.body.rules).toMatchObject([{ ...change, size: 'At least 2000×1500 px' }]);
    await changeRule('justeat-item-ours', null, 'test', undefined);
    const back = await cloud.callPhotos(user, 'getPhotoCheck', check('justeat', 'square'));
    expect(back.body.routes[0].verdict).toBe('unverified');
  });

  it('is limited per day', async () => {
    const { user, photoId, check } = await uploaded(await jpeg());
    await cloud.callPhotos(user, 'createPhotoCheck', check('uber', 'menu'));
    await work();
    await setUses(user, 'facts', maxDailyUses.facts);
    await replaceWork(await findPhoto(user, photoId), 'facts', { state: 'failed' });
    expect(await cloud.callPhotos(user, 'createPhotoCheck', check('uber', 'menu'))).toMatchObject({
      status: 429,
      body: { code: 'daily_limit_reached' },
    });
  });
});

describe('the repair of a photo', () => {
  const repair = (user: string, check: { params: Record<string, string> }, ruleId: string) =>
    cloud.callPhotos(user, 'createRepair', { ...check, body: { ruleId } });

  it('makes the file that the platform asks for, to be downloaded', async () => {
    const { user, check } = await uploaded(await jpeg(1600, 1600));
    const at = check('doordash', 'header');
    await cloud.callPhotos(user, 'createPhotoCheck', at);
    expect(await repair(user, at, 'doordash-cover-portal')).toMatchObject({
      status: 409,
      body: { code: 'not_ready' },
    });
    await work();
    const asked = await repair(user, at, 'doordash-cover-portal');
    expect(asked).toMatchObject({
      status: 202,
      body: { unfinished: true, repair: { state: 'making', ruleId: 'doordash-cover-portal', file: null } },
    });
    // A second tap asks for nothing more.
    await repair(user, at, 'doordash-cover-portal');
    expect(cloud.messages).toHaveLength(1);
    await work();
    const { body } = await cloud.callPhotos(user, 'getPhotoCheck', at);
    const { file } = body.repair;
    expect(body.repair).toMatchObject({ state: 'made', message: null });
    expect(file.fixes).toEqual(['crop']);
    expect(file.results.filter(({ verdict }: { verdict: string }) => verdict === 'fail')).toEqual([]);
    const saved = await fetch(file.url);
    expect(saved.headers.get('content-disposition')).toContain(
      `platepost-doordash-header-${file.width}x${file.height}.jpg`,
    );
    const picture = await sharp(Buffer.from(await saved.arrayBuffer())).metadata();
    expect(picture).toMatchObject({ format: 'jpeg', width: file.width, height: file.height });
    expect(file.width / file.height).toBeCloseTo(16 / 9, 1);
    // It belongs to that platform alone.
    const other = await cloud.callPhotos(user, 'getPhotoCheck', check('uber', 'menu'));
    expect(other.body.repair).toBeNull();
  });

  it('of another rule replaces it, also while the first is being made', async () => {
    const { user, check } = await uploaded(await jpeg(1600, 1100));
    const at = check('grubhub', 'square');
    await cloud.callPhotos(user, 'createPhotoCheck', at);
    await work();
    await repair(user, at, 'grubhub-item-api');
    await repair(user, at, 'grubhub-item-portal');
    await work();
    const { body } = await cloud.callPhotos(user, 'getPhotoCheck', at);
    expect(body.repair).toMatchObject({ state: 'made', ruleId: 'grubhub-item-portal' });
    const png = Buffer.from(await (await fetch(body.repair.file.url)).arrayBuffer());
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1100, height: 1100 });
  });

  it('counts each change of the rule, also while the first is being made', async () => {
    const { user, check } = await uploaded(await jpeg(1600, 1100));
    const at = check('grubhub', 'square');
    await cloud.callPhotos(user, 'createPhotoCheck', at);
    await work();
    await setUses(user, 'repair', maxDailyUses.repair - 10);
    const askInTurn = (turn: number) =>
      repair(user, at, turn % 2 === 0 ? 'grubhub-item-api' : 'grubhub-item-portal');
    for (let turn = 0; turn < 10; turn += 1) expect((await askInTurn(turn)).status).toBe(202);
    expect(await askInTurn(10)).toMatchObject({ status: 429, body: { code: 'daily_limit_reached' } });
    expect(cloud.messages).toHaveLength(10);
    await work();
  });

  it('of one rule is not replaced by that of another which was asked for before and is written later', async () => {
    const { user, check } = await uploaded(await jpeg(1600, 1100));
    const at = check('grubhub', 'square');
    await cloud.callPhotos(user, 'createPhotoCheck', at);
    await work();
    await repair(user, at, 'grubhub-item-api');
    cloud.faults.add({
      service: 's3',
      operation: 'PutObject',
      times: 1,
      action: {
        kind: 'before',
        run: async () => {
          await repair(user, at, 'grubhub-item-portal');
          await work();
        },
      },
    });
    await work();
    const { body } = await cloud.callPhotos(user, 'getPhotoCheck', at);
    expect(body.repair).toMatchObject({ state: 'made', ruleId: 'grubhub-item-portal' });
    const png = Buffer.from(await (await fetch(body.repair.file.url)).arrayBuffer());
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1100, height: 1100 });
  });

  it('is refused where nothing can be repaired, and for a rule of another platform', async () => {
    const { user, check } = await uploaded(await jpeg(1600, 1200));
    const at = check('grubhub', 'square');
    await cloud.callPhotos(user, 'createPhotoCheck', at);
    await work();
    expect(await repair(user, at, 'grubhub-item-api')).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_repair' },
    });
    expect((await repair(user, at, 'uber-item-portal')).status).toBe(404);
  });

  describe('of a generated picture', () => {
    const at = (photoId: string) => ({ params: { photoId, platform: 'uber', imageType: 'menu' } });

    async function generated(tier: 'free' | 'starter') {
      const user = await cloud.signUp(tier);
      const { id: generationId } = await cloud.generate(user, studioRequest());
      const source = { type: 'generation', generationId, variation: 0 };
      const { body } = await cloud.callPhotos(user, 'createPhoto', { body: { source } });
      await cloud.callPhotos(user, 'createPhotoCheck', at(body.id));
      await cloud.callPhotos(user, 'createReading', { params: { photoId: body.id } });
      await work();
      return { user, photoId: body.id as string };
    }

    async function repaired(user: string, photoId: string) {
      await repair(user, at(photoId), 'uber-item-portal');
      await work();
      const { body } = await cloud.callPhotos(user, 'getPhotoCheck', at(photoId));
      expect(body.repair).toMatchObject({ state: 'made', message: null });
      const { url, results } = body.repair.file;
      const picture = Buffer.from(await (await fetch(url)).arrayBuffer());
      const writing = results.find(({ check }: { check: string }) => check === 'writing');
      const { xmpAsString } = await sharp(picture).metadata();
      expect(xmpAsString).toContain('digitalsourcetype/');
      return { isMarked: await hasWatermark(picture), writing: writing.verdict };
    }

    it('has the watermark on a plan with one, as its download has, and none once the plan has none', async () => {
      const { user, photoId } = await generated('free');
      expect(await repaired(user, photoId)).toEqual({ isMarked: true, writing: 'fail' });
      await cloud.topUp(user, 1);
      // The file of the former plan is offered no more.
      expect((await cloud.callPhotos(user, 'getPhotoCheck', at(photoId))).body.repair).toBeNull();
      expect(await repaired(user, photoId)).toEqual({ isMarked: false, writing: 'pass' });
    });

    it('has none where the picture was made without one', async () => {
      const { user, photoId } = await generated('starter');
      expect(await repaired(user, photoId)).toEqual({ isMarked: false, writing: 'pass' });
    });
  });
});
