import { AwsError } from 'local-cloud/aws/aws-error.ts';
import { type AwsCall, transactionCanceled } from 'local-cloud/front-door/call-faults.ts';
import { ulid } from 'ulid';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { describeInFullRun, itInFullRun } from '#test/support/full-run.ts';
import { type OwnCloud, startOwnCloud } from '#test/support/local-cloud.ts';
import { dishPhoto, truncatedPhoto } from '#test/support/photos.ts';
import { plainModels } from '#test/support/plain-models.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { uploadPhoto } from '#test/support/upload-photo.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { expectBalance, ledgerOf } from './books.ts';
import { openData } from './cloud-data.ts';
import { ended, start, studioGeneration, until } from './generations.ts';
import { leaksIn } from './logs.ts';
import { send } from './send.ts';

let cloud: OwnCloud;
let data: ReturnType<typeof openData>;
let admin: TestUser;
const people: TestUser[] = [];

beforeAll(async () => {
  cloud = await startOwnCloud(plainModels);
  data = openData(cloud);
  admin = await newUser({ role: 'super_admin' });
});

afterEach(() => {
  cloud.faults.clear();
  cloud.deliveries.clear();
});

async function newUser(options: Parameters<typeof signUpUser>[1] = {}): Promise<TestUser> {
  const user = await signUpUser(cloud, options);
  people.push(user);
  return user;
}

async function expectAllEnded(): Promise<void> {
  await cloud.settle();
  expect(await data.inconsistencies()).toEqual([]);
}

/** Outcomes of calls: 'started', or the code of the refusal. */
async function outcomesOf(calls: Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(calls);
  return results.map((result) => {
    if (result.status === 'fulfilled') return 'started';
    return result.reason instanceof ApiError ? result.reason.code : String(result.reason);
  });
}

/** Makes all the API's processes finish reading before the first of them writes. */
function holdWrites(): void {
  cloud.faults.add({
    caller: 'generations',
    operation: 'TransactWriteItems',
    times: 8,
    action: { kind: 'delay', ms: 700 },
  });
}

describe('calls at once', () => {
  it('twenty on two credits start exactly two generations', async () => {
    const user = await newUser();
    const requests = Array.from({ length: 20 }, () => studioGeneration());
    holdWrites();
    const outcomes = await outcomesOf(requests.map((request) => start(user, request)));
    expect(outcomes.filter((outcome) => outcome === 'started')).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome === 'insufficient_credits')).toHaveLength(18);
    const started = requests.filter((_request, index) => outcomes[index] === 'started');
    for (const { id } of started)
      expect(await ended(user, id)).toMatchObject({ state: 'done', refunded: false });
    await expectBalance(user, 0);
    expect((await user.call('listGenerations', { query: {} })).total).toBe(2);
    await expectAllEnded();
  });

  it('ten with the same id start one generation, and all ten get it', async () => {
    const user = await newUser();
    const request = studioGeneration();
    holdWrites();
    const outcomes = await outcomesOf(Array.from({ length: 10 }, () => start(user, request)));
    expect(outcomes).toEqual(Array(10).fill('started'));
    expect(await ended(user, request.id)).toMatchObject({ state: 'done', refunded: false });
    // Again after its end, and with another request under the same id.
    expect(await user.call('createGeneration', { body: request })).toMatchObject({
      id: request.id,
      state: 'done',
    });
    const other = { ...request, productName: 'Another dish' };
    await expect(user.call('createGeneration', { body: other })).rejects.toMatchObject({ code: 'conflict' });
    await expectBalance(user, 1);
    expect((await data.generations()).filter(({ userId }) => userId === user.userId)).toHaveLength(1);
    await expectAllEnded();
  });

  itInFullRun('the same id of two users is two generations', async () => {
    const [one, two] = [await newUser(), await newUser()];
    const id = ulid();
    expect(
      await outcomesOf([start(one, studioGeneration({ id })), start(two, studioGeneration({ id }))]),
    ).toEqual(['started', 'started']);
    for (const user of [one, two]) {
      expect(await ended(user, id)).toMatchObject({ state: 'done' });
      await expectBalance(user, 1);
    }
  });

  itInFullRun('more generations than may run at a time are refused, uncharged', async () => {
    const user = await newUser({ plan: 'starter' });
    holdWrites();
    const outcomes = await outcomesOf(Array.from({ length: 12 }, () => start(user)));
    expect(outcomes.filter((outcome) => outcome === 'started').length).toBeGreaterThanOrEqual(5);
    const refused = outcomes.filter((outcome) => outcome !== 'started');
    expect(new Set(refused)).toEqual(new Set(['too_many_generations']));
    await expectAllEnded();
    await expectBalance(user, 17 - (12 - refused.length));
  });

  it('deleting a picture ten times at once takes it out of the gallery once', async () => {
    const user = await newUser();
    const ids = [await start(user), await start(user)];
    for (const id of ids) await ended(user, id);
    const [generationId = ''] = ids;
    const deletions = Array.from({ length: 10 }, () =>
      user.call('deleteGeneration', { params: { generationId } }),
    );
    const outcomes = await outcomesOf(deletions);
    expect(outcomes.filter((outcome) => outcome !== 'started' && outcome !== 'conflict')).toEqual([]);
    const gallery = await user.call('listGenerations', { query: {} });
    expect({ total: gallery.total, left: gallery.items.map(({ id }) => id) }).toEqual({
      total: 1,
      left: [ids[1]],
    });
    await expectBalance(user, 0);
  });
});

describe('what is delivered twice', () => {
  // T5.T1
  it('makes one result for one credit, and is counted once; a failed one is no image', async () => {
    await cloud.settle();
    const before = await admin.call('getAdminOverview');
    for (const name of ['publisher', 'statsProjector'])
      cloud.deliveries.add({ source: 'stream', function: name, times: 1000, fault: { kind: 'duplicate' } });
    cloud.deliveries.add({ source: 'queue', function: 'worker', times: 1000, fault: { kind: 'duplicate' } });
    const user = await newUser();
    const id = await start(user);
    const first = await ended(user, id);
    expect(first).toMatchObject({ state: 'done', refunded: false, fallback: false });
    const uploadId = await uploadPhoto(user, truncatedPhoto());
    const failed = await start(user, studioGeneration({ source: { type: 'upload', uploadId } }));
    expect(await ended(user, failed)).toMatchObject({ state: 'failed', refunded: true });
    await cloud.settle();
    expect(await user.call('getGeneration', { params: { generationId: id } })).toEqual(first);
    await expectBalance(user, 1);
    expect((await ledgerOf(user)).filter(({ kind }) => kind === 'refund')).toHaveLength(1);
    await expectAllEnded();
    const after = await admin.call('getAdminOverview');
    expect({
      users: after.users - before.users,
      generations: after.generations - before.generations,
    }).toEqual({ users: 1, generations: 1 });
  });

  it('while the first is at work, does not disturb it', async () => {
    const user = await newUser();
    const drawn = cloud.bedrock.calls().length;
    // The second worker gets the generation while the first one waits for the model.
    cloud.faults.add({
      caller: 'worker',
      operation: 'InvokeModel',
      action: {
        kind: 'before',
        run: async () => {
          await cloud.redeliver();
          await new Promise((resolve) => setTimeout(resolve, 1500));
        },
      },
    });
    const id = await start(user);
    expect(await ended(user, id)).toMatchObject({ state: 'done', refunded: false });
    await expectAllEnded();
    // Two pictures, and the cut-out with which they are compared.
    expect(cloud.bedrock.calls().length - drawn).toBe(3);
    await expectBalance(user, 1);
  });

  it('or lost on the way to the worker, is sent again by the reconciler', async () => {
    const user = await newUser();
    cloud.deliveries.add({ source: 'queue', function: 'worker', fault: { kind: 'drop' } });
    const id = await start(user);
    await data.minutesPass(2, id);
    cloud.runSchedules();
    expect(await ended(user, id)).toMatchObject({ state: 'done', refunded: false });
    await cloud.redeliver();
    await expectAllEnded();
    await expectBalance(user, 1);
  });

  it.each([
    'before',
    'after',
  ] as const)('because the outbox publisher was killed %s it sent the generation', async (kind) => {
    const user = await newUser();
    const killed = cloud.faults.add({
      caller: 'publisher',
      operation: 'SendMessage',
      action: { kind, run: () => void cloud.kill('publisher') },
    });
    const id = await start(user);
    expect(await ended(user, id)).toMatchObject({ state: 'done', refunded: false });
    expect(killed.applied).toBe(1);
    await expectAllEnded();
    await expectBalance(user, 1);
  });
});

describeInFullRun('an API that is killed', () => {
  // Every call is tried in one process, in test/lambdas/generations/create-generation.test.ts.
  it.each([
    'before',
    'after',
  ] as const)('%s it writes while it starts a generation, answers the same request later with one generation', async (kind) => {
    const user = await newUser({ plan: 'starter' });
    const uploadId = await uploadPhoto(user, dishPhoto());
    const request = studioGeneration({ source: { type: 'upload', uploadId } });
    const killed = cloud.faults.add({
      caller: 'generations',
      operation: 'TransactWriteItems',
      action: { kind, run: () => void cloud.kill('generations') },
    });
    expect(await outcomesOf([start(user, request)])).toEqual(['internal']);
    expect(killed.applied).toBe(1);
    await start(user, request);
    expect(await ended(user, request.id)).toMatchObject({ state: 'done', refunded: false });
    await expectBalance(user, 16);
    await expectAllEnded();
  });
});

/** The items that a transaction writes, by their number. */
function sizeOf(call: AwsCall): number {
  return (JSON.parse(call.body.toString()) as { TransactItems: unknown[] }).TransactItems.length;
}

describeInFullRun('contention in the table', () => {
  /** Refuses every transaction of every function `times` times with TransactionConflict. */
  function conflictEverywhere(times: number) {
    const seen = new Map<string, number>();
    const callers = new Map<string, number>();
    cloud.faults.add({
      service: 'dynamodb',
      operation: 'TransactWriteItems',
      times: Number.POSITIVE_INFINITY,
      when: (call) => {
        const { ClientRequestToken = '' } = JSON.parse(call.body.toString()) as {
          ClientRequestToken?: string;
        };
        const met = (seen.get(ClientRequestToken) ?? 0) + 1;
        seen.set(ClientRequestToken, met);
        if (met > times) return false;
        callers.set(call.caller ?? '', (callers.get(call.caller ?? '') ?? 0) + 1);
        return true;
      },
      action: {
        kind: 'before',
        run: (call) => {
          const reasons = Array.from({ length: sizeOf(call) }, () => 'None');
          reasons[Math.floor(Math.random() * reasons.length)] = 'TransactionConflict';
          throw transactionCanceled(reasons);
        },
      },
    });
    return callers;
  }

  // V2.3.3
  it('at every transaction, from sign-up to deletion, changes nothing', async () => {
    const callers = conflictEverywhere(2);
    const user = await newUser();
    const id = await start(user);
    expect(await ended(user, id)).toMatchObject({ state: 'done', refunded: false, fallback: false });
    const uploadId = await uploadPhoto(user, truncatedPhoto());
    const failed = await start(user, studioGeneration({ source: { type: 'upload', uploadId } }));
    // T5.R1, V16.5.3
    expect(await ended(user, failed)).toMatchObject({ state: 'failed', refunded: true });
    await expectBalance(user, 1);
    const params = { generationId: id };
    const share = await user.call('createShare', { params, body: { variation: 0 } });
    await user.call('revokeShare', { params: { shareId: share.shareId } });
    await user.call('createShare', { params, body: { variation: 1 } });
    await user.call('deleteGeneration', { params });
    expect((await user.call('listGenerations', { query: {} })).total).toBe(0);
    await expectBalance(user, 1);
    await cloud.settle();
    expect([...callers.keys()].sort()).toEqual([
      'delivery',
      'generations',
      'postConfirmation',
      'statsProjector',
      'worker',
    ]);
    // The damaged photo is refused before anything is drawn.
    expect(callers.get('worker')).toBeGreaterThanOrEqual(2 * 6);
    expect(callers.get('generations')).toBeGreaterThanOrEqual(2 * 3);
    expect(callers.get('delivery')).toBeGreaterThanOrEqual(2 * 3);
  });

  it('that does not end is answered with "busy"; the same request later starts the generation', async () => {
    const user = await newUser();
    conflictEverywhere(Number.POSITIVE_INFINITY);
    const request = studioGeneration();
    await expect(start(user, request)).rejects.toMatchObject({ code: 'busy', status: 503 });
    cloud.faults.clear();
    await expectBalance(user, 2);
    await start(user, request);
    expect(await ended(user, request.id)).toMatchObject({ state: 'done' });
    await expectBalance(user, 1);
  });

  it('also at single writes, which AWS refuses by another name, changes nothing', async () => {
    const user = await newUser();
    const seen = new Set<string>();
    cloud.faults.add({
      service: 'dynamodb',
      times: Number.POSITIVE_INFINITY,
      when: ({ operation, caller, body }) => {
        if (!['UpdateItem', 'PutItem', 'DeleteItem'].includes(operation)) return false;
        const item = /"sk":\{"S":"([A-Z]+)/.exec(String(body))?.[1];
        const key = `${caller} ${operation} ${item} ${body.includes('leaseToken')}`;
        return !seen.has(key) && seen.add(key) !== undefined;
      },
      action: {
        kind: 'error',
        error: new AwsError(400, 'TransactionConflictException', 'Transaction is ongoing for the item'),
      },
    });
    const uploadId = await uploadPhoto(user, dishPhoto('salad'));
    const id = await start(user, studioGeneration({ source: { type: 'upload', uploadId } }));
    expect(await ended(user, id, 20_000)).toMatchObject({ state: 'done', refunded: false });
    const params = { generationId: id };
    expect(await user.call('setCover', { params, body: { cover: 1 } })).toMatchObject({ cover: 1 });
    expect(seen.size).toBeGreaterThanOrEqual(3);
    await expectBalance(user, 1);
  });
});

describeInFullRun('a flood of requests without a token', () => {
  // T2.D1, V2.4.1
  it('keeps no customer from making pictures', async () => {
    const pro = await newUser({ plan: 'pro' });
    const replies = new Map<number, number>();
    let isOver = false;
    const flood = Array.from({ length: 18 }, async () => {
      while (!isOver) {
        const { status } = await send(cloud, { method: 'POST', path: '/api/generations', body: '{}' });
        replies.set(status, (replies.get(status) ?? 0) + 1);
      }
    });
    try {
      await until('the flood uses up what a route used to allow', async () => (replies.get(401) ?? 0) > 400);
      for (let n = 0; n < 5; n += 1) {
        const id = await start(pro, studioGeneration());
        expect(await ended(pro, id, 20_000)).toMatchObject({ state: 'done' });
      }
    } finally {
      isOver = true;
      await Promise.all(flood);
    }
    expect([...replies.keys()]).toEqual([401]);
  });
});

describe('after all tests of this file', () => {
  it('every generation has ended, ledgers and files agree, and the logs contain no secrets', async () => {
    await data.minutesPass(10);
    cloud.runSchedules();
    await cloud.settle();
    expect(await data.inconsistencies()).toEqual([]);
    expect(await leaksIn(cloud.logs, people, ['Classic Burger'])).toEqual([]);
  });
});
