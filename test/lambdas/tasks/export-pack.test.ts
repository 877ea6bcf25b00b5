import { setTimeout } from 'node:timers/promises';
import { AwsError } from 'local-cloud/aws/aws-error.ts';
import sharp from 'sharp';
import { ulid } from 'ulid';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { testCertificates } from '#bin/signing/make-certificates.ts';
import { publicKeyOf } from '#bin/signing/signing-key.ts';
import { requestDeletion } from '#lambdas/accounts/deletion-store.ts';
import { changeRule } from '#lambdas/admin/change-rule.ts';
import { changeSettings } from '#lambdas/admin/change-settings.ts';
import { spendCredits } from '#lambdas/credits/book-credits.ts';
import { setSigningCertificates } from '#lambdas/platform/signing-certificate-store.ts';
import { readTask } from '#lambdas/platform/task-store.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { forgetMaintenance } from '#lambdas/runtime/maintenance-store.ts';
import { writeAlone } from '#lambdas/runtime/transaction.ts';
import { runTask } from '#lambdas/tasks/run-task.ts';
import type { Generation } from '#shared/api/generations.ts';
import type { CreatePack } from '#shared/api/packs.ts';
import { rulesFor } from '#shared/domain/platform-rules.ts';
import { acceptedAlternative, menuTargetSize, platforms } from '#shared/domain/platforms.ts';
import { menuRequest, startGenerations, studioRequest } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { readManifest } from '#test/support/read-manifest.ts';
import { readZip } from '#test/support/read-zip.ts';

const cloud = startGenerations({ models: 'plain' });

beforeAll(async () => {
  process.env.STRIPE_SECRET_ARN = 'arn:aws:secretsmanager:eu-west-2:000000000000:secret:stripe';
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg(1600, 1200));
});

beforeEach(async () => {
  await cloud.reset();
  const publicKey = await publicKeyOf(process.env.SIGNING_KEY_ARN ?? '');
  const subject = { organisation: 'PlatePost', commonName: 'PlatePost' };
  await setSigningCertificates(testCertificates(publicKey, subject), 'test');
});

const everyTarget = platforms.flatMap(({ id: platform, imageTypes }) =>
  imageTypes.map(({ id: imageType }) => ({ platform, imageType })),
);

function create(user: string, pack: Partial<CreatePack>) {
  return cloud.call(user, 'createPack', { body: { id: ulid(), ...pack } });
}

/** Makes a pack and returns the files of its ZIP. */
async function packed(user: string, pack: Partial<CreatePack>): Promise<Map<string, Buffer>> {
  const { status, body } = await create(user, pack);
  expect(body).toMatchObject({ kind: 'pack', state: 'queued' });
  expect(status).toBe(202);
  await runTask(body.taskId, () => 300_000);
  const task = await readTask(body.taskId);
  expect(task).toMatchObject({ state: 'done', files: [{ key: expect.any(String) }] });
  return readZip(await cloud.readObject('EXPORTS_BUCKET', task?.files[0]?.key ?? ''));
}

function pictureOf({ id }: Pick<Generation, 'id'>, variation = 0) {
  return { generationId: id, variation };
}

/** Rows of the sheet, without its header. */
function sheetOf(files: Map<string, Buffer>): string[] {
  return (files.get('Contents.csv')?.toString('utf8') ?? '').trim().split('\r\n').slice(1);
}

function withoutRecords(files: Map<string, Buffer>): string[] {
  return [...files.keys()].filter((name) => !name.startsWith('Approval records/'));
}

const header = { platform: 'doordash', imageType: 'header' };

const outpaints = () => cloud.bedrock.calls('outpaint').length;

describe('a pack for platforms', () => {
  it('holds the exact file of every platform and image type, signed, within its limits, the dish in it', async () => {
    const user = await cloud.signUp('pro');
    const made = await cloud.generate(user, menuRequest());
    const before = outpaints();
    const files = await packed(user, { pictures: [pictureOf(made)], targets: everyTarget });
    expect([...files.keys()].sort()).toEqual(
      [
        'Approval records/Classic Burger original photo.jpg',
        'Approval records/Classic Burger.txt',
        'Contents.csv',
        'DoorDash Header 16 9/Classic Burger.jpg',
        'DoorDash Thumbnail/Classic Burger.jpg',
        'Deliveroo Hero 16 9/Classic Burger.jpg',
        'Deliveroo Menu Picture/Classic Burger.jpg',
        'Grubhub Header/Classic Burger.jpg',
        'Grubhub Square/Classic Burger.jpg',
        'Just Eat Square/Classic Burger.jpg',
        'Just Eat Thumbnail/Classic Burger.jpg',
        'Uber Eats Cover Hero/Classic Burger.jpg',
        'Uber Eats Menu Picture/Classic Burger.jpg',
      ].sort(),
    );
    const sheet = sheetOf(files);
    expect(sheet).toHaveLength(everyTarget.length);
    for (const [at, { platform, imageType }] of everyTarget.entries()) {
      const { width, height } =
        acceptedAlternative(platform, imageType) ?? menuTargetSize(platform, imageType);
      const name = sheet[at]?.split(',')[0] ?? '';
      const file = files.get(name) ?? Buffer.alloc(0);
      const metadata = await sharp(file).metadata();
      expect({ name, ...metadata }).toMatchObject({ format: 'jpeg', width, height });
      const limit = platforms.find(({ id }) => id === platform)?.maxBytes ?? Number.POSITIVE_INFINITY;
      expect(file.length).toBeLessThanOrEqual(limit);
      expect(sheet[at]).toMatch(/,(pass|advice|unverified),/);
    }
    // The dish fills the height of a wide picture: the model continues it once, for all platforms.
    expect(outpaints() - before).toBe(1);
    const continued = sheet.filter((row) => row.includes('whose surroundings were continued'));
    expect(continued.length).toBeGreaterThan(0);
    const manifest = await readManifest(files.get(continued[0]?.split(',')[0] ?? '') ?? Buffer.alloc(0));
    expect(manifest).toMatchObject({ state: 'Valid' });
    expect(JSON.stringify(manifest)).toContain('What lies beyond the former edges was drawn.');

    await packed(user, { pictures: [pictureOf(made)], targets: everyTarget });
    expect(outpaints() - before).toBe(1);
  });

  it('marks what a model continued as drawn by it, also around a photo in which none drew', async () => {
    const user = await cloud.signUp('pro');
    const retouch = { foodLock: true, studio: { adjustment: 'warmer_lighting' } };
    const made = await cloud.generate(user, studioRequest(retouch));
    const target = { platform: 'doordash', imageType: 'header' };
    const files = await packed(user, { pictures: [pictureOf(made)], targets: [target] });
    expect(sheetOf(files)[0]).toContain('whose surroundings were continued');
    const file = files.get('DoorDash Header 16 9/Classic Burger.jpg') ?? Buffer.alloc(0);
    const { xmpAsString } = await sharp(file).metadata();
    expect(xmpAsString).toContain('digitalsourcetype/compositeWithTrainedAlgorithmicMedia');
    const manifest = JSON.stringify((await readManifest(file))?.actions);
    expect(manifest).toContain('digitalsourcetype/compositeWithTrainedAlgorithmicMedia');
    expect(manifest).not.toContain('no model');
    const record = files.get('Approval records/Classic Burger.txt')?.toString('utf8') ?? '';
    expect(record).toContain('What lies beyond the former edges was drawn.');
    expect(record).not.toContain('no model');
  });

  it('tells the photo from the pictures by its name, however long the name of the dish is', async () => {
    const user = await cloud.signUp('pro');
    const made = await cloud.generate(user, menuRequest({ productName: 'Soup '.repeat(20).trim() }));
    const files = await packed(user, { pictures: [pictureOf(made)], targets: everyTarget });
    const names = [...files.keys()].filter((name) => name.startsWith('Approval records/'));
    expect(names.toSorted()).toEqual([
      `Approval records/${'Soup '.repeat(12).trim()}.txt`,
      `Approval records/${'Soup '.repeat(9)}original photo.jpg`,
    ]);
  });

  it('approves each picture, with the check of every file and the photo beside the record', async () => {
    const user = await cloud.signUp('pro');
    const made = await cloud.generate(user, menuRequest());
    const files = await packed(user, { pictures: [pictureOf(made)], targets: everyTarget });
    const text = files.get('Approval records/Classic Burger.txt')?.toString('utf8') ?? '';
    expect(text).toContain('Original photo: Classic Burger original photo.jpg');
    expect(text).toContain('DoorDash, Header 16:9, ');
    expect(text).toMatch(/pass {7}pixels: /);
    expect(text).toContain('surroundings continued by a model');
    const params = { generationId: made.id, variation: '0' };
    const { record } = (await cloud.call(user, 'getApproval', { params })).body;
    expect(record?.files).toHaveLength(everyTarget.length);
  });

  it('costs no credit, and books what the model cost', async () => {
    const user = await cloud.signUp('pro');
    const made = await cloud.generate(user, menuRequest());
    const { available } = await cloud.books(user);
    await packed(user, { pictures: [pictureOf(made)], targets: everyTarget });
    expect(await cloud.books(user)).toMatchObject({ available });
    const items = await cloud.table.allItems();
    const usage = items.filter(
      ({ pk, sk }) => String(pk).startsWith('USAGE#') && String(sk).includes(made.id),
    );
    expect(
      usage.map(({ model }) => model).filter((model) => String(model).includes('outpaint')),
    ).toHaveLength(1);
    // Nothing stays reserved.
    const budget = items.find(({ pk }) => pk === 'BUDGET#pro');
    const spent = usage.reduce((sum, { cost }) => sum + Number(cost), 0);
    expect(budget?.committed).toBe(spent);
  });

  it('charges what an operator asks for a continued picture: as seen, once a dish, explained, and only if it was made', async () => {
    const user = await cloud.signUp('pro', 2);
    const [burger, soup] = [
      await cloud.generate(user, menuRequest()),
      await cloud.generate(user, menuRequest()),
    ];
    await changeSettings({ outpaintCredits: 2 }, 'test');
    const pictures = [pictureOf(burger)];
    const unseen = await create(user, { pictures, targets: everyTarget });
    expect(unseen).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('now costs 2 credits more') },
    });
    // Pictures as they are need no model.
    expect((await create(user, { pictures })).status).toBe(202);

    const fail = cloud.modelFaults.add(
      { kind: 'error', error: 'ModelErrorException' },
      { model: 'outpaint' },
    );
    await packed(user, { pictures, targets: everyTarget, outpaintCredits: 2 });
    expect(await cloud.books(user)).toMatchObject({ available: 2 });
    fail();
    const before = outpaints();
    await packed(user, { pictures, targets: everyTarget, outpaintCredits: 2 });
    // Also the other picture of the dish.
    await packed(user, {
      pictures: [pictureOf(burger), pictureOf(burger, 1)],
      targets: everyTarget,
      outpaintCredits: 2,
    });
    expect(outpaints() - before).toBe(2);
    const { available, causes } = await cloud.books(user);
    expect(available).toBe(0);
    expect(causes.filter((cause) => cause.includes('outpaint'))).toEqual([`spend#outpaint-${burger.id}`]);

    const files = await packed(user, {
      pictures: [pictureOf(soup)],
      targets: everyTarget,
      outpaintCredits: 2,
    });
    expect(outpaints() - before).toBe(2);
    expect(sheetOf(files).join()).toContain('Continuing the picture costs 2 credits, and you have fewer.');
    expect([...files.keys()]).toContain('Just Eat Square/Classic Burger.jpg');
  });

  it.each([
    // The picture is lost with the run, and has to be continued again.
    ['was charged', 'TransactWriteItems', 'outpaint', 2],
    ['was stored', 'PutObject', '', 1],
  ])('charges once where the run was killed as soon as a continued picture %s', async (_when, operation, part, continued) => {
    const user = await cloud.signUp('pro', 3);
    const made = await cloud.generate(user, menuRequest());
    await changeSettings({ outpaintCredits: 2 }, 'test');
    const order = { pictures: [pictureOf(made)], targets: everyTarget, outpaintCredits: 2 };
    const { body } = await create(user, order);
    const before = outpaints();
    const run = () => runTask(body.taskId, () => 300_000);
    const isMeant = (call: { operation: string; body: Buffer }) =>
      call.operation === operation && call.body.includes(part);
    expect(await cloud.killAfter(1, run, isMeant)).toBe(true);
    const kept = (await cloud.listKeys('ORIGINALS_BUCKET')).join();
    expect(kept.includes(`${made.id}/0-wide.jpg`)).toBe(operation === 'PutObject');
    expect(await cloud.books(user)).toMatchObject({ available: 2 });

    await cloud.minutesPass(6);
    await run();
    expect(await readTask(body.taskId)).toMatchObject({ state: 'done' });
    await packed(user, order);
    const { available, causes } = await cloud.books(user);
    expect(available).toBe(2);
    expect(causes.filter((cause) => cause.includes('outpaint'))).toEqual([`spend#outpaint-${made.id}`]);
    expect(outpaints() - before).toBe(continued);
  });

  it('keeps no continued picture whose credits were spent on something else meanwhile', async () => {
    const user = await cloud.signUp('pro', 3);
    const made = await cloud.generate(user, menuRequest());
    await changeSettings({ outpaintCredits: 2 }, 'test');
    const order = { pictures: [pictureOf(made)], targets: everyTarget, outpaintCredits: 2 };
    const before = outpaints();
    cloud.faults.add({
      service: 'bedrock',
      times: 1,
      action: {
        kind: 'before',
        run: async () => {
          await spendCredits({ userId: user, idempotencyKey: 'spend#elsewhere', amount: 3 });
        },
      },
    });
    const files = await packed(user, order);
    expect(outpaints() - before).toBe(1);
    expect(sheetOf(files).join()).not.toContain('whose surroundings were continued');
    expect(sheetOf(files).join()).toContain('Continuing the picture costs 2 credits, and you have fewer.');
    expect((await cloud.listKeys('ORIGINALS_BUCKET')).join()).not.toContain('-wide.jpg');

    await cloud.topUp(user, 2);
    expect(sheetOf(await packed(user, order)).join()).toContain('whose surroundings were continued');
    expect(await cloud.books(user)).toMatchObject({ available: 1 });
  });

  it('charges nothing for a picture that was continued before, when that was free', async () => {
    const user = await cloud.signUp('pro', 3);
    const made = await cloud.generate(user, menuRequest());
    const order = { pictures: [pictureOf(made)], targets: everyTarget };
    await packed(user, order);
    const { available } = await cloud.books(user);
    await changeSettings({ outpaintCredits: 2 }, 'test');
    // S3 counts whole seconds.
    await setTimeout(1_100);
    await packed(user, { ...order, outpaintCredits: 2 });
    expect(await cloud.books(user)).toMatchObject({ available });
  });

  it('asks no model when its run has no time left, and goes on in the next run', async () => {
    const user = await cloud.signUp('pro');
    const made = await cloud.generate(user, menuRequest());
    const before = outpaints();
    const { body } = await create(user, { pictures: [pictureOf(made)], targets: everyTarget });
    await runTask(body.taskId, () => 15_000);
    expect(outpaints()).toBe(before);
    expect(await readTask(body.taskId)).toMatchObject({ state: 'running', files: [] });
    await runTask(body.taskId, () => 300_000);
    expect(outpaints()).toBe(before + 1);
    expect(await readTask(body.taskId)).toMatchObject({ state: 'done' });
  });

  it('ends its part before a picture for which the model is busy, and makes the rest in the next run', async () => {
    const user = await cloud.signUp('pro');
    const made = [await cloud.generate(user, menuRequest()), await cloud.generate(user, menuRequest())];
    const order = { pictures: made.map((one) => pictureOf(one)), targets: [header] };
    await packed(user, { ...order, pictures: order.pictures.slice(0, 1) });
    const fault = cloud.modelFaults.add({ kind: 'throttle', perMinute: 0 }, { model: 'outpaint' });
    const { body } = await create(user, order);
    await runTask(body.taskId, () => 300_000);
    expect(await readTask(body.taskId)).toMatchObject({ state: 'running', cursor: '1', files: [{}] });
    fault();
    await runTask(body.taskId, () => 300_000);
    expect(await readTask(body.taskId)).toMatchObject({ state: 'done', files: [{}, {}] });
  });

  it('lists a file as missing if the model was busy in three runs, and contains the others', async () => {
    const user = await cloud.signUp('pro');
    const made = await cloud.generate(user, menuRequest());
    cloud.modelFaults.add({ kind: 'throttle', perMinute: 0 }, { model: 'outpaint' });
    const { body } = await create(user, { pictures: [pictureOf(made)], targets: everyTarget });
    for (let runs = 1; runs < 3; runs += 1) {
      await runTask(body.taskId, () => 300_000);
      expect(await readTask(body.taskId)).toMatchObject({ state: 'running', attempts: runs, files: [] });
    }
    await runTask(body.taskId, () => 300_000);
    const task = await readTask(body.taskId);
    expect(task).toMatchObject({ state: 'done', files: [{}] });
    const files = readZip(await cloud.readObject('EXPORTS_BUCKET', task?.files[0]?.key ?? ''));
    const missing = sheetOf(files).filter((row) => row.includes(',missing,'));
    expect(missing.length).toBeGreaterThan(0);
    for (const row of missing) expect(row).toContain('The image model is busy. Please try again.');
    expect(files.size).toBe(3 + everyTarget.length - missing.length);
  });

  it('reports the first error where the calls cannot be booked either', async () => {
    const user = await cloud.signUp('pro');
    const made = await cloud.generate(user, menuRequest());
    const { body } = await create(user, { pictures: [pictureOf(made)], targets: everyTarget });
    cloud.faults.add({
      operation: 'PutObject',
      action: { kind: 'error', error: new AwsError(403, 'AccessDenied', 'The file is not taken') },
    });
    cloud.faults.add({
      operation: 'TransactWriteItems',
      when: (call) => call.body.includes('USAGE#'),
      action: { kind: 'error', error: new AwsError(400, 'ValidationException', 'The booking is not taken') },
    });
    const errors = vi.spyOn(logger, 'error');
    await runTask(body.taskId, () => 300_000);
    const failed = errors.mock.calls.find(([message]) => message === 'A task failed');
    errors.mockRestore();
    expect(failed?.[1]).toMatchObject({ error: { message: 'The file is not taken' } });
  });

  it('lists a file as missing if the model could not continue the picture, and contains the others', async () => {
    const user = await cloud.signUp('pro');
    const made = await cloud.generate(user, menuRequest());
    cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' }, { model: 'outpaint' });
    const files = await packed(user, { pictures: [pictureOf(made)], targets: everyTarget });
    const missing = sheetOf(files).filter((row) => row.includes(',missing,'));
    expect(missing.length).toBeGreaterThan(0);
    // The sheet, the record of the approval and the photo lie beside them.
    expect(files.size).toBe(3 + everyTarget.length - missing.length);
    const items = await cloud.table.allItems();
    const spent = items
      .filter(({ pk }) => String(pk).startsWith('USAGE#'))
      .reduce((sum, { cost }) => sum + Number(cost), 0);
    expect(items.find(({ pk }) => pk === 'BUDGET#pro')?.committed).toBe(spent);
  });

  it('reserves nothing while the model works: a run that is killed could not give it back', async () => {
    const user = await cloud.signUp('pro');
    const made = await cloud.generate(user, menuRequest());
    const budget = async () =>
      (await cloud.table.allItems()).find(({ pk }) => pk === 'BUDGET#pro')?.committed;
    const before = await budget();
    const during: unknown[] = [];
    cloud.faults.add({
      service: 'bedrock',
      times: 1,
      action: { kind: 'before', run: async () => void during.push(await budget()) },
    });
    await packed(user, { pictures: [pictureOf(made)], targets: everyTarget });
    expect(during).toEqual([before]);
    expect(await budget()).toBe(Number(before) + 70_000);
  });

  it('reports that the budget of the day is used up, and contains the files that need no model', async () => {
    const user = await cloud.signUp('pro');
    const made = await cloud.generate(user, menuRequest());
    const before = process.env.DAILY_MODEL_BUDGET;
    try {
      process.env.DAILY_MODEL_BUDGET =
        '{"free":0,"starter":0,"pro":0.1,"promptTests":0,"photos":0,"posts":0}';
      const files = await packed(user, { pictures: [pictureOf(made)], targets: everyTarget });
      const missing = sheetOf(files).filter((row) => row.includes(',missing,'));
      expect(missing.length).toBeGreaterThan(0);
      expect(missing.join()).toContain('could not be continued: We are at capacity for today.');
      expect(files.size).toBe(3 + everyTarget.length - missing.length);
    } finally {
      process.env.DAILY_MODEL_BUDGET = before;
    }
  });

  it('calls no model while the models’ work is paused, and contains the files that need none', async () => {
    const user = await cloud.signUp('pro');
    const made = await cloud.generate(user, menuRequest());
    await changeSettings({ maintenance: 'generation' }, 'test');
    forgetMaintenance();
    const calls = outpaints();
    const files = await packed(user, { pictures: [pictureOf(made)], targets: everyTarget });
    const missing = sheetOf(files).filter((row) => row.includes(',missing,'));
    expect(missing.length).toBeGreaterThan(0);
    expect(missing.join()).toContain('could not be continued: This is paused while we work on it.');
    expect(outpaints()).toBe(calls);
    await changeSettings({ maintenance: 'off' }, 'test');
    forgetMaintenance();
  });

  it('lets the budget of the present plan pay for a continued picture', async () => {
    const user = await cloud.signUp('pro');
    const made = await cloud.generate(user, menuRequest());
    const stored = (await cloud.table.allItems()).find(({ sk }) => sk === `GENERATION#${made.id}`);
    await writeAlone({ put: { Item: { ...stored, tier: 'free' } } });
    const before = process.env.DAILY_MODEL_BUDGET;
    try {
      process.env.DAILY_MODEL_BUDGET =
        '{"free":0,"starter":0,"pro":500,"promptTests":0,"photos":0,"posts":0}';
      const files = await packed(user, { pictures: [pictureOf(made)], targets: everyTarget });
      expect(sheetOf(files).filter((row) => row.includes(',missing,'))).toEqual([]);
    } finally {
      process.env.DAILY_MODEL_BUDGET = before;
    }
  });

  it('follows what operators changed in the rules', async () => {
    const user = await cloud.signUp('pro');
    const made = await cloud.generate(user, menuRequest());
    const rule = rulesFor('uber', 'menu')[0];
    if (!rule?.source) throw new Error('Uber Eats publishes rules');
    const { formats, maxBytes, advised, content, source } = rule;
    const square = { width: 1500, height: 1500 };
    const change = {
      minimum: square,
      maximum: null,
      ratio: { from: 1, to: 1 },
      formats,
      maxBytes,
      advised,
      content,
    };
    await changeRule(rule.id, { ...change, source }, 'staff', undefined);
    const targets = [{ platform: 'uber', imageType: 'menu' }];
    const files = await packed(user, { pictures: [pictureOf(made)], targets });
    const file = files.get('Uber Eats Menu Picture/Classic Burger.jpg') ?? Buffer.alloc(0);
    expect(await sharp(file).metadata()).toMatchObject(square);
  });

  it('cuts a stored continued picture where it was continued, and continues it again where a rule shows more', async () => {
    const user = await cloud.signUp('pro', 4);
    const made = await cloud.generate(user, menuRequest());
    const pictures = [pictureOf(made)];
    const pixelsOf = async (files: Map<string, Buffer>) =>
      sharp(files.get('DoorDash Header 16 9/Classic Burger.jpg')).raw().toBuffer();
    const changeRatio = async (ratio: number) => {
      const rule = rulesFor('uber', 'menu')[0];
      if (!rule?.source) throw new Error('Uber Eats publishes rules');
      const { id, formats, maxBytes, advised, content, source } = rule;
      const shape = { minimum: { width: 600 * ratio, height: 600 }, ratio: { from: ratio, to: ratio } };
      const change = { ...shape, maximum: null, formats, maxBytes, advised, content };
      await changeRule(id, { ...change, source }, 'staff', undefined);
    };
    await changeRatio(5);
    const before = outpaints();
    await packed(user, { pictures, targets: [header] });
    const first = await pixelsOf(await packed(user, { pictures, targets: [header] }));

    await changeRatio(3);
    await changeSettings({ outpaintCredits: 2 }, 'test');
    const { available } = await cloud.books(user);
    const order = { pictures, outpaintCredits: 2 };
    expect((await pixelsOf(await packed(user, { ...order, targets: [header] }))).equals(first)).toBe(true);
    expect(outpaints() - before).toBe(1);

    await changeRatio(7);
    const uber = { platform: 'uber', imageType: 'menu' };
    expect(sheetOf(await packed(user, { ...order, targets: [uber] })).join()).toContain('were continued');
    expect(outpaints() - before).toBe(2);
    await packed(user, { ...order, targets: [uber, header] });
    expect(outpaints() - before).toBe(2);

    // A picture of which nobody noted where it was continued.
    const key = `generations/${user}/${made.id}/0-wide.jpg`;
    await cloud.putObject('ORIGINALS_BUCKET', key, await cloud.readObject('ORIGINALS_BUCKET', key));
    await packed(user, { ...order, targets: [header] });
    expect(outpaints() - before).toBe(3);
    expect(await cloud.books(user)).toMatchObject({ available });
  });

  it('has no words and no logo, which platforms refuse', async () => {
    const user = await cloud.signUp('pro');
    const made = await cloud.generate(
      user,
      studioRequest({ studio: { filter: { id: 'popcrush' }, promoText: 'Two for one' } }),
    );
    const files = await packed(user, {
      pictures: [pictureOf(made)],
      targets: [{ platform: 'uber', imageType: 'menu' }],
    });
    const file = files.get('Uber Eats Menu Picture/Classic Burger.jpg') ?? Buffer.alloc(0);
    const { width, height } = await sharp(file).metadata();
    const middle = { left: Math.round(width / 3), top: 0, width: Math.round(width / 3), height };
    // The model draws one colour here, and another where it continues the picture.
    const { channels } = await sharp(await sharp(file).extract(middle).png().toBuffer()).stats();
    for (const { stdev } of channels) expect(stdev).toBeLessThan(1);
    expect(JSON.stringify(await readManifest(file))).not.toContain('Promotional text was set on it.');
    expect(files.get('Approval records/Classic Burger.txt')?.toString()).not.toContain('with the words');
    const own = await packed(user, { pictures: [pictureOf(made)], targets: [] });
    expect(own.get('Approval records/Classic Burger.txt')?.toString()).toContain(
      'with the words “Two for one”',
    );
  });

  it('reports a dish that the photo cuts off, also if the picture was continued', async () => {
    const user = await cloud.signUp('pro');
    const made = await cloud.generate(
      user,
      studioRequest({ foodLock: true, studio: { formatId: 'story_vertical', filter: { id: 'popcrush' } } }),
    );
    const [variation] = made.variations;
    expect(variation?.dishMaskUrl).toEqual(expect.any(String));
    const band = await sharp({
      create: { width: 270, height: 240, channels: 4, background: '#fff' },
    })
      .extend({ top: 120, bottom: 120, background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png()
      .toBuffer();
    await cloud.putObject('MEDIA_BUCKET', variation?.dishMaskUrl?.slice(1) ?? '', band);
    const targets = [{ platform: 'uber', imageType: 'menu' }];
    const files = await packed(user, { pictures: [pictureOf(made)], targets });
    const [row = ''] = sheetOf(files);
    expect(row).toContain('Cut out of the picture, whose surroundings were continued');
    expect(row).toContain('cut off on the left and on the right');
  });

  it('numbers dishes of the same name, and names a picture that was deleted meanwhile', async () => {
    const user = await cloud.signUp('pro');
    const first = await cloud.generate(user, menuRequest());
    const second = await cloud.generate(user, menuRequest());
    const third = await cloud.generate(user, menuRequest());
    const pictures = [first, second, third].map((made) => pictureOf(made));
    const { body } = await create(user, { pictures, targets: [{ platform: 'uber', imageType: 'menu' }] });
    await cloud.call(user, 'deleteGeneration', { params: { generationId: third.id } });
    await runTask(body.taskId, () => 300_000);
    const task = await readTask(body.taskId);
    const files = readZip(await cloud.readObject('EXPORTS_BUCKET', task?.files[0]?.key ?? ''));
    expect(withoutRecords(files)).toEqual([
      'Uber Eats Menu Picture/Classic Burger.jpg',
      'Uber Eats Menu Picture/Classic Burger 2.jpg',
      'Contents.csv',
    ]);
    expect(sheetOf(files).at(-1)).toContain('missing,This picture was deleted.');
  });
});

describe('a pack', () => {
  it('leaves no continued picture behind when its generation is deleted meanwhile', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await cloud.generate(user, menuRequest());
    // Its workers are done, so that its deletion removes files once.
    await cloud.setTimes(user, id, { finishedAt: '2026-01-01T00:00:00.000Z' });
    cloud.faults.add({
      service: 'bedrock',
      times: 1,
      action: {
        kind: 'before',
        run: async () => {
          await cloud.call(user, 'deleteGeneration', { params: { generationId: id } });
          await cloud.runReconciler();
        },
      },
    });
    await packed(user, { pictures: [{ generationId: id, variation: 0 }], targets: everyTarget });
    expect((await cloud.listKeys('ORIGINALS_BUCKET')).join()).toContain(`${id}/0-wide.jpg`);
    await cloud.minutesPass(6);
    await cloud.runReconciler();
    expect((await cloud.listKeys('ORIGINALS_BUCKET')).join()).not.toContain(id);
  });

  it('keeps the continued picture of a generation that stays', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await cloud.generate(user, menuRequest());
    await packed(user, { pictures: [{ generationId: id, variation: 0 }], targets: everyTarget });
    await cloud.minutesPass(6);
    await cloud.runReconciler();
    expect((await cloud.listKeys('ORIGINALS_BUCKET')).join()).toContain(`${id}/0-wide.jpg`);
  });

  it('keeps the continued picture of a generation of which only one of two pictures was made', async () => {
    const user = await cloud.signUp('pro');
    const fault = { kind: 'refuse', reason: 'Filter reason: output image' } as const;
    cloud.modelFaults.add(fault, { model: 'inpaint', times: 1 });
    const { id, variations } = await cloud.generate(user, menuRequest());
    expect(variations).toHaveLength(1);
    const { index = 0 } = variations[0] ?? {};
    await packed(user, { pictures: [{ generationId: id, variation: index }], targets: [header] });
    await cloud.minutesPass(7);
    await cloud.runReconciler();
    expect(await cloud.listKeys('ORIGINALS_BUCKET')).toContain(`generations/${user}/${id}/${index}-wide.jpg`);
  });

  it('of an account that is being deleted is not made', async () => {
    const user = await cloud.signUp('pro');
    const made = await cloud.generate(user, menuRequest());
    const { body } = await create(user, { pictures: [pictureOf(made)], targets: everyTarget });
    await requestDeletion({ userId: user, username: user, requestedBy: user });
    await runTask(body.taskId, () => 300_000);
    expect(await readTask(body.taskId)).toMatchObject({ state: 'failed', files: [] });
    expect(await cloud.listKeys('EXPORTS_BUCKET')).toEqual([]);
  });
});

describe('a pack of pictures as they are', () => {
  it('puts the texts of posts into the sheet and the files, on request', async () => {
    const user = await cloud.signUp('pro');
    const made = await cloud.generate(user, studioRequest());
    const text = {
      tone: 'friendly',
      network: 'instagram',
      language: 'en',
      caption: 'Come by',
      hashtags: [],
      altText: 'A burger, on a plate',
      description: '=Our burger',
    };
    const params = { generationId: made.id, variation: '1' };
    await cloud.call(user, 'savePost', { params, body: { revision: 0, text } });
    const pictures = [pictureOf(made), pictureOf(made, 1)];
    const files = await packed(user, { pictures });
    const contents = files.get('Contents.csv')?.toString('utf8') ?? '';
    expect(contents).toMatch(/Findings,Alt text,Description\r\n/);
    expect(sheetOf(files)[0]).toMatch(/,,$/);
    // A spreadsheet would run it.
    expect(sheetOf(files)[1]).toMatch(/,"A burger, on a plate",'=Our burger$/);
    const second = files.get('Classic Burger 2.jpg') ?? Buffer.alloc(0);
    expect((await sharp(second).metadata()).xmpAsString).toContain('A burger, on a plate');
    const without = await packed(user, { pictures, withTexts: false });
    expect(without.get('Contents.csv')?.toString('utf8')).not.toContain('Alt text');
  });

  it('holds their full files, with a watermark where a download has one', async () => {
    const user = await cloud.signUp('free');
    const made = await cloud.generate(user, studioRequest({ studio: { filter: null } }));
    const files = await packed(user, { pictures: [pictureOf(made, 1)] });
    expect(withoutRecords(files)).toEqual(['Classic Burger.jpg', 'Contents.csv']);
    const stored = await cloud.stored(user, made.id);
    const { watermarked } = stored.variations[1] ?? {};
    const marked = await cloud.readObject('ORIGINALS_BUCKET', watermarked?.delivered.key ?? '');
    const pixels = (file: Buffer) => sharp(file).raw().toBuffer();
    const file = files.get('Classic Burger.jpg') ?? Buffer.alloc(0);
    expect((await pixels(file)).equals(await pixels(marked))).toBe(true);
  });

  it('goes on in a second ZIP where one run has no time for all', async () => {
    const user = await cloud.signUp('pro');
    const made = [await cloud.generate(user, menuRequest()), await cloud.generate(user, menuRequest())];
    const { body } = await create(user, { pictures: made.map((one) => pictureOf(one)) });
    await runTask(body.taskId, () => 0);
    await runTask(body.taskId, () => 300_000);
    const task = await readTask(body.taskId);
    expect(task).toMatchObject({ state: 'done', files: [{}, {}] });
    for (const { key } of task?.files ?? [])
      expect(withoutRecords(readZip(await cloud.readObject('EXPORTS_BUCKET', key)))).toHaveLength(2);
  });
});

describe('asking for a pack', () => {
  it('makes no platform files, which have no watermark, for plans without the Menu Pack', async () => {
    for (const tier of ['free', 'starter'] as const) {
      const user = await cloud.signUp(tier);
      const made = await cloud.generate(user, studioRequest());
      const targets = [{ platform: 'uber', imageType: 'menu' }];
      expect(await create(user, { pictures: [pictureOf(made)], targets })).toMatchObject({
        status: 403,
        body: { code: 'feature_locked' },
      });
    }
  });

  it('returns the same task for the same request, and refuses another request under its id, unfinished pictures and those of others', async () => {
    const user = await cloud.signUp('pro');
    const stranger = await cloud.signUp('pro');
    const made = await cloud.generate(user, menuRequest());
    const id = ulid();
    const pictures = [pictureOf(made)];
    const { body } = await create(user, { id, pictures });
    expect((await create(user, { id, pictures })).body.taskId).toBe(body.taskId);
    expect(await create(user, { id, pictures: [pictureOf(made, 1)] })).toMatchObject({ status: 409 });
    expect(await create(stranger, { pictures })).toMatchObject({ status: 404 });
    const open = await cloud.created(user, menuRequest());
    expect(await create(user, { pictures: [pictureOf(open)] })).toMatchObject({
      body: { code: 'not_ready' },
    });
    const targets = [{ platform: 'uber', imageType: 'poster' }];
    expect(await create(user, { pictures, targets })).toMatchObject({ status: 400 });
    expect(await create(user, { pictures: [] })).toMatchObject({ status: 400 });
  });

  it('refuses a picture or a target that is named twice', async () => {
    const user = await cloud.signUp('pro');
    const made = pictureOf(await cloud.generate(user, menuRequest()));
    const target = { platform: 'uber', imageType: 'menu' };
    for (const pack of [
      { pictures: [made, { ...made }] },
      { pictures: [made], targets: [target, { ...target }] },
    ])
      expect(await create(user, pack)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  it('makes at most three at a time, also if many are requested at once', async () => {
    const user = await cloud.signUp('pro');
    const pictures = [pictureOf(await cloud.generate(user, menuRequest()))];
    const asked = await Promise.all(Array.from({ length: 6 }, () => create(user, { pictures })));
    const begun = asked.filter(({ status }) => status === 202);
    expect(begun).toHaveLength(3);
    expect(asked.find(({ status }) => status !== 202)).toMatchObject({
      status: 429,
      body: { code: 'too_many_packs', title: 'Please wait for your running downloads to finish' },
    });
    await runTask(begun[0]?.body.taskId, () => 300_000);
    expect((await create(user, { pictures })).status).toBe(202);
    expect((await create(user, { pictures })).status).toBe(429);
  });
});
