import type { AwsCall, CallFault, CallFaultRule } from 'local-cloud/front-door/call-faults.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OwnCloud, startOwnCloud } from '#test/support/local-cloud.ts';
import { truncatedPhoto } from '#test/support/photos.ts';
import { plainModels } from '#test/support/plain-models.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { uploadPhoto } from '#test/support/upload-photo.ts';
import { expectBalance, ledgerOf } from './books.ts';
import { openData } from './cloud-data.ts';
import { ended, look, start, studioGeneration, until } from './generations.ts';
import { leaksIn } from './logs.ts';

type Moment = 'before' | 'after';

let cloud: OwnCloud;
let data: ReturnType<typeof openData>;
const people: TestUser[] = [];

beforeAll(async () => {
  // A run of the reconciler that no test asked for would send a second message for a generation whose lease has ended.
  cloud = await startOwnCloud({ ...plainModels, schedulesAfterMs: 3_600_000 });
  data = openData(cloud);
});
afterEach(() => cloud.faults.clear());

async function newUser(): Promise<TestUser> {
  const user = await signUpUser(cloud, { plan: 'pro' });
  people.push(user);
  return user;
}

/** SIGKILL of the worker's process when it makes its `nth` call of AWS, before or after AWS has done it. */
function killAt(nth: number, moment: Moment, calls: CallsOf, seen: (call: AwsCall) => void) {
  const action: CallFault = {
    kind: moment,
    run: (call) => {
      seen(call);
      expect(cloud.kill('worker')).toBeGreaterThan(0);
    },
  };
  return cloud.faults.add({ caller: 'worker', ...calls, nth, action });
}

/** Calls to select; all, unless a service or an operation is named. */
type CallsOf = Pick<CallFaultRule, 'service' | 'operation'>;

interface Killed {
  user: TestUser;
  id: string;
  /** Description of the call at which it was killed. */
  where: string;
}

/**
 * Kills the worker at every one of these calls, each time in a fresh generation, until a generation ends unharmed.
 * Resolves to the killed generations, none of which has ended.
 */
async function killAtEveryCall(
  moment: Moment,
  makeGeneration: (user: TestUser) => Promise<string>,
  callsOf: CallsOf = {},
): Promise<{ killed: Killed[]; calls: number }> {
  const killed: Killed[] = [];
  let user = await newUser();
  for (let nth = 1; ; nth += 1) {
    // A Pro user may have ten open generations; a killed one is open.
    if (killed.length % 8 === 7) user = await newUser();
    let where = '';
    const fault = killAt(nth, moment, callsOf, ({ service, operation }) => {
      where = `${moment} call ${nth}, ${service} ${operation}`;
    });
    const id = await makeGeneration(user);
    await until('the kill, or the end', async () => where !== '' || (await hasEnded(user, id)));
    fault.remove();
    if (where === '') return { killed, calls: nth - 1 };
    killed.push({ user, id, where });
    expect(nth).toBeLessThan(60);
  }
}

async function hasEnded(user: TestUser, id: string): Promise<boolean> {
  const { state } = await look(user, id);
  return state === 'done' || state === 'failed';
}

describe('the worker, killed', () => {
  // Every single call of a generation is tried in one process, in test/lambdas/generations/process-generation.test.ts.
  it('after each kind of its calls, is replaced once its lease has ended: two pictures for one credit', async () => {
    const user = await newUser();
    const killed: Killed[] = [];
    // The last of these calls leaves no write in progress that would renew the lease after its time has passed.
    for (const operation of [
      'UpdateItem',
      'GetObject',
      'PutObject',
      'Query',
      'InvokeModel',
      'TransactWriteItems',
    ]) {
      let where = '';
      killAt(1, 'after', { operation }, ({ service }) => {
        where = `after ${service} ${operation}`;
      });
      const id = await start(user);
      await until(`the kill after ${operation}`, () => where !== '');
      killed.push({ user, id, where });
    }
    // Two minutes pass, and the reconciler comes.
    await data.minutesPass(2);
    cloud.runSchedules();
    for (const { user, id, where } of killed)
      expect(await ended(user, id), where).toMatchObject({
        state: 'done',
        fallback: false,
        refunded: false,
        variations: [{ index: 0 }, { index: 1 }],
      });
    // Then the first messages are delivered again, too late.
    await cloud.redeliver();
    await cloud.settle();
    const spent = (await ledgerOf(user)).filter(({ kind }) => kind === 'spend').map(({ id }) => id);
    expect(spent.toSorted()).toEqual(killed.map(({ id }) => `spend#${id}`).toSorted());
    await expectBalance(user, 42 - killed.length);
    expect(await data.inconsistencies()).toEqual([]);
  });

  // Before a call is the same moment as after the previous one. The difference here: the queue delivers again, not the
  // reconciler.
  it('before it writes, is replaced when the queue delivers again: two pictures for one credit', async () => {
    const { killed, calls } = await killAtEveryCall('before', (user) => start(user), {
      operation: 'TransactWriteItems',
    });
    expect(calls).toBeGreaterThanOrEqual(3);
    await data.minutesPass(6);
    await cloud.redeliver();
    for (const { user, id, where } of killed)
      expect(await ended(user, id), where).toMatchObject({ state: 'done', refunded: false, fallback: false });
    await cloud.settle();
    for (const user of new Set(killed.map((generation) => generation.user))) {
      const spent = (await ledgerOf(user)).filter(({ kind }) => kind === 'spend');
      expect((await ledgerOf(user)).filter(({ kind }) => kind === 'refund')).toEqual([]);
      await expectBalance(user, 42 - spent.length);
    }
    expect(await data.inconsistencies()).toEqual([]);
  });

  it('after each call of a generation that is refunded, refunds it once and leaves no file', async () => {
    const unreadable = truncatedPhoto();
    const { killed } = await killAtEveryCall('after', async (user) => {
      const uploadId = await uploadPhoto(user, unreadable);
      return start(user, studioGeneration({ source: { type: 'upload', uploadId } }));
    });
    expect(killed.length).toBeGreaterThanOrEqual(3);
    await data.minutesPass(2);
    cloud.runSchedules();
    for (const { user, id, where } of killed)
      expect(await ended(user, id), where).toMatchObject({ state: 'failed', refunded: true, variations: [] });
    await cloud.redeliver();
    await cloud.settle();
    for (const user of new Set(killed.map((generation) => generation.user))) await expectBalance(user, 42);
    expect(await data.inconsistencies()).toEqual([]);
  });

  it('leaves no e-mail, token or word of a user in the logs', async () => {
    expect(await leaksIn(cloud.logs, people, ['Classic Burger'])).toEqual([]);
  });
});
