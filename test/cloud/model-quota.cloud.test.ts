import { beforeAll, describe, expect, it } from 'vitest';
import { type OwnCloud, startOwnCloud } from '#test/support/local-cloud.ts';
import { plainModels } from '#test/support/plain-models.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { expectBalance, ledgerOf } from './books.ts';
import { openData } from './cloud-data.ts';
import { start, studioGeneration, until } from './generations.ts';
import { leaksIn } from './logs.ts';

/** A minute of the model's quota and of the queues' delays takes seven and a half seconds. */
const waitingSpeed = 8;
const quota = 20;
const generationCount = 60;

let cloud: OwnCloud;
let data: ReturnType<typeof openData>;
let users: { user: TestUser; generations: number; credits: number }[];

beforeAll(async () => {
  cloud = await startOwnCloud({ ...plainModels, waitingSpeed });
  data = openData(cloud);
  // As many generations as each may have open: ten for Pro, five for Starter.
  const plans = [
    'pro',
    'pro',
    'pro',
    'starter',
    'starter',
    'starter',
    'starter',
    'starter',
    'starter',
  ] as const;
  users = [];
  for (const plan of plans)
    users.push({
      user: await signUpUser(cloud, { plan }),
      generations: plan === 'pro' ? 10 : 5,
      credits: plan === 'pro' ? 42 : 17,
    });
  expect(users.reduce((sum, user) => sum + user.generations, 0)).toBe(generationCount);
});

describe('sixty generations for a model that grants twenty calls a minute', () => {
  it('all end as ordered, each for one credit, none with a fallback', async () => {
    // Quotas count for each region: only one grants any calls.
    for (const region of ['us-east-1', 'us-east-2'])
      cloud.bedrock.faults.add({ kind: 'throttle', perMinute: 0 }, { region });
    cloud.bedrock.faults.add({ kind: 'throttle', perMinute: quota }, { region: 'us-west-2' });
    const began = Date.now();
    await Promise.all(
      users.map(async ({ user, generations: count }) => {
        for (let n = 0; n < count; n += 1) await start(user, studioGeneration());
      }),
    );
    const isOpen = ({ state }: { state: string }) => state === 'queued' || state === 'processing';
    await until('the end of all generations', async () => !(await data.generations()).some(isOpen), 110_000);
    const minutes = ((Date.now() - began) * waitingSpeed) / 60_000;

    const generations = await data.generations();
    expect(generations).toHaveLength(generationCount);
    for (const generation of generations)
      expect(generation).toMatchObject({
        state: 'done',
        fallback: false,
        refunded: false,
        variations: [{ index: 0 }, { index: 1 }],
      });
    const made = cloud.bedrock.calls().filter(({ status }) => status === 200);
    const throttled = cloud.bedrock.calls().filter(({ status }) => status === 429);
    // Each user's photo is cut out once, whatever number of generations asks for it.
    const callCount = 2 * generationCount + users.length;
    expect(made).toHaveLength(callCount);
    expect(new Set(made.map(({ region }) => region))).toEqual(new Set(['us-west-2']));
    // The quota was reached and not exceeded.
    expect(throttled.length).toBeGreaterThan(generationCount);
    expect(minutes).toBeGreaterThan(callCount / quota - 1);

    for (const { user, generations: count, credits } of users) {
      await expectBalance(user, credits - count);
      expect((await ledgerOf(user)).filter(({ kind }) => kind === 'spend')).toHaveLength(count);
      expect((await user.call('listGenerations', { query: {} })).total).toBe(count);
    }
    await cloud.settle();
    expect(await data.inconsistencies()).toEqual([]);
    expect(
      await leaksIn(
        cloud.logs,
        users.map(({ user }) => user),
        ['Classic Burger'],
      ),
    ).toEqual([]);
  });
});
