import type { Fault, FaultScope } from 'bedrock-stand-in/faults';
import { AwsError } from 'local-cloud/aws/aws-error.ts';
import { transactionCanceled } from 'local-cloud/front-door/call-faults.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { changeSettings } from '#lambdas/admin/change-settings.ts';
import { eraseGenerations } from '#lambdas/generations/erase-generations.ts';
import { saveProgress, takeLease } from '#lambdas/generations/lease-store.ts';
import { heartbeatInterval } from '#lambdas/generations/limits.ts';
import { readDisabledAdapters } from '#lambdas/models/adapter-store.ts';
import { adapters } from '#lambdas/models/adapters.ts';
import { usageSteps } from '#lambdas/models/usage-store.ts';
import { describeInFullRun, itInFullRun } from '#test/support/full-run.ts';
import { blackPhoto, truncatedPhoto } from '#test/support/photos.ts';
import { menuRequest, startGenerations, studioRequest } from './harness.ts';
import { jpeg } from './photos.ts';

const cloud = startGenerations({ models: 'plain' });

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

const filtered = () => studioRequest({ studio: { filter: { id: 'popcrush' } } });
const everyAdapterFails = { kind: 'error', error: 'ModelErrorException' } as const;
const past = new Date(Date.now() - 1000).toISOString();

/** Runs a generation under a model fault and returns how it ended. */
async function generateUnder(
  fault: Fault,
  scope: FaultScope,
  request = filtered(),
  tier: 'starter' | 'pro' = 'starter',
) {
  cloud.modelFaults.add(fault, scope);
  const user = await cloud.signUp(tier);
  const ended = await cloud.generate(user, request);
  return { user, ended, books: await cloud.books(user) };
}

async function usageOf(id: string) {
  const items = await cloud.table.allItems();
  return items.filter(({ pk, generationId }) => String(pk).startsWith('USAGE#') && generationId === id);
}

/** Kills the worker after this many writes of a run and lets its lease end; false if the run ended before. */
async function diesAfter(writes: number, user: string, id: string): Promise<boolean> {
  const died = await cloud.killAfterWrites(writes, () => cloud.workOn(user, id));
  if ((await cloud.stored(user, id)).leaseUntil) await cloud.setTimes(user, id, { leaseUntil: past });
  await cloud.endPhotoLeases(user);
  return died;
}

describe('a message', () => {
  // C7.18, C7.22
  it('delivered twice, after one another or at once, makes one result for one credit', async () => {
    const user = await cloud.signUp('starter');
    const { id } = await cloud.created(user, filtered());
    await Promise.all([cloud.workOn(user, id), cloud.workOn(user, id)]);
    const once = await cloud.stored(user, id);
    expect(once).toMatchObject({ state: 'done', failedRuns: 0 });
    expect(await usageOf(id)).toHaveLength(3);
    await cloud.workOn(user, id);
    expect(await cloud.stored(user, id)).toEqual(once);
    expect(await cloud.books(user)).toMatchObject({ available: 11, openGenerations: 0 });
  });

  it('for a generation that does not exist is done with', async () => {
    expect(await cloud.workOn('nobody', '01JZZZZZZZZZZZZZZZZZZZZZZZ')).toEqual({ batchItemFailures: [] });
  });

  it('that makes no sense is reported, so that it reaches the dead letters', async () => {
    // T5.T1
    expect(await cloud.work({ body: '{"hello":1}' })).toEqual({
      batchItemFailures: [{ itemIdentifier: 'message-1' }],
    });
  });
});

describe('the worker, killed', () => {
  // T5.D1, V2.3.3
  itInFullRun(
    'after any of its writes, leads to the same end: one result, one charge, no file too many',
    async () => {
      let died = true;
      for (let writes = 1; died; writes += 1) {
        const user = await cloud.signUp('starter');
        const { id } = await cloud.created(user, filtered());
        died = await diesAfter(writes, user, id);
        await cloud.workOn(user, id);
        const ended = await cloud.stored(user, id);
        // T5.R1
        expect(ended, `killed after ${writes} writes`).toMatchObject({
          state: 'done',
          refunded: false,
          fallback: false,
          variations: [{ index: 0 }, { index: 1 }],
        });
        expect(ended.leaseToken).toBeUndefined();
        expect(await cloud.books(user)).toMatchObject({ available: 11, openGenerations: 0 });
        expect((await cloud.call(user, 'listGenerations')).body.total).toBe(1);
        expect(writes).toBeLessThan(60);
      }
      expect(await cloud.orphans()).toEqual([]);
    },
    180_000,
  );

  itInFullRun(
    'after any of its writes, and failed by the models then, leaves no file that nothing names',
    async () => {
      let died = true;
      for (let writes = 1; died; writes += 1) {
        const user = await cloud.signUp('starter');
        const { id } = await cloud.created(user, filtered());
        died = await diesAfter(writes, user, id);
        cloud.modelFaults.add(everyAdapterFails);
        await cloud.workOn(user, id);
        cloud.modelFaults.clear();
        expect(await cloud.stored(user, id), `killed after ${writes} writes`).toMatchObject({
          state: 'done',
        });
        expect(writes).toBeLessThan(60);
      }
      await cloud.minutesPass(10);
      await cloud.runReconciler();
      expect(await cloud.orphans()).toEqual([]);
    },
    180_000,
  );

  it('while it refunds, refunds once and leaves no file', async () => {
    let died = true;
    for (let writes = 1; died; writes += 1) {
      const user = await cloud.signUp('starter');
      const uploadId = await cloud.upload(user, truncatedPhoto().bytes);
      const { id } = await cloud.created(user, studioRequest({ source: { type: 'upload', uploadId } }));
      died = await diesAfter(writes, user, id);
      await cloud.workOn(user, id);
      expect(await cloud.stored(user, id)).toMatchObject({
        state: 'failed',
        refunded: true,
        inputRefused: true,
      });
      const books = await cloud.books(user);
      expect(books).toMatchObject({ available: 12, openGenerations: 0 });
      expect(books.causes.filter((cause) => cause === `refund#${id}`)).toHaveLength(1);
      expect(writes).toBeLessThan(30);
    }
    expect(await cloud.orphans()).toEqual([]);
  }, 120_000);

  it('again and again, gives up and refunds', async () => {
    const user = await cloud.signUp();
    const { id } = await cloud.created(user, studioRequest());
    for (let run = 0; run < 5; run += 1) {
      await cloud.killAfter(3, () => cloud.workOn(user, id));
      await cloud.setTimes(user, id, { leaseUntil: past });
    }
    await cloud.workOn(user, id);
    expect(await cloud.get(user, id)).toMatchObject({
      state: 'failed',
      refunded: true,
      message: 'We could not make your images in time. Please try again. Your credit was returned.',
    });
    expect(await cloud.stored(user, id)).not.toHaveProperty('inputRefused');
    expect(await cloud.books(user)).toMatchObject({ available: 2, openGenerations: 0 });
  });

  it('keeps its lease while a model is slow: its heart beats until the model answers', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const user = await cloud.signUp('starter');
      const { id } = await cloud.created(user, filtered());
      let before = '';
      cloud.faults.add({
        service: 'bedrock',
        nth: 1,
        action: {
          kind: 'before',
          run: async () => {
            before = (await cloud.stored(user, id)).leaseUntil ?? '';
            await vi.advanceTimersByTimeAsync(heartbeatInterval);
            await expect.poll(async () => (await cloud.stored(user, id)).leaseUntil ?? '').not.toBe(before);
            // Another delivery of the message finds the lease held.
            expect(await cloud.workOn(user, id)).toEqual({ batchItemFailures: [] });
          },
        },
      });
      await cloud.workOn(user, id);
      expect(before).not.toBe('');
      expect(await cloud.stored(user, id)).toMatchObject({ state: 'done', failedRuns: 0 });
      expect(await usageOf(id)).toHaveLength(3);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('loses its lease to the run that takes over, and ends without a trace', async () => {
    const user = await cloud.signUp('starter');
    const { id } = await cloud.created(user, filtered());
    // While the first run waits for its second model call, its lease ends and another run does the generation.
    let takeover: Promise<unknown> | undefined;
    cloud.faults.add({
      service: 'bedrock',
      nth: 2,
      action: {
        kind: 'before',
        run: async () => {
          // Any other write of the first run in the meantime would renew its lease.
          await expect
            .poll(async () => {
              const { original, variations } = await cloud.stored(user, id);
              return original !== null && variations.length === 1;
            })
            .toBe(true);
          await cloud.setTimes(user, id, { leaseUntil: past });
          takeover = cloud.workOn(user, id);
          await takeover;
        },
      },
    });
    expect(await cloud.workOn(user, id)).toEqual({ batchItemFailures: [] });
    expect(takeover).toBeDefined();
    expect(await cloud.stored(user, id)).toMatchObject({ state: 'done', failedRuns: 1 });
    expect(await cloud.books(user)).toMatchObject({ available: 11, openGenerations: 0 });
    expect(await cloud.orphans()).toEqual([]);
    // The calls that the first run paid for after it had lost its lease are booked, too.
    const made = cloud.calls.filter(({ service }) => service === 'bedrock').length;
    expect(await usageOf(id)).toHaveLength(made);
  });
});

describe('a run that lost its generation', () => {
  it('leaves no file, even if it writes after what the other run made was deleted', async () => {
    await cloud.reset();
    const user = await cloud.signUp('starter');
    const { id } = await cloud.created(user, filtered());
    const late = cloud.faults.add({
      service: 's3',
      operation: 'PutObject',
      action: {
        kind: 'before',
        run: async () => {
          await cloud.setTimes(user, id, { leaseUntil: past });
          await cloud.workOn(user, id);
          await cloud.call(user, 'deleteGeneration', { params: { generationId: id } });
          await cloud.runReconciler();
        },
      },
    });
    await cloud.workOn(user, id);
    expect(late.applied).toBe(1);
    await cloud.minutesPass(10);
    await cloud.runReconciler();
    expect(await cloud.orphans()).toEqual([]);
  });
});

describe('an unexpected error', () => {
  it('gives the generation back at once and reports the message', async () => {
    const user = await cloud.signUp('starter');
    const { id } = await cloud.created(user, filtered());
    cloud.faults.add({ service: 's3', operation: 'PutObject', nth: 3, action: { kind: 'drop-request' } });
    expect(await cloud.workOn(user, id)).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
    expect(await cloud.stored(user, id)).toMatchObject({ state: 'queued', failedRuns: 1 });
    await cloud.workOn(user, id);
    expect(await cloud.get(user, id)).toMatchObject({ state: 'done' });
  });
});

describe('progress', () => {
  it('that comes while a write is under way is written together', async () => {
    const user = await cloud.signUp('starter');
    const { id } = await cloud.created(user, filtered());
    const writes = () => cloud.calls.filter(({ operation }) => operation === 'TransactWriteItems').length;
    const before = writes();
    const draw = vi.spyOn(adapters['stability-structure'], 'draw');
    cloud.faults.add({
      service: 'dynamodb',
      operation: 'TransactWriteItems',
      action: {
        kind: 'before',
        run: async () => {
          // Until both pictures are drawn.
          const drawn = () => draw.mock.settledResults.filter(({ type }) => type === 'fulfilled');
          await expect.poll(drawn, { timeout: 60_000 }).toHaveLength(2);
        },
      },
    });
    await cloud.workOn(user, id);
    expect(await cloud.stored(user, id)).toMatchObject({ state: 'done', modelCalls: 3 });
    // The photo's preview; both steps; the variations, together or not; the end; and three of the cut-out.
    expect(writes() - before).toBeLessThanOrEqual(8);
  });
});

describeInFullRun('transaction conflicts', () => {
  it('at any transaction of a run change nothing', async () => {
    for (let nth = 1; nth <= 8; nth += 1) {
      const user = await cloud.signUp('starter');
      const { id } = await cloud.created(user, filtered());
      const conflict = cloud.faults.add({
        service: 'dynamodb',
        operation: 'TransactWriteItems',
        nth,
        action: {
          kind: 'error',
          error: transactionCanceled(['TransactionConflict', 'None', 'None', 'None', 'None', 'None']),
        },
      });
      await cloud.workOn(user, id);
      expect(await cloud.stored(user, id)).toMatchObject({ state: 'done', failedRuns: 0 });
      expect(await cloud.books(user)).toMatchObject({ available: 11, openGenerations: 0 });
      cloud.faults.clear();
      if (conflict.applied === 0) {
        expect(nth).toBeGreaterThan(3);
        return;
      }
    }
  }, 60_000);

  it('while refunding change nothing', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await cloud.created(user, menuRequest());
    cloud.modelFaults.add(everyAdapterFails);
    cloud.faults.add({
      service: 'dynamodb',
      operation: 'TransactWriteItems',
      nth: 1,
      times: 4,
      action: { kind: 'error', error: transactionCanceled(['None', 'TransactionConflict', 'None', 'None']) },
    });
    await cloud.workOn(user, id);
    expect(await cloud.get(user, id)).toMatchObject({ state: 'failed', refunded: true });
    expect(await cloud.books(user)).toMatchObject({ available: 12, openGenerations: 0 });
  });
});

describe('a model that', () => {
  itInFullRun(
    'throttles everywhere puts the generation back with a fresh, delayed message, and nothing is lost',
    async () => {
      const user = await cloud.signUp('pro');
      const { id } = await cloud.created(user, filtered());
      cloud.modelFaults.add({ kind: 'throttle', perMinute: 0 });
      expect(await cloud.workOn(user, id)).toEqual({ batchItemFailures: [] });
      expect(await cloud.stored(user, id)).toMatchObject({
        state: 'queued',
        throttledRuns: 1,
        failedRuns: 0,
      });
      const [message] = cloud.messages;
      expect(message).toMatchObject({ queue: 'priority' });
      expect(message?.delaySeconds).toBeGreaterThanOrEqual(5);
      expect(await usageOf(id)).toHaveLength(12);

      cloud.modelFaults.clear();
      await cloud.work(message ?? { body: '' });
      expect(await cloud.get(user, id)).toMatchObject({ state: 'done', fallback: false, refunded: false });
      expect(await cloud.books(user)).toMatchObject({ available: 11, openGenerations: 0 });
    },
  );

  itInFullRun('throttles between the two variations keeps the first', async () => {
    const user = await cloud.signUp('starter');
    const { id } = await cloud.created(user, filtered());
    // One of the two calls is answered, the other and whatever follows it is not.
    cloud.faults.add({
      service: 'bedrock',
      nth: 2,
      times: 12,
      action: { kind: 'error', error: new AwsError(429, 'ThrottlingException', 'Too many requests') },
    });
    await cloud.workOn(user, id);
    const { state, variations } = await cloud.stored(user, id);
    expect({ state, made: variations.length }).toEqual({ state: 'queued', made: 1 });
    cloud.faults.clear();
    await cloud.workOn(user, id);
    expect(await cloud.get(user, id)).toMatchObject({
      state: 'done',
      variations: [{ index: 0 }, { index: 1 }],
    });
    expect((await usageOf(id)).filter(({ outcome }) => outcome === 'made')).toHaveLength(3);
  });

  // C8.41
  it('fails leaves the work to the next adapter', async () => {
    const { user, ended, books } = await generateUnder(everyAdapterFails, { model: 'control-structure' });
    expect(ended).toMatchObject({ state: 'done', fallback: false, refunded: false });
    expect(await cloud.stored(user, ended.id)).toMatchObject({
      variations: [{ adapter: 'sd35-image-to-image' }, { adapter: 'sd35-image-to-image' }],
    });
    expect(books).toMatchObject({ available: 11, openGenerations: 0 });
  });

  it('has ended is not called any more', async () => {
    const { user, ended } = await generateUnder({ kind: 'end-of-life' }, { model: 'control-structure' });
    expect(ended).toMatchObject({ state: 'done', fallback: false });
    // Both variations are refused in every region, then get a picture from the next adapter; the dish is cut out once.
    expect((await usageOf(ended.id)).map(({ outcome }) => outcome).toSorted()).toEqual([
      ...Array(6).fill('ended'),
      ...Array(3).fill('made'),
    ]);
    expect([...(await readDisabledAdapters())]).toEqual(['stability-structure']);
    cloud.modelFaults.clear();
    const next = await cloud.generate(user, filtered());
    expect((await usageOf(next.id)).map(({ model }) => model)).toEqual(
      Array(2).fill('stability.sd3-5-large-v1:0'),
    );
    await cloud.reset();
  });

  it.each([
    [
      'Filter reason: prompt',
      'The image model declined these words. Please change them and try again. Your credit was returned.',
    ],
    [
      'Filter reason: input image',
      'The image model declined this photo. Please try another one. Your credit was returned.',
    ],
    [
      'Filter reason: output image',
      'The image model declined to show its result. Please try another look. Your credit was returned.',
    ],
  ] as const)('refuses with "%s" is told in plain words and refunded', async (reason, message) => {
    const { user, ended, books } = await generateUnder({ kind: 'refuse', reason }, {});
    // C7.33
    expect(ended).toMatchObject({
      state: 'failed',
      refunded: true,
      fallback: false,
      variations: [],
      originalUrl: null,
      message,
    });
    expect(await cloud.stored(user, ended.id)).toMatchObject({ inputRefused: true });
    expect(await usageOf(ended.id)).toHaveLength(2);
    expect(books).toMatchObject({ available: 12, openGenerations: 0 });
    expect((await cloud.call(user, 'listGenerations')).body).toMatchObject({ items: [], total: 0 });
    expect(await cloud.orphans()).toEqual([]);
  });

  it('makes only one of two variations ends the generation with that one, refunded', async () => {
    const { user, ended, books } = await generateUnder(
      { kind: 'refuse', reason: 'Filter reason: output image' },
      { times: 1 },
    );
    expect(ended).toMatchObject({
      state: 'done',
      refunded: true,
      fallback: false,
      variations: [{ index: expect.any(Number) }],
      message:
        'Only one of the two images could be made. The image model declined to show its result. Please try another look. Your credit was returned.',
    });
    expect(books).toMatchObject({ available: 12, openGenerations: 0 });
    expect((await cloud.call(user, 'listGenerations')).body.total).toBe(1);
    expect(await cloud.orphans()).toEqual([]);
  });

  // V16.5.2
  it('fails in every way ends a studio generation with the original photo, charged as specified', async () => {
    const { user, ended, books } = await generateUnder(everyAdapterFails, {});
    // C4.24, C7.33, C8.41, C8.46, T5.D1
    expect(ended).toMatchObject({
      state: 'done',
      fallback: true,
      refunded: false,
      watermarked: false,
      variations: [{ index: 0 }],
      message: 'The image model could not make your images, so this is your original photo.',
    });
    // C8.47
    expect(books).toMatchObject({ available: 11, openGenerations: 0 });
    expect((await cloud.call(user, 'listGenerations')).body.total).toBe(1);
    expect(await cloud.orphans()).toEqual([]);
  });

  // As the runbook says at `model-access`.
  it.each([
    ['studio picture is charged', filtered, 11, { state: 'done', fallback: true, refunded: false }],
    ['menu picture is refunded', menuRequest, 12, { state: 'failed', refunded: true }],
  ])('may not be called by this account: a %s', async (_, request, available, end) => {
    const user = await cloud.signUp(request === menuRequest ? 'pro' : 'starter');
    cloud.modelFaults.add({ kind: 'error', error: 'AccessDeniedException' });
    expect(await cloud.generate(user, request())).toMatchObject(end);
    expect(await cloud.books(user)).toMatchObject({ available, openGenerations: 0 });
  });

  // C1.6, C8.47
  it('fails in every way is refunded when the setting says so, and stays out of the gallery', async () => {
    await changeSettings({ chargeForFallback: false }, 'test');
    const { user, ended, books } = await generateUnder(everyAdapterFails, {});
    expect(ended).toMatchObject({ state: 'done', fallback: true, refunded: true });
    expect(ended.message).toMatch(/Your credit was returned\.$/);
    expect(books).toMatchObject({ available: 12, openGenerations: 0 });
    expect((await cloud.call(user, 'listGenerations')).body).toMatchObject({ items: [], total: 0 });
    await changeSettings({ chargeForFallback: true }, 'test');
  });

  // C8.41
  it('fails in every way refunds a menu enhancement', async () => {
    const { ended, books } = await generateUnder(everyAdapterFails, {}, menuRequest(), 'pro');
    // C7.33
    expect(ended).toMatchObject({
      state: 'failed',
      refunded: true,
      message: 'Failed to enhance menu image. Please try again. Your credit was returned.',
    });
    expect(books).toMatchObject({ available: 12, openGenerations: 0 });
    expect(await cloud.orphans()).toEqual([]);
  });
});

describe('an edit of a picture that a model drew', () => {
  const retouch = {
    foodLock: true,
    studio: { adjustment: 'warmer_lighting' },
  };

  async function editOf(change: object, fault?: Fault) {
    const user = await cloud.signUp('starter');
    const first = await cloud.generate(user, filtered());
    if (fault) cloud.modelFaults.add(fault);
    const source = { type: 'generation', generationId: first.id, variation: 0 };
    const edited = await cloud.generate(user, studioRequest({ ...change, source }));
    return { edited, stored: await cloud.stored(user, edited.id) };
  }

  async function markOf(bucket: 'ORIGINALS_BUCKET' | 'MEDIA_BUCKET', key = '') {
    const { xmpAsString = '' } = await sharp(await cloud.readObject(bucket, key)).metadata();
    return xmpAsString;
  }

  it('says so where no model drew again, and compares no dish with the photo', async () => {
    const { edited, stored } = await editOf(retouch);
    expect(stored).toMatchObject({
      photo: { madeHere: { type: 'trainedAlgorithmicMedia', isDishUnchanged: false } },
      variations: [
        { adapter: 'photo-retouch', fidelity: null },
        { adapter: 'photo-retouch', fidelity: null },
      ],
    });
    expect(edited.variations[0]?.fidelity).toBeNull();
    const mark = await markOf('ORIGINALS_BUCKET', stored.variations[0]?.clean.delivered.key);
    expect(mark).toContain('digitalsourcetype/trainedAlgorithmicMedia');
    expect(mark).not.toContain('platepost:Dish');
    expect(await markOf('MEDIA_BUCKET', stored.original ?? '')).toContain('trainedAlgorithmicMedia');
  });

  it('says so where the picture comes back as it was', async () => {
    const { edited, stored } = await editOf({ studio: { filter: { id: 'popcrush' } } }, everyAdapterFails);
    expect(stored).toMatchObject({ fallback: true, variations: [{ adapter: null, fidelity: null }] });
    expect(edited.message).toBe(
      'The image model could not make your images, so this is the picture you started from.',
    );
    const mark = await markOf('ORIGINALS_BUCKET', stored.variations[0]?.clean.delivered.key);
    expect(mark).toContain('digitalsourcetype/trainedAlgorithmicMedia');
  });
});

describe('a photo that', () => {
  it('cannot be decoded is told in plain words and refunded', async () => {
    const user = await cloud.signUp();
    const uploadId = await cloud.upload(user, truncatedPhoto().bytes);
    const ended = await cloud.generate(user, studioRequest({ source: { type: 'upload', uploadId } }));
    // C7.33
    expect(ended).toMatchObject({
      state: 'failed',
      refunded: true,
      message: 'We could not read this photo. Please try another file. Your credit was returned.',
    });
    expect(await cloud.books(user)).toMatchObject({ available: 2, openGenerations: 0 });
  });

  it.each([
    'popcrush',
    undefined,
  ] as const)('is black is told in plain words and refunded (filter %s)', async (filter) => {
    const user = await cloud.signUp('starter');
    const uploadId = await cloud.upload(user, (await blackPhoto()).bytes);
    const studio = filter ? { filter: { id: filter } } : {};
    const ended = await cloud.generate(user, studioRequest({ source: { type: 'upload', uploadId }, studio }));
    expect(ended).toMatchObject({
      state: 'failed',
      refunded: true,
      message:
        'There is hardly anything to see in this photo. Please choose another one. Your credit was returned.',
    });
    expect(await cloud.books(user)).toMatchObject({ available: 12, openGenerations: 0 });
    expect(await cloud.orphans()).toEqual([]);
  });

  it('is gone before its turn came is refunded', async () => {
    const user = await cloud.signUp('starter');
    const first = await cloud.generate(user, filtered());
    const { id } = await cloud.created(
      user,
      studioRequest({ source: { type: 'generation', generationId: first.id, variation: 1 } }),
    );
    await cloud.call(user, 'deleteGeneration', { params: { generationId: first.id } });
    await cloud.workOn(user, id);
    expect(await cloud.get(user, id)).toMatchObject({
      state: 'failed',
      refunded: true,
      message: 'The photo is no longer there. Please upload it again. Your credit was returned.',
    });
  });
});

describe('what a generation cost', () => {
  // B3.8
  it('is settled against what the day’s budget reserved', async () => {
    await cloud.reset();
    const user = await cloud.signUp('starter');
    const committed = async () => {
      const items = await cloud.table.allItems();
      return items.find(({ pk }) => pk === 'BUDGET#starter')?.committed;
    };
    const { id } = await cloud.created(user, studioRequest({ studio: { scene: { text: 'a garden' } } }));
    expect(await committed()).toBe(210_000);
    // The cut-out, which both variations share, fails twice: two calls of the next adapter's model do instead.
    cloud.modelFaults.add(everyAdapterFails, { model: 'remove-background' });
    await cloud.workOn(user, id);
    expect(await cloud.stored(user, id)).toMatchObject({ state: 'done', modelCost: 140_000 });
    expect(await committed()).toBe(140_000);
    const usage = await usageOf(id);
    expect(usage).toHaveLength(4);
    expect(usage.reduce((sum, { cost }) => sum + Number(cost), 0)).toBe(140_000);
  });

  it('stays in the budget when it is recorded while the account is being erased', async () => {
    await cloud.reset();
    const user = await cloud.signUp('starter');
    const { id } = await cloud.created(user, filtered());
    const lease = await takeLease(user, id);
    if (!lease) throw new Error('There is no generation');
    const modelCall = {
      model: 'model',
      region: 'us-east-1',
      startedAt: new Date().toISOString(),
      durationMs: 8000,
      outcome: 'made',
      cost: 70_000,
    } as const;
    // Between what the erasure reads and what it writes, the worker records a call.
    cloud.faults.add({
      service: 'dynamodb',
      operation: 'TransactWriteItems',
      action: {
        kind: 'before',
        run: async () => {
          const steps = usageSteps(lease.generation, [modelCall]);
          await saveProgress(lease, { modelCost: modelCall.cost, modelCalls: 1 }, steps);
        },
      },
    });
    await eraseGenerations(user);
    const items = await cloud.table.allItems();
    expect(await usageOf(id)).toHaveLength(1);
    expect(items.filter(({ sk }) => sk === `GENERATION#${id}`)).toEqual([]);
    expect(items.find(({ pk }) => pk === 'BUDGET#starter')?.committed).toBe(70_000);
  });
});
