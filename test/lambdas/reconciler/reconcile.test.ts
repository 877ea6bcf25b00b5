import { setTimeout } from 'node:timers/promises';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { AwsError } from 'local-cloud/aws/aws-error.ts';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeSettings } from '#lambdas/admin/change-settings.ts';
import { closeGeneration } from '#lambdas/credits/credits-store.ts';
import { checkOpenGenerations } from '#lambdas/generations/check-open-generations.ts';
import { putOpenGeneration } from '#lambdas/generations/open-generation-store.ts';
import { runJob } from '#lambdas/platform/job.ts';
import { writeOutboxEntry } from '#lambdas/platform/outbox-store.ts';
import { createTaskSteps, newTask } from '#lambdas/platform/task-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { startGenerations, studioRequest } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { itInFullRun } from '#test/support/full-run.ts';

const cloud = startGenerations({ models: 'plain' });

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

beforeEach(() => cloud.reset());

const put = (Item: Record<string, unknown>) =>
  dynamodb().send(new PutCommand({ TableName: tableName(), Item }));

/** CloudFront's error beyond its quota. */
const tooMany = new AwsError(400, 'TooManyInvalidationsInProgress', 'Too many');

const removal = (media: string[]) =>
  writeOutboxEntry(
    { originals: [], media, paths: media.map((key) => `/${key}`) },
    new Date(Date.now() - 1_000),
  );

const queuedIds = () => cloud.messages.map(({ body }) => JSON.parse(body).generationId);

describe('every minute the reconciler', () => {
  it('leaves fresh and running generations alone', async () => {
    const user = await cloud.signUp('starter');
    await cloud.created(user, studioRequest());
    const { id } = await cloud.created(user, studioRequest());
    await cloud.killAfter(4, () => cloud.workOn(user, id));
    await cloud.runReconciler();
    expect(cloud.messages).toEqual([]);
  });

  it('queues a generation again whose message was lost, ever more rarely', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await cloud.created(user, studioRequest());
    const queuedAt: number[] = [];
    for (let minute = 1; minute <= 8; minute += 1) {
      await cloud.minutesPass(1.02);
      await cloud.runReconciler();
      if (cloud.messages.length > queuedAt.length) queuedAt.push(minute);
    }
    expect(queuedAt).toEqual([1, 3, 7]);
    expect(cloud.messages[0]).toMatchObject({ queue: 'priority', delaySeconds: 0 });
    await cloud.work(cloud.messages[0] ?? { body: '' });
    expect(await cloud.get(user, id)).toMatchObject({ state: 'done' });
    expect(await cloud.books(user)).toMatchObject({ available: 11, openGenerations: 0 });
  });

  it('queues a generation again whose worker has stopped responding', async () => {
    const user = await cloud.signUp('starter');
    const { id } = await cloud.created(user, studioRequest());
    await cloud.killAfter(4, () => cloud.workOn(user, id));
    await cloud.minutesPass(1.6);
    await cloud.runReconciler();
    expect(queuedIds()).toEqual([id]);
    await cloud.work(cloud.messages[0] ?? { body: '' });
    expect(await cloud.get(user, id)).toMatchObject({ state: 'done' });
    expect(await cloud.books(user)).toMatchObject({ available: 11, openGenerations: 0 });
    expect(await cloud.orphans()).toEqual([]);
  });

  it('ends a generation that is past its deadline, and gives the credit back', async () => {
    const user = await cloud.signUp();
    const { id } = await cloud.created(user, studioRequest());
    await cloud.minutesPass(15.1);
    await cloud.runReconciler();
    expect(await cloud.get(user, id)).toMatchObject({
      state: 'failed',
      refunded: true,
      message: 'We could not make your images in time. Please try again. Your credit was returned.',
    });
    expect(await cloud.books(user)).toMatchObject({ available: 2, openGenerations: 0 });
    // A message that comes after all finds nothing to do.
    await cloud.workOn(user, id);
    expect(await cloud.get(user, id)).toMatchObject({ state: 'failed' });
    await cloud.runReconciler();
    expect(cloud.messages).toEqual([]);
  });

  itInFullRun('ends it with the one variation that was made', async () => {
    const user = await cloud.signUp();
    const { id } = await cloud.created(user, studioRequest());
    // Both are asked for at once, and one call is granted.
    for (const [region, perMinute] of [
      ['us-east-1', 0],
      ['us-east-2', 0],
      ['us-west-2', 1],
    ] as const)
      cloud.modelFaults.add({ kind: 'throttle', perMinute }, { region });
    await cloud.workOn(user, id);
    await cloud.minutesPass(15.1);
    await cloud.runReconciler();
    expect(await cloud.get(user, id)).toMatchObject({
      state: 'done',
      refunded: true,
      variations: [{ index: expect.any(Number) }],
    });
    expect(await cloud.books(user)).toMatchObject({ available: 2, openGenerations: 0 });
    expect(await cloud.orphans()).toEqual([]);
  });

  it('removes what a late worker wrote after its generation had failed', async () => {
    const user = await cloud.signUp();
    const { id } = await cloud.created(user, studioRequest());
    await cloud.killAfter(
      2,
      () => cloud.workOn(user, id),
      ({ operation }) => operation === 'PutObject',
    );
    expect(await cloud.listKeys('MEDIA_BUCKET')).not.toEqual([]);
    await cloud.minutesPass(15.1);
    await cloud.runReconciler();
    expect(await cloud.orphans()).toEqual([]);
    // The next run invalidates the edge.
    await cloud.runReconciler();
    expect(cloud.invalidations).toHaveLength(1);
    const { mediaNames } = await cloud.stored(user, id);
    const lateFile = `media/${mediaNames.folder}/${mediaNames.original}.jpg`;
    await cloud.putObject('MEDIA_BUCKET', lateFile, Buffer.from('late'));
    await cloud.minutesPass(5);
    await cloud.runReconciler();
    expect(await cloud.listKeys('MEDIA_BUCKET')).toEqual([lateFile]);
    await cloud.minutesPass(2);
    await cloud.runReconciler();
    expect(await cloud.listKeys('MEDIA_BUCKET')).toEqual([]);
    expect(cloud.invalidations).toHaveLength(1);
  });

  it('is not stopped by one thing that fails', async () => {
    const user = await cloud.signUp('starter');
    const first = await cloud.created(user, studioRequest());
    const second = await cloud.created(user, studioRequest());
    await cloud.minutesPass(1.1);
    cloud.faults.add({ service: 'sqs', nth: 1, action: { kind: 'drop-request' } });
    await cloud.runReconciler();
    expect(queuedIds()).toHaveLength(1);
    expect([first.id, second.id]).toContain(queuedIds()[0]);
  });

  it.each([
    ['open generation', { pk: 'OPEN', sk: '0' }],
    ['change of roles', { pk: 'ROLES', sk: 'PENDING#0' }],
    ['task', { pk: 'OPEN_TASKS', sk: '2000-01-01T00:00:00.000Z#0' }],
    ['outbox entry', { pk: 'OUTBOX', sk: '2000-01-01T00:00:00.000Z#0' }],
  ])('runs every job although the first %s is corrupt', async (_what, item) => {
    await put(item);
    const user = await cloud.signUp('starter');
    const { id } = await cloud.created(user, studioRequest());
    await cloud.minutesPass(1.1);
    await put({ pk: 'ROLES', sk: 'PENDING#1', userId: 'nobody', intent: '1' });
    const notBefore = '2000-01-01T00:00:00.000Z';
    const task = newTask({ id: 'export-1', kind: 'accountExport', requestedBy: user, notBefore });
    await transact(createTaskSteps(task));
    await cloud.putObject('MEDIA_BUCKET', 'media/gone.jpg', Buffer.from('gone'));
    await transact([
      writeOutboxEntry({ originals: [], media: ['media/gone.jpg'], paths: [] }, new Date(Date.now() - 1_000)),
    ]);
    await cloud.runReconciler();
    expect(cloud.messages.map(({ body }) => JSON.parse(body))).toEqual(
      expect.arrayContaining([{ userId: user, generationId: id }, { taskId: 'export-1' }]),
    );
    expect(await cloud.listKeys('MEDIA_BUCKET')).toEqual([]);
    expect((await cloud.table.allItems()).filter(({ pk }) => pk === 'OUTBOX')).toHaveLength(
      item.pk === 'OUTBOX' ? 1 : 0,
    );
  });

  it('works on many open generations at the same time, and begins none when its time ends', async () => {
    for (let user = 0; user < 7; user += 1) {
      const name = await cloud.signUp('pro');
      await cloud.created(name, studioRequest());
      await cloud.created(name, studioRequest());
    }
    await cloud.minutesPass(15.1);
    const reads = { open: 0, most: 0, begun: 0 };
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    cloud.faults.add({
      operation: 'GetItem',
      when: ({ body }) => body.includes('GENERATION#'),
      times: 99,
      action: {
        kind: 'before',
        run: async () => {
          reads.open += 1;
          reads.begun += 1;
          reads.most = Math.max(reads.most, reads.open);
          await setTimeout(50);
          vi.setSystemTime(Date.now() + 4_500);
          reads.open -= 1;
        },
      },
    });
    try {
      await runJob(checkOpenGenerations);
    } finally {
      vi.useRealTimers();
    }
    expect(reads).toMatchObject({ most: 10 });
    expect(reads.begun).toBeLessThan(14);
    cloud.faults.clear();
  });

  it('starts deletions although more exports wait than it looks at in a minute', async () => {
    const user = await cloud.signUp('starter');
    const notBefore = '2000-01-01T00:00:00.000Z';
    const exports = Array.from({ length: 101 }, (_, n) =>
      newTask({ id: `export-${n}`, kind: 'accountExport', requestedBy: user, notBefore }),
    );
    for (const task of exports) await transact(createTaskSteps(task));
    for (const kind of ['deletion', 'sweep'] as const) {
      const later = '2001-01-01T00:00:00.000Z';
      await transact(
        createTaskSteps(newTask({ id: `${kind}-1`, kind, requestedBy: user, notBefore: later })),
      );
    }
    await cloud.runReconciler();
    const sent = cloud.messages.map(({ body }) => JSON.parse(body).taskId);
    expect(sent).toEqual(expect.arrayContaining(['deletion-1', 'sweep-1', 'export-0']));
  });

  it('removes what many deletions leave within one run', async () => {
    for (let n = 0; n < 300; n += 1) await transact([removal([`media/bulk/${n}.jpg`])]);
    await cloud.runReconciler();
    expect((await cloud.table.allItems()).filter(({ pk }) => pk === 'OUTBOX')).toEqual([]);
    expect(cloud.invalidations.join('').match(/<Path>/g)).toHaveLength(300);
  });

  it('invalidates the paths of many removals in one request', async () => {
    for (let n = 0; n < 30; n += 1) await transact([removal([`media/many/${n}.jpg`])]);
    await cloud.runReconciler();
    expect(cloud.invalidations.map((body) => body.match(/<Path>/g)?.length)).toEqual([30]);
  });

  it('asks CloudFront for no more than 1,000 paths at once', async () => {
    for (let entry = 0; entry < 6; entry += 1)
      await transact([removal(Array.from({ length: 200 }, (_, n) => `media/${entry}/${n}.jpg`))]);
    await cloud.runReconciler();
    expect(cloud.invalidations.map((body) => body.match(/<Path>/g)?.length)).toEqual([1000]);
    await cloud.runReconciler();
    expect(cloud.invalidations.map((body) => body.match(/<Path>/g)?.length)).toEqual([1000, 200]);
  });

  it('deletes files while CloudFront takes no more invalidations, and invalidates them later', async () => {
    cloud.faults.add({ service: 'cloudfront', action: { kind: 'error', error: tooMany }, times: 2 });
    for (const minute of [1, 2, 3]) {
      const name = `media/minute-${minute}.jpg`;
      await cloud.putObject('MEDIA_BUCKET', name, Buffer.from('gone'));
      await transact([removal([name])]);
      await cloud.runReconciler();
      expect(await cloud.listKeys('MEDIA_BUCKET')).toEqual([]);
      expect(cloud.invalidations).toHaveLength(minute === 3 ? 1 : 0);
    }
    for (const minute of [1, 2, 3])
      expect(cloud.invalidations[0]).toContain(`<Path>/media/minute-${minute}.jpg</Path>`);
    const left = (await cloud.table.allItems()).filter(({ pk }) => pk === 'OUTBOX' || pk === 'INVALIDATIONS');
    expect(left).toEqual([]);
  });

  it('invalidates nothing for a generation that failed before anything was shown', async () => {
    const user = await cloud.signUp();
    const { id } = await cloud.created(user, studioRequest());
    await cloud.minutesPass(15.1);
    await cloud.runReconciler();
    await cloud.runReconciler();
    expect(await cloud.get(user, id)).toMatchObject({ state: 'failed' });
    expect(cloud.invalidations).toEqual([]);
  });

  it('lists an ended generation no longer as open, and changes nothing of it', async () => {
    const user = await cloud.signUp('starter');
    const { id } = await cloud.generate(user, studioRequest());
    await transact([putOpenGeneration(await cloud.stored(user, id))]);
    const before = await cloud.stored(user, id);
    await cloud.minutesPass(16);
    await cloud.runReconciler();
    expect((await cloud.table.allItems()).filter(({ pk }) => pk === 'OPEN')).toEqual([]);
    expect(await cloud.stored(user, id)).toMatchObject({ state: 'done', variations: before.variations });
    expect(cloud.messages).toEqual([]);
  });

  it('ends a generation also where the count of open ones is too low', async () => {
    const user = await cloud.signUp('starter');
    const { id } = await cloud.created(user, studioRequest());
    await transact([closeGeneration(user)]);
    await cloud.workOn(user, id);
    expect(await cloud.get(user, id)).toMatchObject({ state: 'done' });
    expect(await cloud.books(user)).toMatchObject({ available: 11, openGenerations: 0 });
  });

  it('removes the files of a refunded fallback after a week, and its record expires', async () => {
    await changeSettings({ chargeForFallback: false }, 'test');
    cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' });
    const user = await cloud.signUp('starter');
    const { id, state, fallback } = await cloud.generate(user, studioRequest());
    expect({ state, fallback }).toEqual({ state: 'done', fallback: true });
    const share = { params: { generationId: id }, body: { variation: 0 } };
    expect((await cloud.call(user, 'createShare', share)).body.code).toBe('not_ready');
    const files = async () => [
      ...(await cloud.listKeys('ORIGINALS_BUCKET')),
      ...(await cloud.listKeys('MEDIA_BUCKET')),
    ];
    await cloud.minutesPass(6 * 24 * 60);
    await cloud.runReconciler();
    expect(await files()).not.toEqual([]);
    await cloud.minutesPass(1.1 * 24 * 60);
    await cloud.runReconciler();
    expect(await files()).toEqual([]);
    const [item] = (await cloud.table.allItems()).filter(({ sk }) => sk === `GENERATION#${id}`);
    expect(Number(item?.expiresAt) - Date.now() / 1000).toBeLessThan(7.1 * 24 * 3600);
  });

  it('leaves a failed generation that its user can delete, and that expires', async () => {
    const user = await cloud.signUp();
    const { id } = await cloud.created(user, studioRequest());
    await cloud.minutesPass(15.1);
    await cloud.runReconciler();
    const records = async () => (await cloud.table.allItems()).filter(({ sk }) => sk === `GENERATION#${id}`);
    expect(await records()).toMatchObject([{ state: 'failed', expiresAt: expect.any(Number) }]);
    const params = { generationId: id };
    expect((await cloud.call(user, 'deleteGeneration', { params })).status).toBe(204);
    expect(await records()).toEqual([]);
  });

  itInFullRun('ends every generation once, wherever it dies', async () => {
    let died = true;
    for (let calls = 1; died; calls += 1) {
      const user = await cloud.signUp();
      const { id } = await cloud.created(user, studioRequest());
      await cloud.minutesPass(15.1);
      died = await cloud.killAfterWrites(calls, cloud.runReconciler);
      await cloud.runReconciler();
      expect(await cloud.get(user, id)).toMatchObject({ state: 'failed', refunded: true });
      expect(await cloud.books(user)).toMatchObject({ available: 2, openGenerations: 0 });
      expect(calls).toBeLessThan(25);
    }
  });
});

describe('a dead letter', () => {
  it('ends its generation as failed and refunds it, once', async () => {
    const user = await cloud.signUp();
    const { id } = await cloud.created(user, studioRequest());
    for (let delivery = 0; delivery < 2; delivery += 1) {
      expect(await cloud.deliverDeadLetter(user, id)).toEqual({ batchItemFailures: [] });
      expect(await cloud.get(user, id)).toMatchObject({
        state: 'failed',
        refunded: true,
        message: 'Something went wrong on our side. Please try again. Your credit was returned.',
      });
      expect(await cloud.books(user)).toMatchObject({ available: 2, openGenerations: 0 });
    }
    expect(await cloud.orphans()).toEqual([]);
  });

  it('of a generation that another message keeps going, or that has ended, changes nothing', async () => {
    const user = await cloud.signUp('starter');
    const { id } = await cloud.created(user, studioRequest());
    await cloud.killAfter(4, () => cloud.workOn(user, id));
    await cloud.deliverDeadLetter(user, id);
    expect(await cloud.get(user, id)).toMatchObject({ state: 'processing' });
    await cloud.setTimes(user, id, { leaseUntil: new Date(Date.now() - 1).toISOString() });
    await cloud.workOn(user, id);
    const done = await cloud.get(user, id);
    await cloud.deliverDeadLetter(user, id);
    expect(await cloud.get(user, id)).toEqual(done);
    expect(done.state).toBe('done');
  });
});
